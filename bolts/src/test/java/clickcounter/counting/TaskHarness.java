package clickcounter.counting;

import clickcounter.defer.WriteLimits;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore;
import clickcounter.store.StoredValue;
import clickcounter.views.ViewCache;
import clickcounter.views.ViewSettings;
import clickcounter.wire.Marks;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A worker by hand: an ads task and a counters task over one store. The clock stands until it is
 * told to go, and nothing that came back from the store is seen before {@link #run}.
 */
final class TaskHarness {
  static final long START_MS = 1_383_146_743_000L;
  static final long DEFERRAL_MS = 1_000;
  static final long COUNTER_DEFERRAL_MS = 500;
  static final long CONFIRM_AFTER_MS = 2_000;
  static final long MARK_FLUSH_MS = 50;
  static final long TRIM_AFTER_MS = 3_000;
  static final long BLOCKED_RETRY_MS = 60_000;
  static final long IDLE_MS = 600_000;
  static final int HURRY_UNSETTLED_BYTES = 200;
  static final int MAX_UNSETTLED_IDS = 50;
  static final long KEEP_ALIVE_MS = 15_000;
  static final int TRIM_UNSETTLED_IDS = 10;
  static final int MAX_HELD_EVENTS = 200;
  static final int MAX_HELD_DELIVERIES = 10;
  static final long MAX_SEQUENCE_JUMP = 1_000;
  static final int MAX_GAPS = 150;
  static final int MAX_READS_IN_FLIGHT = 4;
  static final long COST_MICROS = 120_000;

  private static final long TICK_MS = 5;
  private static final long SEED = 20131030;

  final MemoryStore store;
  ArrayDeque<Runnable> mailbox;
  final RecordedOutput out = new RecordedOutput();
  final RecordedOutput countersOut = new RecordedOutput();
  final RecordedMetrics metrics = new RecordedMetrics();
  final RecordedMetrics countersMetrics = new RecordedMetrics();
  private final Random random;
  private final AdsSettings adsSettings;

  /** Null if no states are sent. */
  final RecordedStates states;

  ViewCache views;
  AdsTask<String> ads;
  CountersTask<String> counters;
  long nowMs = START_MS;
  private final Map<String, Marks> sentMarks = new LinkedHashMap<>();

  private TaskHarness(
      MemoryStore store, AdsSettings adsSettings, RecordedStates states, long seed) {
    this.store = store;
    this.states = states;
    this.adsSettings = adsSettings;
    this.random = new Random(seed);
    crash();
  }

  static TaskHarness ordinary() {
    return new TaskHarness(new MemoryStore(), settings(), null, SEED);
  }

  static TaskHarness withSettings(AdsSettings settings) {
    return new TaskHarness(new MemoryStore(), settings, null, SEED);
  }

  /** One that sends the states of its ads. */
  static TaskHarness publishing() {
    return new TaskHarness(new MemoryStore(), settings(), new RecordedStates(), SEED);
  }

  /** Another live copy of both tasks over the same store, as a cut-off worker is. */
  TaskHarness copy() {
    TaskHarness copy = new TaskHarness(store, adsSettings, states, SEED + 1);
    copy.nowMs = nowMs;
    return copy;
  }

  /** A worker with other settings, over the store of this one. */
  TaskHarness withSettingsOverSameStore(AdsSettings settings) {
    TaskHarness other = new TaskHarness(store, settings, states, SEED + 2);
    other.nowMs = nowMs;
    return other;
  }

  static AdsSettings settings() {
    return settings(1 << 20);
  }

  static AdsSettings settings(long cacheBytes) {
    return AdsSettingsBuilder.builder()
        .writes(new WriteLimits(DEFERRAL_MS, 16, 0))
        .maxReadsInFlight(16)
        .hurryUnsettledBytes(HURRY_UNSETTLED_BYTES)
        .maxUnsettledIds(MAX_UNSETTLED_IDS)
        .trimUnsettledIds(TRIM_UNSETTLED_IDS)
        .trimAfterMs(TRIM_AFTER_MS)
        .markFlushMs(MARK_FLUSH_MS)
        .keepAliveMs(KEEP_ALIVE_MS)
        .maxSequenceJump(MAX_SEQUENCE_JUMP)
        .maxGapsPerCounter(MAX_GAPS)
        .maxHeldEvents(MAX_HELD_EVENTS)
        .cacheBytes(cacheBytes)
        .blockedRetryMs(BLOCKED_RETRY_MS)
        .build();
  }

  private static CountersSettings countersSettings() {
    return new CountersSettings(
        new WriteLimits(COUNTER_DEFERRAL_MS, 16, 0),
        CONFIRM_AFTER_MS,
        MAX_SEQUENCE_JUMP,
        MAX_GAPS,
        MAX_READS_IN_FLIGHT,
        MAX_HELD_DELIVERIES,
        IDLE_MS,
        BLOCKED_RETRY_MS);
  }

  /** All memory is lost, what was on its way too; the tasks start anew. */
  void crash() {
    ArrayDeque<Runnable> newMailbox = new ArrayDeque<>();
    mailbox = newMailbox;
    out.unsent.clear();
    views = new ViewCache(store, new ViewSettings(200, 100, IDLE_MS), () -> nowMs);
    ads =
        new AdsTask<>(
            adsSettings,
            new HeldEventsBudget(adsSettings.maxHeldEvents()),
            store,
            views,
            newMailbox::add,
            () -> nowMs,
            random,
            out,
            states,
            metrics);
    counters =
        new CountersTask<>(
            countersSettings(),
            store,
            newMailbox::add,
            () -> nowMs,
            random,
            countersOut,
            countersMetrics);
  }

  /** A delivery comes to the ads task, and what follows at once happens. */
  void deliver(String delivery, AdEvent... events) {
    ads.onBatch(delivery, EventBatch.of(List.of(events)));
    run();
  }

  void deliver(String delivery, List<AdEvent> events) {
    deliver(delivery, events.toArray(AdEvent[]::new));
  }

  /** All that came back from the store is seen. */
  void run() {
    while (!mailbox.isEmpty()) {
      mailbox.poll().run();
    }
  }

  /** Time goes on, tick by tick. */
  void pass(long ms) {
    long untilMs = nowMs + ms;
    while (nowMs < untilMs) {
      nowMs = Math.min(untilMs, nowMs + TICK_MS);
      tick();
    }
  }

  /** Time goes on at once, as if the worker had been suspended. */
  void jump(long ms) {
    nowMs += ms;
    tick();
  }

  private void tick() {
    ads.onTick();
    counters.onTick();
    run();
  }

  /** The marks that the ads task sent reach the counters task; those that it fails come again. */
  void sendMarks() {
    sentMarks.forEach(
        (delivery, marks) -> {
          if (countersOut.failed.remove(delivery)) {
            out.unsent.add(marks);
          }
        });
    List<Marks> sending = new ArrayList<>(out.unsent);
    out.unsent.clear();
    for (Marks marks : sending) {
      String delivery = "marks" + sentMarks.size();
      sentMarks.put(delivery, marks);
      counters.onMarks(delivery, List.of(marks));
      run();
      while (countersOut.failed.remove(delivery)) {
        pass(COUNTER_DEFERRAL_MS);
        counters.onMarks(delivery, List.of(marks));
        run();
      }
    }
  }

  /** What is marked is recorded and confirmed, and the ads task knows it. */
  void settle() {
    sendMarks();
    pass(2 * CONFIRM_AFTER_MS);
  }

  AdDocument ad(String adId) {
    try {
      StoredValue value = single(DocumentKey.ad(adId));
      return AdDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  CounterDocument counter(String counterId) {
    try {
      StoredValue value = single(DocumentKey.counter(counterId));
      return CounterDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new AssertionError(e);
    }
  }

  private StoredValue single(DocumentKey key) {
    List<StoredValue> values = store.values(key);
    if (values.size() != 1) {
      throw new AssertionError(key + ": expected one value, found " + values.size());
    }
    return values.get(0);
  }

  static StoredValue unreadable() {
    return new StoredValue(
        AdDocumentCodec.CONTENT_TYPE, "{\"adId\":".getBytes(StandardCharsets.UTF_8));
  }

  static AdEvent click(String adId, String counterId, long sequence) {
    return new AdEvent(
        counterId, sequence, EventKind.CLICK, adId, START_MS + sequence, COST_MICROS);
  }

  /** Clicks of one counter on one ad, with these sequences from the first to the last. */
  static List<AdEvent> clicks(String adId, String counterId, long first, long last) {
    List<AdEvent> clicks = new ArrayList<>();
    for (long sequence = first; sequence <= last; sequence++) {
      clicks.add(click(adId, counterId, sequence));
    }
    return clicks;
  }
}
