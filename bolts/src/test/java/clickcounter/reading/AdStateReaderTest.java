package clickcounter.reading;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.states.StateMessage;
import clickcounter.states.StateRead;
import clickcounter.store.CapturedAnswer;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class AdStateReaderTest {
  private static final String AD = "m1";
  private static final String COUNTER = "hostA-1";
  private static final long NOW_MS = 1_800_000_000_000L;

  private final MemoryStore store = new MemoryStore();
  private final AdStateReader reader =
      new AdStateReader(store, Clock.fixed(Instant.ofEpochMilli(NOW_MS), ZoneOffset.UTC));

  private StateRead read() {
    CapturedAnswer<StateRead> answer = new CapturedAnswer<>();
    reader.read(AD, answer);
    assertThat(answer.cameOnce()).isTrue();
    return answer.get();
  }

  /** Each of these puts knows of no other, so they are siblings. */
  private void put(AdDocument document) {
    put(
        DocumentKey.ad(document.adId()),
        new StoredValue(AdDocumentCodec.CONTENT_TYPE, AdDocumentCodec.write(document)));
  }

  private void put(DocumentKey key, StoredValue value) {
    store.put(key, value, StoreContext.NONE, new CapturedAnswer<>());
  }

  private void putCounter(long... seen) {
    GapList gaps = new GapList();
    for (long id : seen) {
      gaps.mark(id, 1);
    }
    CounterDocument document =
        new CounterDocument(
            COUNTER, gaps, false, 1, new LongRanges(), new WriteStamp("c", 1, List.of()));
    put(
        DocumentKey.counter(COUNTER),
        new StoredValue(CounterDocumentCodec.CONTENT_TYPE, CounterDocumentCodec.write(document)));
  }

  /** A budget of 1000, and a click of this cost that the write has added. */
  private static AdDocument clicked(WriteStamp write, long sequence, long costMicros) {
    return clicked(write, sequence, costMicros, 0);
  }

  private static AdDocument clicked(
      WriteStamp write, long sequence, long costMicros, long earlierMicros) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.CLICK, earlierMicros, 1);
    totals.add(EventKind.BUDGET, 1_000, 1);
    AdEvent click = new AdEvent(COUNTER, sequence, EventKind.CLICK, AD, 2, costMicros);
    totals.add(click);
    RecentHours hours = new RecentHours();
    hours.add(click.kind(), click.amountMicros(), Hours.of(click.timestampMs()));
    AddedIds added = new AddedIds();
    added.add(sequence, Contribution.of(click));
    return new AdDocument(
        AD, totals, hours, Map.of(COUNTER, new UnsettledIds(new LongRanges(), added)), write);
  }

  private static StateMessage found(StateRead read) {
    assertThat(read).isInstanceOf(StateRead.Found.class);
    return ((StateRead.Found) read).state();
  }

  @Test
  void theVersionIsTheNumberOfTheBase() {
    put(clicked(new WriteStamp("b", 7, List.of(), "a", 5), 1, 1_000));

    StateMessage state = found(read());

    assertThat(state.storedNumber()).isEqualTo(5);
    assertThat(((StateRead.Found) read()).writeNumber()).isEqualTo(7);
    assertThat(state.state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(state.asOfMs()).isEqualTo(NOW_MS);
  }

  @Test
  void anAdWithoutADocumentIsUnfunded() {
    assertThat(found(read()).state()).isEqualTo(AdState.UNFUNDED);
    assertThat(found(read()).storedNumber()).isZero();
  }

  @Test
  void siblingsAreMerged() {
    put(clicked(new WriteStamp("b", 6, List.of(), "a", 5), 1, 600));
    put(clicked(new WriteStamp("c", 7, List.of(), "a", 5), 2, 500));

    assertThat(found(read()).costMicros()).isEqualTo(1_100);
    assertThat(found(read()).storedNumber()).isEqualTo(5);
    assertThat(((StateRead.Found) read()).writeNumber()).isEqualTo(7);
  }

  @Test
  void siblingsOnOtherBasesAreMergedWithViewsOfTheirCounters() {
    put(clicked(new WriteStamp("b", 6, List.of(), "a", 5), 1, 600));
    put(clicked(new WriteStamp("d", 8, List.of(), "c", 7), 2, 300));
    assertThat(found(read()).costMicros()).as("no view has seen 1").isEqualTo(900);
    assertThat(found(read()).storedNumber()).isEqualTo(7);

    putCounter(1);
    assertThat(found(read()).costMicros()).as("the newest base contains 1").isEqualTo(300);
  }

  @Test
  void whatCannotBeReadIsNamed() {
    put(DocumentKey.ad(AD), new StoredValue("application/json", new byte[] {'x'}));
    assertThat(((StateRead.Failed) read()).reason()).startsWith("ads/m1: ");
  }

  @Test
  void counterThatCannotBeReadIsNamed() {
    put(clicked(new WriteStamp("b", 6, List.of(), "a", 5), 1, 600));
    put(clicked(new WriteStamp("d", 8, List.of(), "c", 7), 2, 300));
    put(
        DocumentKey.counter(COUNTER),
        new StoredValue(CounterDocumentCodec.CONTENT_TYPE, new byte[] {'x'}));

    assertThat(((StateRead.Failed) read()).reason())
        .startsWith("ads/m1: its siblings need")
        .contains("counters/hostA-1: ");
  }

  @Test
  void retiredCounterHasSeenAllItsEvents() {
    put(clicked(new WriteStamp("b", 6, List.of(), "a", 5), 1, 600));
    put(clicked(new WriteStamp("d", 8, List.of(), "c", 7), 2, 300));
    put(
        RetiredCounters.key(COUNTER),
        new StoredValue(
            RetiredDocument.CONTENT_TYPE,
            new RetiredDocument(new TreeMap<>(Map.of(COUNTER, new Retired(9, 1, 1, 1, true))))
                .toBytes()));

    assertThat(found(read()).costMicros()).as("the newest base contains 1").isEqualTo(300);
  }

  @Test
  void sumsThatDoNotFitAreNamed() {
    long most = Long.MAX_VALUE - 1_000;
    put(clicked(new WriteStamp("b", 6, List.of(), "a", 5), 1, 600, most));
    put(clicked(new WriteStamp("c", 7, List.of(), "a", 5), 2, 500, most));

    assertThat(((StateRead.Failed) read()).reason()).contains("do not fit");
  }

  @Test
  void storeThatIsClosedFailsTheRead() {
    store.close();
    assertThat(read()).isInstanceOf(StateRead.Failed.class);
  }
}
