package clickcounter.benchmark;

import clickcounter.topology.Settings;
import clickcounter.topology.TopologySettings;

/**
 * Measures how many events one put carries when the store takes fewer puts than there are events:
 * first until as many events are pending as may be, then on. Time is simulated, so it does not wait
 * for the store.
 *
 * <p>By arithmetic: the store takes puts of all ads in turn, so a round takes ads / putsPerSecond.
 * An event is pending until the last event of its message is durable, which is nearly a round. So
 * the events of a round are those that may be pending, and a put carries pending / ads of them.
 */
final class HeldStorePart implements Part {
  private static final int LINES_A_MESSAGE = 500;
  private static final int COUNTERS = 24;

  /** Far more than the store takes. */
  private static final double EVENTS_PER_SECOND = 400_000;

  private final Settings settings;
  private final Load full;
  private final Load once;

  /**
   * A store and what it has to carry.
   *
   * @param pending events that may be pending
   */
  record Load(int putsPerSecond, int ads, int pending) {
    /** One nth of it, which takes as long for a round. */
    Load part(int n) {
      return new Load(putsPerSecond / n, ads / n, pending / n);
    }
  }

  /**
   * @param full is measured once the limit of pending events is reached
   * @param once is measured with as many events in all as may be pending
   */
  HeldStorePart(Settings settings, Load full, Load once) {
    this.settings = settings;
    this.full = full;
    this.once = once;
  }

  @Override
  public void run(Figures figures) {
    BareTasks.Result result = whenFull(full);
    figures.say(
        "a store held to %,d puts/s, %,d ads, %,d events pending, simulated time: %.1f events a put once it is full (goal 12; by arithmetic pending / ads = %.1f), %,.0f events/s",
        full.putsPerSecond(),
        full.ads(),
        full.pending(),
        (double) result.settled() / result.puts(),
        (double) full.pending() / full.ads(),
        result.settled() / result.calls().seconds());
    figures.say(
        "  %.2f µs of processor time an event, %,.0f mark tuples per 1,000 events; a tuple is held %.0f s at most",
        result.cpuMicrosPerEvent(),
        1e3 * result.marks() / result.events(),
        result.calls().longestHeldSeconds());
    result = allAtOnce(once);
    figures.say(
        "a store held to %,d puts/s, %,d ads, %,d events that may all be pending: %,.0f puts per 1,000 events (goal 130; one of each ad are %,.0f)",
        once.putsPerSecond(),
        once.ads(),
        once.pending(),
        result.putsPerThousandEvents(),
        1e3 * once.ads() / once.pending());
  }

  /** Measures one round over all ads, after the limit was reached and half a round passed. */
  BareTasks.Result whenFull(Load load) {
    InstantStore store = new InstantStore();
    store.forgetAds(adId -> null);
    BareTasks tasks = new BareTasks(TopologySettings.of(held(load)), store);
    Traffic traffic =
        new Traffic(load.ads(), COUNTERS, LINES_A_MESSAGE, Traffic.Mix.ANY_COUNTER_A_LINE);
    tasks.feed(traffic.next(load.pending() + load.pending() / 2), EVENTS_PER_SECOND);
    BareTasks.Result result = tasks.feed(traffic.next(load.pending()), EVENTS_PER_SECOND);
    if (store.adReads() > load.ads()) {
      throw new IllegalStateException("documents left the cache, which the store has forgotten");
    }
    return result;
  }

  /** Measures from the first event until everything is settled. */
  BareTasks.Result allAtOnce(Load load) {
    BareTasks tasks = new BareTasks(TopologySettings.of(held(load)), new InstantStore());
    Traffic traffic =
        new Traffic(load.ads(), COUNTERS, LINES_A_MESSAGE, Traffic.Mix.ANY_COUNTER_A_LINE);
    return tasks.play(traffic.next(load.pending()), EVENTS_PER_SECOND);
  }

  private Settings held(Load load) {
    return settings
        .with("putsPerSecond", "" + load.putsPerSecond())
        .with("maxPendingEvents", "" + load.pending())
        .with("maxUnsettledIds", "100000")
        .with("cacheMb", "100000");
  }
}
