package clickcounter.views;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ledger.CounterLedger;
import clickcounter.reading.ReadMetrics;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** What a worker knows of counters, and since when. */
class ViewCacheTest {
  private static final String HOST = "hostA-20131030_152543";
  private static final DocumentKey DOCUMENT = DocumentKey.counter(HOST);
  private static final long REFRESH_MS = 1_000;
  private static final long MIN_INTERVAL_MS = 100;
  private static final long IDLE_MS = 60_000;

  private final MemoryStore store = new MemoryStore();
  private final ViewCache views =
      new ViewCache(
          store, new ViewSettings(REFRESH_MS, MIN_INTERVAL_MS, IDLE_MS), () -> this.nowMs);
  private final List<String> results = new ArrayList<>();
  private long nowMs = 1_383_146_743_000L;
  private int writes;

  private void recorded(long upTo) {
    store.replace(DOCUMENT, document(upTo));
  }

  private StoredValue document(long upTo) {
    GapList gaps = new GapList();
    gaps.markRange(0, upTo, nowMs);
    WriteStamp write = new WriteStamp("w" + writes++, writes, List.of());
    return new StoredValue(
        CounterDocumentCodec.CONTENT_TYPE,
        CounterDocumentCodec.write(
            new CounterDocument(HOST, gaps, false, nowMs, new LongRanges(), write)));
  }

  private void request(long ticket) {
    views.request(HOST, ticket, failure -> results.add(failure == null ? "ready" : failure));
  }

  private void pass(long ms) {
    nowMs += ms;
    views.tick(nowMs);
  }

  @Test
  void counterThatWasNeverReadHasNoView() {
    assertThat(views.known(HOST).view()).isNull();
    assertThat(views.readAfter(HOST, 0)).isNull();
    assertThat(views.blocked(HOST)).isNull();
  }

  @Test
  void counterWithoutADocumentHasTheEmptyView() {
    request(views.ticket());

    assertThat(results).containsExactly("ready");
    assertThat(views.known(HOST).view().next()).isZero();
  }

  @Test
  void viewOfARetiredCounterHasSeenAll() {
    RetiredDocument retired =
        new RetiredDocument(new TreeMap<>(Map.of(HOST, new Retired(6, 0, 1, 0, true))));
    store.replace(
        RetiredCounters.key(HOST),
        new StoredValue(RetiredDocument.CONTENT_TYPE, retired.toBytes()));

    request(views.ticket());

    assertThat(results).containsExactly("ready");
    assertThat(views.known(HOST).view().confirmed(5)).isTrue();
    assertThat(views.known(HOST).view().seen(6)).isFalse();
  }

  @Test
  void oneReadServesAllThatWait() {
    recorded(5);
    store.holdAnswers(DOCUMENT);
    request(views.ticket());
    long later = views.ticket();
    store.releaseAnswers(DOCUMENT);
    request(0);
    assertThat(views.readAfter(HOST, later)).as("that read began before").isNull();
    pass(MIN_INTERVAL_MS);
    for (int i = 0; i < 100; i++) {
      request(later);
    }
    pass(MIN_INTERVAL_MS);

    assertThat(results).hasSize(102).containsOnly("ready");
    assertThat(store.reads(DOCUMENT)).isLessThanOrEqualTo(3);
    assertThat(views.readAfter(HOST, later).seen(5)).isTrue();
  }

  @Test
  void readThatBeganBeforeTheTicketDoesNotServe() {
    store.holdAnswers(DOCUMENT);
    request(views.ticket());
    long ticket = views.ticket();
    request(ticket);
    store.releaseAnswers(DOCUMENT);

    assertThat(results).containsExactly("ready");
    assertThat(views.readAfter(HOST, ticket)).isNull();

    pass(MIN_INTERVAL_MS);
    assertThat(results).containsExactly("ready", "ready");
    assertThat(views.readAfter(HOST, ticket)).isNotNull();
  }

  @Test
  void readsOfOneCounterKeepTheirDistance() {
    request(views.ticket());
    request(views.ticket());
    pass(MIN_INTERVAL_MS - 1);
    assertThat(store.reads(DOCUMENT)).isEqualTo(1);

    pass(MIN_INTERVAL_MS);
    assertThat(store.reads(DOCUMENT)).isEqualTo(2);
    assertThat(results).hasSize(2);
  }

  @Test
  void wantedViewIsRefreshedWhenItIsOld() {
    recorded(5);
    request(views.ticket());
    recorded(6);
    views.refreshSoon(HOST);
    pass(REFRESH_MS - 1);
    assertThat(views.known(HOST).view().seen(6)).isFalse();

    pass(MIN_INTERVAL_MS);

    assertThat(views.known(HOST).view().seen(6)).isTrue();
  }

