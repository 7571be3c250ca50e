package clickcounter.benchmark;

import clickcounter.benchmark.Traffic.Mix;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.topology.Settings;
import clickcounter.topology.TopologySettings;
import java.nio.charset.StandardCharsets;

/**
 * Measures what an event costs with more counters, more ads and older ads, against few counters and
 * few ads on their first day. Each ad gets as many events between two puts in each case, so the
 * cases do not differ in puts per event.
 */
final class ScalePart implements Part {
  private static final int LINES_A_MESSAGE = 500;
  private static final int FEW_COUNTERS = 24;
  private static final int DAYS = 30;

  /** Few enough that those of the last day, still unsettled, cause no put of their own. */
  private static final int HISTORY_EVENTS_A_DAY = 20;

  private static final long DAY_MS = 86_400_000;
  private static final double EVENTS_PER_AD_AND_PUT = 2;
  private static final String DEFERRAL_MS = "2000";

  private final Settings settings;
  private final int fewAds;
  private final int manyAds;
  private final int manyCounters;
  private final int events;

  /**
   * @param events measured in each case, or four of each ad if that is more
   */
  ScalePart(Settings settings, int fewAds, int manyAds, int manyCounters, int events) {
    this.settings = settings;
    this.fewAds = fewAds;
    this.manyAds = manyAds;
    this.manyCounters = manyCounters;
    this.events = events;
  }

  @Override
  public void run(Figures figures) {
    measure(fewAds, FEW_COUNTERS, null, Mix.ANY_COUNTER_A_LINE); // warms up
    StoredValue old = adOfManyDays();
    for (Mix mix : Mix.values()) {
      BareTasks.Result base = measure(fewAds, FEW_COUNTERS, null, mix);
      figures.say(
          "cost an event, the tasks alone, %s: %.2f µs of processor time with %,d ads on day 1 and %d counters, %,.0f puts per 1,000 events; against it",
          mix == Mix.ANY_COUNTER_A_LINE ? "any counter a line" : "one counter a message",
          base.cpuMicrosPerEvent(),
          fewAds,
          FEW_COUNTERS,
          base.putsPerThousandEvents());
      say(
          figures,
          "%,d counters (goal 1.1)".formatted(manyCounters),
          measure(fewAds, manyCounters, null, mix),
          base);
      if (mix == Mix.ANY_COUNTER_A_LINE) {
        say(figures, "day " + DAYS, measure(fewAds, FEW_COUNTERS, old, mix), base);
        say(
            figures,
            "%,d ads on day %d (goal 1.2)".formatted(manyAds, DAYS),
            measure(manyAds, FEW_COUNTERS, old, mix),
            base);
      }
    }
  }

  private static void say(
      Figures figures, String name, BareTasks.Result result, BareTasks.Result base) {
    figures.say(
        "  %s: %.2f times (%.2f µs), %,.0f puts per 1,000 events, %,.0f bytes a put",
        name,
        result.cpuMicrosPerEvent() / base.cpuMicrosPerEvent(),
        result.cpuMicrosPerEvent(),
        result.putsPerThousandEvents(),
        (double) result.putBytes() / result.puts());
  }

  /**
   * Measures for two deferrals at least, after each ad was read and another deferral has passed.
   *
   * @param old the document that each ad begins with, or null
   */
  BareTasks.Result measure(int ads, int counters, StoredValue old, Mix mix) {
    InstantStore store = new InstantStore();
    store.forgetAds(old == null ? adId -> null : adId -> renamed(old, adId));
    BareTasks tasks = new BareTasks(TopologySettings.of(roomy()), store);
    Traffic traffic = new Traffic(ads, counters, LINES_A_MESSAGE, mix);
    traffic.setTime(Traffic.START_MS + (old == null ? 0 : DAYS * DAY_MS));
    double rate = EVENTS_PER_AD_AND_PUT * ads * 1_000 / Long.parseLong(DEFERRAL_MS);
    tasks.play(traffic.oneOfEachAd(), rate);
    int measured = Math.max(events, (int) (2 * EVENTS_PER_AD_AND_PUT * ads));
    tasks.feed(traffic.next(measured / 2), rate);
    BareTasks.Result result = tasks.feed(traffic.next(measured), rate);
    if (store.adReads() > ads) {
      throw new IllegalStateException("documents left the cache, which the store has forgotten");
    }
    return result;
  }

  /** The document of an ad that had events on each of so many days, all settled. */
  StoredValue adOfManyDays() {
    InstantStore store = new InstantStore();
    BareTasks tasks = new BareTasks(TopologySettings.of(roomy()), store);
    Traffic traffic = new Traffic(1, 1, 1, Mix.ONE_COUNTER_A_MESSAGE);
    for (int day = 0; day < DAYS; day++) {
      traffic.setTime(Traffic.START_MS + day * DAY_MS);
      tasks.play(traffic.next(HISTORY_EVENTS_A_DAY), HISTORY_EVENTS_A_DAY);
    }
    return store.value(DocumentKey.ad(Traffic.adId(0)));
  }

  private static StoredValue renamed(StoredValue old, String adId) {
    String text = new String(old.bytes(), StandardCharsets.UTF_8);
    return new StoredValue(
        old.contentType(), text.replace(Traffic.adId(0), adId).getBytes(StandardCharsets.UTF_8));
  }

  private Settings roomy() {
    int most = 4 * (manyAds + events);
    return settings
        .with("deferralMs", DEFERRAL_MS)
        .with("maxPendingEvents", "" + most)
        .with("maxUnsettledIds", "100000")
        .with("cacheMb", "100000");
  }
}
