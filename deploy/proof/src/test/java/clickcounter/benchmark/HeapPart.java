package clickcounter.benchmark;

import clickcounter.settings.Settings;
import clickcounter.store.StoreContext;
import clickcounter.topology.TopologySettings;
import java.lang.ref.Reference;
import java.util.function.Supplier;

/**
 * Measures the live heap of ads and of pending events, in the tasks without queue and Storm. The
 * goals are 400 bytes a live ad with one counter and 120 bytes a pending event.
 *
 * <p>First each ad gets one event, which is written and settled: the ad is idle, in the cache. Then
 * the store falls silent, and each ad gets one pending event: now it is live. Then more pending
 * events come, over the same ads. They alone make the difference to the last step.
 */
final class HeapPart implements Part {
  /** As a genuine node's: three actors of a version vector with their times. */
  private static final int VCLOCK_BYTES = 48;

  private static final int LINES_A_MESSAGE = 500;
  private static final double EVENTS_PER_SECOND = 1_000_000;

  private final Settings settings;
  private final int ads;
  private final int events;
  private final int counters;

  /**
   * @param events pending ones, besides one of each ad
   */
  HeapPart(Settings settings, int ads, int events, int counters) {
    this.settings = settings;
    this.ads = ads;
    this.events = events;
    this.counters = counters;
  }

  /** Bytes of live heap of one of each. */
  record Result(double idleAd, double liveAd, double pendingEvent) {}

  @Override
  public void run(Figures figures) {
    figures.say(
        "live heap, %,d ads, %,d pending events and one more of each ad, %d counters, %d lines a message:",
        ads, events, counters, LINES_A_MESSAGE);
    StoreContext shared = new StoreContext(new byte[VCLOCK_BYTES]);
    say(figures, "a vclock for all", measure(() -> shared));
    say(
        figures,
        "a vclock of " + VCLOCK_BYTES + " bytes each",
        measure(() -> new StoreContext(new byte[VCLOCK_BYTES])));
  }

  private static void say(Figures figures, String vclocks, Result result) {
    figures.say(
        "  %s: %,.0f bytes a live ad with one counter (goal 400), %,.0f bytes an idle ad, %,.0f bytes a pending event (goal 120)",
        vclocks, result.liveAd(), result.idleAd(), result.pendingEvent());
  }

  /** Measures with these contexts in the store's answers. */
  Result measure(Supplier<StoreContext> contexts) {
    InstantStore store = new InstantStore(contexts);
    store.forgetAds();
    Traffic traffic = new Traffic(ads, counters, LINES_A_MESSAGE);
    BareTasks tasks = new BareTasks(TopologySettings.of(roomy()), store);
    long empty = LiveHeap.bytes();
    tasks.play(traffic.oneOfEachAd(), EVENTS_PER_SECOND);
    long idle = LiveHeap.bytes();
    store.silencePutsOfAds();
    tasks.feed(traffic.oneOfEachAd(), EVENTS_PER_SECOND);
    long live = LiveHeap.bytes();
    tasks.feed(traffic.next(events), EVENTS_PER_SECOND);
    long pending = LiveHeap.bytes();
    if (tasks.pendingEvents() != ads + events || store.adReads() != ads) {
      throw new IllegalStateException(
          "expected "
              + (ads + events)
              + " pending events and "
              + ads
              + " ads read once, found "
              + tasks.pendingEvents()
              + " and "
              + store.adReads()
              + " reads");
    }
    Reference.reachabilityFence(tasks);
    double event = (double) (pending - live) / events;
    return new Result((double) (idle - empty) / ads, (double) (live - empty) / ads - event, event);
  }

  /** Nothing waits for room, and no document leaves the cache. */
  private Settings roomy() {
    return settings
        .with("maxPendingMb", "100000")
        .with("maxUnsettledIds", "100000")
        .with("cacheMb", "100000");
  }
}