  @Test
  void viewThatNobodyWantsIsNotRefreshed() {
    request(views.ticket());
    pass(5 * REFRESH_MS);

    assertThat(store.reads(DOCUMENT)).isEqualTo(1);
  }

  @Test
  void refreshedViewNeverGoesBack() {
    recorded(5);
    request(views.ticket());
    store.replace(DOCUMENT, document(3)); // a replica that lags behind
    pass(MIN_INTERVAL_MS);
    request(views.ticket());

    assertThat(store.reads(DOCUMENT)).isEqualTo(2);
    assertThat(views.known(HOST).view().seen(5)).isTrue();
  }

  @Test
  void readThatFailsIsTriedAgainAndTheOldViewStays() {
    recorded(5);
    request(views.ticket());
    pass(MIN_INTERVAL_MS);
    store.failNextReads(DOCUMENT, 1);
    long ticket = views.ticket();
    request(ticket);

    assertThat(results).containsExactly("ready");
    assertThat(views.known(HOST).view().seen(5)).isTrue();
    assertThat(views.readAfter(HOST, ticket)).isNull();
    assertThat(views.blocked(HOST)).isNull();

    pass(MIN_INTERVAL_MS);
    assertThat(results).containsExactly("ready", "ready");
  }

  @Test
  void unreadableDocumentBlocksUntilItIsMended() {
    store.replace(DOCUMENT, new StoredValue("text/plain", new byte[] {'?'}));
    request(views.ticket());
    assertThat(results).hasSize(1).doesNotContain("ready");
    assertThat(views.blocked(HOST)).isEqualTo(results.get(0));

    recorded(5);
    pass(REFRESH_MS);

    assertThat(views.blocked(HOST)).as("who asked had it read again").isNull();
    assertThat(views.known(HOST).view().seen(5)).isTrue();
  }

  @Test
  void anotherCountersDocumentUnderTheKeyIsNoView() {
    String other = "hostB-20131030_091500";
    CounterLedger<Object> ledger = CounterLedger.absent(other);
    ledger.mark(LongRanges.of(5), 0, 0, null);
    store.replace(
        DOCUMENT, new StoredValue(CounterDocumentCodec.CONTENT_TYPE, ledger.beginPut("w")));
    request(views.ticket());

    assertThat(views.blocked(HOST)).contains("the document of counter " + other);
    assertThat(views.known(HOST).view()).isNull();
  }

  @Test
  void viewThatNobodyAsksForIsDropped() {
    request(views.ticket());
    assertThat(views.known(HOST).view()).isNotNull();
    pass(IDLE_MS + 1);

    assertThat(views.known(HOST).view()).isNull();
  }

  /** A cache with narrow bounds, and its counters' reads in the order in which they began. */
  private ViewCache bounded(int inFlight, int perSecond, long maxWaitMs) {
    return new ViewCache(
        store,
        new ViewSettings(REFRESH_MS, MIN_INTERVAL_MS, IDLE_MS, inFlight, perSecond, maxWaitMs),
        () -> this.nowMs);
  }

  private static String counter(int number) {
    return "host" + number + "-20131030_152543";
  }

  @Test
  void readsAtOnceAreBounded() {
    int most = 3;
    ViewCache few = bounded(most, 0, 0);
    for (int i = 0; i < 10; i++) {
      store.holdAnswers(DocumentKey.counter(counter(i)));
      few.request(counter(i), few.ticket(), failure -> results.add("ready"));
    }
    assertThat(store.reads()).hasSize(most);
    nowMs += IDLE_MS / 2;
    few.tick(nowMs);
    assertThat(store.reads()).as("however long they take").hasSize(most);

    for (int i = 0; i < 10; i++) {
      store.releaseAnswers(DocumentKey.counter(counter(i)));
    }
    for (int i = 0; i < 10; i++) {
      nowMs += MIN_INTERVAL_MS;
      few.tick(nowMs);
    }
    assertThat(results).hasSize(10);
    assertThat(store.readsIn(DocumentKey.COUNTERS)).isEqualTo(10);
  }

  @Test
  void counterThatIsRequestedAgainAndAgainDoesNotKeepOthersWaiting() {
    ViewCache one = bounded(1, 0, 0);
    DocumentKey greedy = DocumentKey.counter(counter(0));
    store.holdAnswers(greedy);
    one.request(counter(0), one.ticket(), failure -> {});
    one.request(counter(1), one.ticket(), failure -> results.add("ready"));
    for (int i = 0; i < 3 && results.isEmpty(); i++) {
      nowMs += MIN_INTERVAL_MS;
      one.tick(nowMs);
      store.releaseAnswers(greedy);
      store.holdAnswers(greedy);
      one.request(counter(0), one.ticket(), failure -> {});
    }

    assertThat(results).containsExactly("ready");
  }

