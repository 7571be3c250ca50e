package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterView;
import clickcounter.document.OtherFields;
import clickcounter.document.UnreadableDocument;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.testing.Seeded;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdLedgerTest {
  private static final String AD = "m1";
  private static final String COUNTER = "hostA-20131030_152543";
  private static final int MANY = 1000;
  private static final WaiterSink NO_SINK = (waiter, repeated) -> {};

  @Test
  void anAbsentDocumentNeedsNoView() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    assertThat(ledger.needsPut()).isFalse();
    assertThat(ledger.offer(click(0), null, AdLedger.NOBODY)).isEqualTo(OfferResult.COUNTED);
    assertThat(ledger.needsPut()).isTrue();
  }

  @Test
  void anUnsettledEventIsKnownInEachOfItsStates() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    assertThat(ledger.isUnsettled(click(0))).isFalse();
    ledger.offer(click(0), null, AdLedger.NOBODY);
    assertThat(ledger.isUnsettled(click(0))).isTrue();
    assertThat(ledger.isUnsettled(click(1))).isFalse();
    ledger.beginPut("w1", new PutBuffers());
    assertThat(ledger.isUnsettled(click(0))).isTrue();
    ledger.putSucceeded(NO_SINK);
    assertThat(ledger.isUnsettled(click(0))).isTrue();
  }

  @Test
  void idsSetAsideLeaveRoomUntilTheyAreNot() {
    AdLedger ledger = AdLedger.absent(AD, 2);
    ledger.offer(click(0), null, AdLedger.NOBODY);
    ledger.offer(click(1), null, AdLedger.NOBODY);
    assertThat(ledger.isFull()).isTrue();
    assertThat(ledger.offer(click(2), null, AdLedger.NOBODY)).isEqualTo(OfferResult.FULL);

    ledger.unsettled().setAside(COUNTER::equals);
    assertThat(ledger.unsettled().setAside()).isPositive();
    assertThat(ledger.offer(click(2), null, AdLedger.NOBODY)).isEqualTo(OfferResult.COUNTED);

    ledger.unsettled().setAside(id -> false);
    assertThat(ledger.unsettled().setAside()).isZero();
    assertThat(ledger.offer(click(3), null, AdLedger.NOBODY)).isEqualTo(OfferResult.FULL);
  }

  @Test
  void anEventThatWaitsForAPutIsNotCountedAgain() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    ledger.offer(click(0), null, AdLedger.NOBODY);
    assertThat(ledger.offer(click(0), null, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_NEEDS_PUT);
    ledger.beginPut("w1", new PutBuffers());
    assertThat(ledger.offer(click(0), null, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_PUT_IN_FLIGHT);
    ledger.putSucceeded(NO_SINK);
    assertThat(ledger.offer(click(0), null, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_DURABLE);
    assertThat(ledger.totals().clicks()).isEqualTo(1);
  }

  @Test
  void anEventThatComesWhileAPutIsUnderWayIsInTheNext() throws UnreadableDocument {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    ledger.offer(click(0), null, AdLedger.NOBODY);
    AdDocument first = read(ledger.beginPut("w1", new PutBuffers()));
    assertThat(ledger.offer(click(1), null, AdLedger.NOBODY)).isEqualTo(OfferResult.COUNTED);
    assertThat(first.totals().clicks()).isEqualTo(1);
    assertThat(first.isUnsettled(COUNTER, 1)).isFalse();
    ledger.putSucceeded(NO_SINK);
    assertThat(ledger.needsPut()).isTrue();
    AdDocument second = read(ledger.beginPut("w2", new PutBuffers()));
    assertThat(second.totals().clicks()).isEqualTo(2);
    assertThat(second.unsettled().get(COUNTER).older()).isEqualTo(LongRanges.of(0));
    assertThat(second.unsettled().get(COUNTER).added().sequence(0)).isEqualTo(1);
    assertThat(second.write()).isEqualTo(new WriteStamp("w2", 2, List.of(), "w1", 1));
  }

  @Test
  void anIdThatWasReadIsMarkedOnlyAfterAPut() throws UnreadableDocument {
    AdLedger reader = reader(stored(0));
    assertThat(reader.needsPut()).isFalse();
    assertThat(reader.offer(click(0), CounterView.EMPTY, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_NEEDS_PUT);
    assertThat(reader.needsPut()).isTrue();
    reader.beginPut("w2", new PutBuffers());
    assertThat(reader.needsPut()).isFalse();
    assertThat(reader.offer(click(0), CounterView.EMPTY, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_PUT_IN_FLIGHT);
    reader.putSucceeded(NO_SINK);
    assertThat(reader.offer(click(0), CounterView.EMPTY, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_DURABLE);
  }

  @Test
  void anEventThatIsNotUnsettledNeedsAView() throws UnreadableDocument {
    AdLedger reader = reader(stored(0));
    assertThat(reader.offer(click(1), null, AdLedger.NOBODY)).isEqualTo(OfferResult.NEEDS_VIEW);
    assertThat(reader.offer(click(1), view(2, ""), AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_SETTLED);
    assertThat(reader.offer(click(1), view(2, "1"), AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_UNCONFIRMED);
    assertThat(reader.offer(click(1), CounterView.EMPTY, AdLedger.NOBODY))
        .isEqualTo(OfferResult.COUNTED);
  }

  @Test
  void aDocumentThatWasAbsentNeedsAViewOnceItHasForgotten() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    ledger.offer(click(0), null, AdLedger.NOBODY);
    ledger.beginPut("w1", new PutBuffers());
    ledger.putSucceeded(NO_SINK);
    assertThat(ledger.forgetSettled(c -> view(1, ""))).isEqualTo(1);
    assertThat(ledger.offer(click(0), null, AdLedger.NOBODY)).isEqualTo(OfferResult.NEEDS_VIEW);
    assertThat(ledger.offer(click(0), view(1, ""), AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_SETTLED);
  }

  @Test
  void onlyWhatIsConfirmedIsForgotten() throws UnreadableDocument {
    AdLedger reader = reader(storedTwice(0, 1, 2));
    assertThat(reader.forgetSettled(c -> null)).isZero();
    assertThat(reader.forgetSettled(c -> view(3, "1"))).isEqualTo(2);
    assertThat(reader.unsettled().size()).isEqualTo(1);
    AdDocument written = read(reader.beginPut("w3", new PutBuffers()));
    assertThat(written.unsettled().get(COUNTER).older()).isEqualTo(LongRanges.of(1));
    assertThat(written.totals().clicks()).isEqualTo(3);
  }

  @Test
  void whatIsPendingOrInFlightIsNotForgotten() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    ledger.offer(click(0), null, AdLedger.NOBODY);
    assertThat(ledger.forgetSettled(c -> view(1, ""))).isZero();
    ledger.beginPut("w1", new PutBuffers());
    assertThat(ledger.forgetSettled(c -> view(1, ""))).isZero();
    ledger.putSucceeded(NO_SINK);
    assertThat(ledger.forgetSettled(c -> view(1, ""))).isEqualTo(1);
    assertThat(ledger.unsettled().size()).isZero();
  }

  @Test
  void aFullDocumentTakesNoMoreUntilSomeAreSettled() {
    AdLedger ledger = AdLedger.absent(AD, 2);
    ledger.offer(click(0), null, AdLedger.NOBODY);
    ledger.offer(click(1), null, AdLedger.NOBODY);
    assertThat(ledger.offer(click(2), null, AdLedger.NOBODY)).isEqualTo(OfferResult.FULL);
    assertThat(ledger.offer(click(1), null, AdLedger.NOBODY))
        .isEqualTo(OfferResult.DUPLICATE_NEEDS_PUT);
    assertThat(ledger.totals().clicks()).isEqualTo(2);
    ledger.beginPut("w1", new PutBuffers());
    ledger.putSucceeded(NO_SINK);
    ledger.forgetSettled(c -> view(2, ""));
    assertThat(ledger.offer(click(2), view(2, ""), AdLedger.NOBODY)).isEqualTo(OfferResult.COUNTED);
  }

  @Test
  void theTextOfPendingIdsIsToldBeforeItIsWritten() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    for (int counter = 0; counter < 20; counter++) {
      for (int i = 0; i <= counter; i++) {
        long sequence = 5_000_000 + 100_003L * i;
        ledger.offer(
            new AdEvent(COUNTER + counter, sequence, EventKind.IMPRESSION, AD, 1, 0),
            null,
            AdLedger.NOBODY);
      }
    }
    int expected = ledger.unsettled().pendingTextBytes();
    String document = new String(ledger.beginPut("w1", new PutBuffers()), StandardCharsets.UTF_8);
    int written = document.indexOf("\"write\"") - document.indexOf("\"unsettled\"");
    assertThat(expected).isBetween(written * 9 / 10, written * 11 / 10);
    assertThat(ledger.unsettled().pendingTextBytes()).isZero();
  }

  @Test
  void puttingTwiceAtOnceIsRefused() {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    assertThatThrownBy(() -> ledger.putSucceeded(NO_SINK))
        .isInstanceOf(IllegalStateException.class);
    ledger.beginPut("w1", new PutBuffers());
    assertThatThrownBy(() -> ledger.beginPut("w2", new PutBuffers()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("w1");
  }

  /**
   * Compares one writer, which loses its copy now and then, with plain sets of ids and of those who
   * wait for a put.
   */
  @Test
  void everyEventIsCountedOnceHoweverOftenItComes() {
    Seeded.runs(100, random -> new OneWriter(random).run());
  }

  private static final class OneWriter {
    final Random random;
    final Set<Long> marked = new HashSet<>();
    Set<Long> counted = new HashSet<>();
    Set<Long> sentIds = Set.of();
    Set<Long> storedIds = Set.of();
    CounterLedger<Object> counter = CounterLedger.absent(COUNTER);
    CounterView view = CounterView.EMPTY;
    byte[] stored;
    byte[] sent;
    int writes;
    long waiters;
    Map<Long, Boolean> awaitNextPut = new HashMap<>();
    Map<Long, Boolean> awaitPutInFlight = new HashMap<>();
    AdLedger ledger = AdLedger.absent(AD, 8);

    OneWriter(Random random) {
      this.random = random;
    }

    void run() throws UnreadableDocument {
      for (int i = 0; i < 400; i++) {
        step();
        assertThat(ledger.totals().clicks()).isEqualTo(counted.size());
        assertThat(ledger.unsettled().size()).isLessThanOrEqualTo(8);
        assertThat(ledger.unsettled().pending()).isLessThanOrEqualTo(ledger.unsettled().size());
      }
      settle();
      assertThat(ledger.totals().clicks()).isEqualTo(counted.size());
      assertThat(marked).isEqualTo(counted);
    }

    private void step() throws UnreadableDocument {
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> offer(random.nextInt(40));
        case 3 -> beginPut();
        case 4 -> putSucceeds();
        case 5 -> recordMarks();
        case 6 -> ledger.forgetSettled(c -> view);
        default -> loseCopy();
      }
    }

    private void offer(long sequence) {
      long waiter = waiters++;
      OfferResult result = ledger.offer(click(sequence), view, waiter);
      if (result == OfferResult.COUNTED) {
        assertThat(counted.add(sequence)).isTrue();
        awaitNextPut.put(waiter, false);
      } else if (result == OfferResult.DUPLICATE_NEEDS_PUT) {
        awaitNextPut.put(waiter, true);
      } else if (result == OfferResult.DUPLICATE_PUT_IN_FLIGHT) {
        awaitPutInFlight.put(waiter, true);
      } else if (result == OfferResult.DUPLICATE_DURABLE) {
        marked.add(sequence);
      } else if (result == OfferResult.DUPLICATE_SETTLED
          || result == OfferResult.DUPLICATE_UNCONFIRMED) {
        assertThat(marked).contains(sequence);
      }
    }

    private void beginPut() {
      if (!ledger.putInFlight() && ledger.needsPut()) {
        sent = ledger.beginPut("w" + writes++, new PutBuffers());
        sentIds = Set.copyOf(counted);
        awaitPutInFlight = awaitNextPut;
        awaitNextPut = new HashMap<>();
      }
    }

    private void putSucceeds() {
      if (ledger.putInFlight()) {
        stored = sent;
        storedIds = sentIds;
        Map<Long, Boolean> done = new HashMap<>();
        ledger.putSucceeded(done::put);
        assertThat(done).isEqualTo(awaitPutInFlight);
        awaitPutInFlight = new HashMap<>();
        requireWaiters();
      }
    }

    private void requireWaiters() {
      Map<Long, Boolean> expected = new HashMap<>(awaitPutInFlight);
      expected.putAll(awaitNextPut);
      Map<Long, Boolean> waiting = new HashMap<>();
      ledger.forEachWaiter(waiting::put);
      assertThat(waiting).isEqualTo(expected);
    }

    private void recordMarks() throws UnreadableDocument {
      marked.forEach(id -> counter.mark(LongRanges.of(id), 0, 0, null));
      view = CounterLedgerTest.read(counter.beginPut("c" + writes++));
      counter.putSucceeded(waiter -> {});
    }

    /** Drops the copy. A put under way may take effect all the same. */
    private void loseCopy() throws UnreadableDocument {
      requireWaiters();
      if (random.nextInt(4) > 0) {
        return;
      }
      awaitNextPut.clear();
      awaitPutInFlight.clear();
      if (ledger.putInFlight() && random.nextBoolean()) {
        stored = sent;
        storedIds = sentIds;
      }
      ledger = stored == null ? AdLedger.absent(AD, 8) : reader(read(stored), 8);
      counted = new HashSet<>(storedIds);
    }

    private void settle() throws UnreadableDocument {
      for (int round = 0; round < 30; round++) {
        beginPut();
        putSucceeds();
        Set.copyOf(counted).forEach(this::offer);
        recordMarks();
        ledger.forgetSettled(c -> view);
      }
    }
  }

  static AdEvent click(long sequence) {
    return new AdEvent(COUNTER, sequence, EventKind.CLICK, AD, 86_400_000L, 10);
  }

  /** A document whose only write added these ids. */
  private static AdDocument stored(long... sequences) throws UnreadableDocument {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    for (long sequence : sequences) {
      ledger.offer(click(sequence), null, AdLedger.NOBODY);
    }
    return read(ledger.beginPut("w1", new PutBuffers()));
  }

  /** The same after a second write, so that the ids are older than its base. */
  private static AdDocument storedTwice(long... sequences) throws UnreadableDocument {
    AdLedger ledger = AdLedger.absent(AD, MANY);
    for (long sequence : sequences) {
      ledger.offer(click(sequence), null, AdLedger.NOBODY);
    }
    ledger.beginPut("w1", new PutBuffers());
    ledger.putSucceeded(NO_SINK);
    return read(ledger.beginPut("w2", new PutBuffers()));
  }

  @Test
  void whatWasReadAsAddedIsAddedAgainAndNotForgotten() throws UnreadableDocument {
    AdLedger reader = reader(stored(0, 1));
    assertThat(reader.forgetSettled(c -> view(2, ""))).isZero();
    AdDocument written = read(reader.beginPut("w2", new PutBuffers()));
    assertThat(written.unsettled().get(COUNTER).added().size()).isEqualTo(2);
    assertThat(written.write()).isEqualTo(new WriteStamp("w2", 2, List.of("w1")));
  }

  @Test
  void everyWriteHasTheFieldsOfANewerBuild() throws UnreadableDocument {
    AdDocument stored = stored(0);
    OtherFields newer = new OtherFields(new TreeMap<>(Map.of("newer", "[1,2]")));
    AdLedger ledger =
        reader(
            new AdDocument(
                AD, stored.totals(), stored.hours(), stored.unsettled(), stored.write(), newer));

    assertThat(read(ledger.beginPut("w2", new PutBuffers())).other()).isEqualTo(newer);
    ledger.putSucceeded(NO_SINK);
    ledger.offer(click(1), view(0, ""), AdLedger.NOBODY);
    assertThat(read(ledger.beginPut("w3", new PutBuffers())).other()).isEqualTo(newer);
  }

  private static AdLedger reader(AdDocument document) {
    return reader(document, MANY);
  }

  private static AdLedger reader(AdDocument document, int maxUnsettledIds) {
    SiblingMerge merge = SiblingMerge.merge(List.of(document), c -> null);
    return AdLedger.of((SiblingMerge.Merged) merge, maxUnsettledIds);
  }

  private static AdDocument read(byte[] bytes) throws UnreadableDocument {
    return AdDocumentCodec.read(AdDocumentCodec.CONTENT_TYPE, bytes);
  }

  /** A view that has seen all ids below {@code next}; the given ones are not confirmed. */
  private static CounterView view(long next, String unconfirmed) {
    return new CounterDocument(
        COUNTER,
        GapList.of(next, List.of(), null),
        false,
        0,
        LongRanges.parse(unconfirmed),
        new WriteStamp("c1", 1, List.of()));
  }
}
