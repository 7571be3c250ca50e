package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.OtherFields;
import clickcounter.document.UnreadableDocument;
import clickcounter.document.WriteStamp;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger.Durability;
import clickcounter.testing.Seeded;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CounterLedgerTest {
  private static final String COUNTER = "hostA-20131030_152543";

  @Test
  void aNewIdIsDurableWithTheNextPut() {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    assertThat(mark(ledger, 0)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(mark(ledger, 0)).isEqualTo(Durability.WITH_NEXT_PUT);
    ledger.beginPut("c1");
    assertThat(mark(ledger, 0)).isEqualTo(Durability.WITH_PUT_IN_FLIGHT);
    assertThat(mark(ledger, 1)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(ledger.mark(LongRanges.of(0, 1), 0, 0, null)).isEqualTo(Durability.WITH_NEXT_PUT);
    ledger.putSucceeded(waiter -> {});
    assertThat(mark(ledger, 0)).isEqualTo(Durability.NOW);
    assertThat(mark(ledger, 1)).isEqualTo(Durability.WITH_NEXT_PUT);
  }

  @Test
  void whoWaitsIsToldOfThePutThatHasWhatTheyAskedFor() {
    Seeded.runs(
        100,
        random -> {
          CounterLedger<Integer> ledger = CounterLedger.absent(COUNTER);
          List<Integer> forNextPut = new ArrayList<>();
          List<Integer> forPutInFlight = new ArrayList<>();
          boolean putInFlight = false;
          for (int waiter = 0; waiter < 200; waiter++) {
            List<Integer> done = new ArrayList<>();
            switch (random.nextInt(4)) {
              case 0, 1 -> {
                LongRanges id = LongRanges.of(random.nextInt(20));
                switch (ledger.mark(id, 0, 0, waiter)) {
                  case WITH_NEXT_PUT -> forNextPut.add(waiter);
                  case WITH_PUT_IN_FLIGHT -> forPutInFlight.add(waiter);
                  case NOW -> {}
                }
              }
              case 2 -> {
                if (!putInFlight) {
                  putInFlight = true;
                  assertThat(ledger.waitingForNextPut()).isEqualTo(forNextPut.size());
                  ledger.beginPut("c" + waiter);
                  forPutInFlight = forNextPut;
                  forNextPut = new ArrayList<>();
                }
              }
              default -> {
                if (putInFlight) {
                  putInFlight = false;
                  ledger.putSucceeded(done::add);
                  assertThat(done).isEqualTo(forPutInFlight);
                  forPutInFlight = new ArrayList<>();
                }
              }
            }
            List<Integer> waiting = new ArrayList<>();
            ledger.forEachWaiter(waiting::add);
            List<Integer> expected = new ArrayList<>(forPutInFlight);
            expected.addAll(forNextPut);
            assertThat(waiting).isEqualTo(expected);
          }
        });
  }

  @Test
  void whatAPutAddedIsConfirmedByTheNext() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    mark(ledger, 0);
    CounterDocument first = read(ledger.beginPut("c1"));
    assertThat(first.seen(0)).isTrue();
    assertThat(first.confirmed(0)).isFalse();
    assertThat(ledger.needsConfirmation()).isFalse();
    ledger.putSucceeded(waiter -> {});
    assertThat(ledger.needsPut()).isFalse();
    assertThat(ledger.needsConfirmation()).isTrue();
    assertThat(read(ledger.beginPut("c2")).confirmed(0)).isTrue();
    ledger.putSucceeded(waiter -> {});
    assertThat(ledger.needsConfirmation()).isFalse();
  }

  @Test
  void whatWasReadUnconfirmedIsPutAgainBeforeItIsSaidToBeDurable() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.of(List.of(document("c1", 1, 3, "1")));
    assertThat(ledger.needsPut()).isFalse();
    assertThat(ledger.needsConfirmation()).isTrue();
    assertThat(mark(ledger, 1)).isEqualTo(Durability.WITH_NEXT_PUT);
    CounterDocument second = read(ledger.beginPut("c2"));
    assertThat(second.unconfirmed()).isEqualTo(LongRanges.of(1));
    ledger.putSucceeded(waiter -> {});
    assertThat(read(ledger.beginPut("c3")).confirmed(1)).isTrue();
  }

  /** The only replica that had the confirmation may have lost its disk since. */
  @Test
  void firstMarkOfAnIdThatWasReadHasTheDocumentPutOnce() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.of(List.of(document("c2", 2, 3, "")));

    assertThat(ledger.needsPut()).isFalse();
    assertThat(ledger.mark(LongRanges.of(1), 0, 0, null)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(read(ledger.beginPut("c3")).unconfirmed().isEmpty()).isTrue();
    ledger.putSucceeded(waiter -> {});
    assertThat(ledger.mark(LongRanges.of(1), 0, 0, null)).isEqualTo(Durability.NOW);
    assertThat(ledger.needsPut()).isFalse();
  }

  @Test
  void markOfARetiredCounterHasNoDocumentPut() {
    CounterLedger<Object> ledger = CounterLedger.retired(List.of(document("c2", 2, 3, "")));

    assertThat(ledger.mark(LongRanges.of(1), 0, 0, null)).isEqualTo(Durability.NOW);
    assertThat(ledger.needsPut()).isFalse();
  }

  @Test
  void siblingsAreAUnion() {
    CounterLedger<Object> ledger =
        CounterLedger.of(List.of(document("c1", 4, 3, "0,2"), document("c2", 3, 5, "1+1,2")));
    assertThat(ledger.needsPut()).isTrue();
    assertThat(ledger.gaps().next()).isEqualTo(5);
    assertThat(mark(ledger, 2)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(mark(ledger, 4)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(ledger).hasToString(ledger.copy().toString());
  }

  @Test
  void whatFillsAGapIsUnconfirmedUntilThePutAfter() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    mark(ledger, 5);
    ledger.beginPut("c1");
    ledger.putSucceeded(waiter -> {});
    ledger.mark(LongRanges.ofRange(3, 7), 0, 0, null);
    assertThat(read(ledger.beginPut("c2")).unconfirmed()).isEqualTo(LongRanges.of(3, 4, 6, 7));
  }

  @Test
  void gapsAreKnownSinceTheWholeSecond() {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    ledger.mark(LongRanges.of(1), 0, 17_999, null);
    assertThat(ledger.gaps().gaps()).containsExactly(new Gap(0, 0, 17_000, null));
  }

  @Test
  void aSiblingThatIsClosedClosesTheCounter() throws UnreadableDocument {
    CounterDocument open = document("c1", 4, 3, "");
    CounterDocument closed = closed(document("c2", 3, 5, ""));
    for (List<CounterDocument> siblings : List.of(List.of(open, closed), List.of(closed, open))) {
      assertThat(read(CounterLedger.of(siblings).beginPut("m")).closed()).isTrue();
      assertThat(CounterViews.union(siblings).closed()).isTrue();
      assertThat(CounterViews.union(siblings).write().number()).isEqualTo(4);
      assertThat(CounterViews.refreshed(siblings.get(0), siblings.get(1)).closed()).isTrue();
    }
    assertThat(read(CounterLedger.of(List.of(open)).beginPut("m")).closed()).isFalse();
  }

  @Test
  void everyWriteHasTheFieldsOfANewerBuild() throws UnreadableDocument {
    CounterDocument stored = document("c1", 1, 3, "");
    OtherFields newer = new OtherFields(new TreeMap<>(Map.of("newer", "[1,2]")));
    CounterLedger<Object> ledger =
        CounterLedger.of(
            List.of(
                new CounterDocument(
                    COUNTER, stored.gaps(), false, 0, stored.unconfirmed(), stored.write(), newer),
                document("c2", 1, 2, "")));

    assertThat(read(ledger.beginPut("c3")).other()).isEqualTo(newer);
    ledger.putSucceeded(waiter -> {});
    mark(ledger, 5);
    assertThat(read(ledger.beginPut("c4")).other()).isEqualTo(newer);
  }

  private static CounterDocument closed(CounterDocument open) {
    return new CounterDocument(
        open.counterId(),
        open.gaps(),
        true,
        open.lastEventAtMs(),
        open.unconfirmed(),
        open.write());
  }

  @Test
  void aRefreshedViewNeverGoesBack() {
    Seeded.runs(
        500,
        random -> {
          CounterDocument older = randomVersion(random, 1);
          CounterDocument newer = randomVersion(random, 2);
          CounterDocument refreshed = CounterViews.refreshed(older, newer);
          for (long id = 0; id < 25; id++) {
            assertThat(refreshed.seen(id)).isEqualTo(older.seen(id) || newer.seen(id));
            assertThat(refreshed.confirmed(id))
                .as("id %d confirmed in %s or %s", id, older, newer)
                .isEqualTo(older.confirmed(id) || newer.confirmed(id));
          }
        });
  }

  @Test
  void theMergingWriteIsNewerThanAllAndBasedOnAll() throws UnreadableDocument {
    CounterLedger<Object> ledger =
        CounterLedger.of(List.of(document("c1", 4, 3, ""), document("c2", 3, 5, "")));
    assertThat(read(ledger.beginPut("m")).write())
        .isEqualTo(new WriteStamp("m", 5, List.of("c1", "c2")));
  }

  @Test
  void aCloseIsDurableOnlyWithAPut() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.of(List.of(document("c1", 1, 3, "")));
    assertThat(close(ledger, 2)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(close(ledger, 2)).isEqualTo(Durability.WITH_NEXT_PUT);
    ledger.beginPut("c2");
    assertThat(close(ledger, 2)).isEqualTo(Durability.WITH_PUT_IN_FLIGHT);
    ledger.putSucceeded(waiter -> {});
    assertThat(close(ledger, 2)).isEqualTo(Durability.NOW);
    assertThat(read(ledger.beginPut("c3")).closed()).isTrue();
  }

  @Test
  void aWriteOffIsPutHoweverOftenItComes() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    mark(ledger, 5);
    WriteOff lost = new WriteOff(false, "disk lost", 1, "ops:0");
    ledger.writeOff(0, 4, lost, null);
    CounterDocument first = read(ledger.beginPut("c1"));
    assertThat(first.gaps().writtenOff()).isEqualTo(5);
    ledger.putSucceeded(waiter -> {});
    assertThat(ledger.writeOff(0, 4, lost, null)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(ledger.needsPut()).isTrue();
  }

  @Test
  void aCloseByAnOperatorHoldsUntilAHigherIdComes() throws UnreadableDocument {
    CounterLedger<Object> ledger = CounterLedger.of(List.of(document("c1", 4, 3, "")));
    WriteOff crashed = new WriteOff(false, "host burnt", 1, "ops:0");
    assertThat(ledger.writeOff(3, Ending.NO_END, crashed, null))
        .isEqualTo(Durability.WITH_NEXT_PUT);
    CounterDocument closed = read(ledger.beginPut("c2"));
    assertThat(closed.hasEnded()).isTrue();
    assertThat(closed.closed()).as("properly").isFalse();
    ledger.putSucceeded(waiter -> {});

    assertThat(mark(ledger, 4)).isEqualTo(Durability.WITH_NEXT_PUT);
    CounterDocument refuted = read(ledger.beginPut("c3"));
    assertThat(refuted.hasEnded()).isFalse();
    assertThat(refuted.gaps().ending()).as("shown").isEqualTo(new Ending(3, crashed));
    assertThat(CounterViews.union(List.of(closed, refuted)).hasEnded()).isFalse();
    assertThat(CounterLedger.of(List.of(refuted, closed)).gaps().isEnded()).isFalse();
  }

  @Test
  void anEventThatWasWrittenOffCountsWhenItComesAfterAll() {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    ledger.writeOff(0, 4, new WriteOff(false, "disk lost", 1, "ops:0"), null);
    assertThat(mark(ledger, 3)).isEqualTo(Durability.WITH_NEXT_PUT);
    assertThat(ledger.gaps().seen(3)).isTrue();
  }

  @Test
  void puttingTwiceAtOnceIsRefused() {
    CounterLedger<Object> ledger = CounterLedger.absent(COUNTER);
    assertThatThrownBy(() -> ledger.putSucceeded(waiter -> {}))
        .isInstanceOf(IllegalStateException.class);
    ledger.beginPut("c1");
    assertThatThrownBy(() -> ledger.beginPut("c2")).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aUnionOfViewsSeesAndConfirmsWhatAnyDoes() {
    Seeded.runs(
        500,
        random -> {
          List<CounterDocument> versions = new ArrayList<>();
          for (int i = random.nextInt(1, 4); i > 0; i--) {
            versions.add(randomVersion(random, i));
          }
          CounterDocument union = CounterViews.union(versions);
          for (long id = 0; id < 25; id++) {
            long sequence = id;
            assertThat(union.seen(id)).isEqualTo(versions.stream().anyMatch(v -> v.seen(sequence)));
            assertThat(union.confirmed(id))
                .as("id %d confirmed in %s", id, versions)
                .isEqualTo(versions.stream().anyMatch(v -> v.confirmed(sequence)));
          }
        });
  }

  private static CounterDocument randomVersion(Random random, int number) {
    GapList gaps = new GapList();
    LongStream.range(0, 20).filter(id -> random.nextInt(3) > 0).forEach(id -> gaps.mark(id, 0));
    LongRanges unconfirmed = gaps.seenIds();
    LongStream.range(0, 20)
        .filter(id -> random.nextBoolean())
        .forEach(id -> unconfirmed.removeRange(id, id));
    WriteStamp stamp = new WriteStamp("c" + number, number, List.of());
    return new CounterDocument(COUNTER, gaps, false, 0, unconfirmed, stamp);
  }

  private static Durability mark(CounterLedger<Object> ledger, long id) {
    return ledger.mark(LongRanges.of(id), 0, 0, null);
  }

  private static Durability close(CounterLedger<Object> ledger, long id) {
    return ledger.close(LongRanges.of(id), 0, 0, null);
  }

  static CounterDocument read(byte[] bytes) throws UnreadableDocument {
    return CounterDocumentCodec.read(CounterDocumentCodec.CONTENT_TYPE, bytes);
  }

  /** A document that has seen all ids below {@code next}; the given ones are not confirmed. */
  private static CounterDocument document(String id, long number, long next, String unconfirmed) {
    return new CounterDocument(
        COUNTER,
        GapList.of(next, List.of(), null),
        false,
        0,
        LongRanges.parse(unconfirmed),
        new WriteStamp(id, number, List.of()));
  }
}