  @Test
  void manyCountersAreReadAtABoundedRate() {
    int counters = 1_000;
    int perSecond = 50;
    ViewCache slow = bounded(100, perSecond, 100_000);
    int seconds = 40;
    for (int tick = 0; tick < seconds * 40; tick++) {
      nowMs += 25;
      for (int i = 0; i < counters; i++) {
        slow.refreshSoon(counter(i));
      }
      slow.tick(nowMs);
    }

    assertThat(store.readsIn(DocumentKey.COUNTERS))
        .isBetween(seconds * perSecond * 9L / 10, seconds * perSecond + 10L);
    for (int i = 0; i < counters; i++) {
      assertThat(store.reads(DocumentKey.counter(counter(i))))
          .as("each in its turn")
          .isBetween(1L, 3L);
    }
  }

  @Test
  void noneWaitsForTheRateLongerThanItMay() {
    long maxWaitMs = 2_000;
    ViewCache slow = bounded(1_000, 1, maxWaitMs);
    for (int i = 0; i < 100; i++) {
      slow.request(counter(i), slow.ticket(), failure -> results.add("ready"));
    }
    while (results.size() < 100) {
      nowMs += 25;
      slow.tick(nowMs);
    }
    assertThat(nowMs - 1_383_146_743_000L).isLessThanOrEqualTo(maxWaitMs + 25);
  }

  @Test
  void whoWaitsGoesBeforeWhatIsOnlyOld() {
    ViewCache slow = bounded(1, 10, 100_000);
    for (int i = 0; i < 20; i++) {
      slow.refreshSoon(counter(i));
    }
    slow.tick(nowMs);
    slow.request(HOST, slow.ticket(), failure -> results.add("ready"));
    nowMs += 200; // two reads' time
    slow.tick(nowMs);

    assertThat(results).containsExactly("ready");
    assertThat(store.reads()).hasSizeLessThan(5);
  }

  @Test
  void largeDocumentIsReadLessOften() {
    ViewCache cache = bounded(10, 0, 20 * REFRESH_MS);
    GapList gaps = new GapList();
    for (long i = 0; i < 100_000; i++) {
      gaps.mark(2 * i, nowMs);
    }
    byte[] bytes =
        CounterDocumentCodec.write(
            new CounterDocument(
                HOST, gaps, false, nowMs, new LongRanges(), new WriteStamp("w", 1, List.of())));
    store.replace(DOCUMENT, new StoredValue(CounterDocumentCodec.CONTENT_TYPE, bytes));
    long before = store.reads().size();
    for (int tick = 0; tick < 20 * REFRESH_MS / 25; tick++) {
      nowMs += 25;
      cache.refreshSoon(HOST);
      cache.tick(nowMs);
    }

    assertThat(bytes.length).isBetween(200_000, 250_000);
    assertThat(store.reads().size() - before)
        .as("every 6 s instead of each second")
        .isBetween(3L, 5L);
  }

  @Test
  void waiterThatThrowsLeavesNobodyUntold() {
    store.holdAnswers(DOCUMENT);
    views.request(
        HOST,
        0,
        failure -> {
          throw new IllegalStateException("its task has ended");
        });
    request(0);
    store.releaseAnswers(DOCUMENT);

    assertThat(results).containsExactly("ready");
    pass(MIN_INTERVAL_MS);
    request(views.ticket());
    assertThat(results).hasSize(2);
  }

  @Test
  void errorWhileAnAnswerIsTakenLeavesTheRequestAndTheCounterIsReadAgain() {
    views.reportTo(
        new ReadMetrics() {
          @Override
          public void readStarted() {}

          @Override
          public void readFailed() {
            throw new StackOverflowError("whatever it is");
          }
        });
    store.failNextReads(DOCUMENT, 1);
    Assertions.assertThatThrownBy(() -> request(views.ticket()))
        .isInstanceOf(StackOverflowError.class);
    assertThat(results).isEmpty();

    pass(MIN_INTERVAL_MS);
    assertThat(results).containsExactly("ready");
  }

  @Test
  void storeThatTakesNoReadsIsAFailure() {
    store.refuseNextRead(DOCUMENT);
    request(views.ticket());
    assertThat(results).isEmpty();

    pass(MIN_INTERVAL_MS);
    assertThat(results).containsExactly("ready");
  }

  @Test
  void ticketsGrow() {
    assertThat(views.ticket()).isLessThan(views.ticket());
  }

  @Test
  void settingsThatContradictEachOtherAreRefused() {
    Assertions.assertThatThrownBy(() -> new ViewSettings(10, 20, 30))
        .hasMessageContaining("refreshMs: expected 20 or more, got 10");
  }
}
