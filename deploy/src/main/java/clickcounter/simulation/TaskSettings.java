package clickcounter.simulation;

import clickcounter.count.WriteLimits;
import clickcounter.counting.AdsSettings;
import clickcounter.counting.CountersSettings;
import clickcounter.counting.ViewCache;

/** The settings of one life's tasks. */
record TaskSettings(
    AdsSettings ads,
    CountersSettings counters,
    ViewCache.Settings views,
    long tickMs,
    long messageTimeOutMs) {
  static final long MAX_JUMP = 10_000;

  /**
   * How long an event may wait for a document that is full of others, at most: until these are put,
   * marked, recorded, confirmed, and read again.
   */
  long roundMs() {
    return ads.writes().deferralMs()
        + ads.trimAfterMs()
        + ads.markFlushMs()
        + 2 * counters.writes().deferralMs()
        + counters.confirmAfterMs()
        + views.idleMs()
        + messageTimeOutMs;
  }

  static TaskSettings draw(Chance chance) {
    WriteLimits adWrites =
        new WriteLimits(
            chance.skewed(0, 600),
            (int) chance.skewed(1, 50),
            chance.happens(0.7) ? 0 : (int) chance.between(20, 300));
    WriteLimits counterWrites =
        new WriteLimits(
            chance.skewed(0, 300),
            (int) chance.skewed(1, 50),
            chance.happens(0.7) ? 0 : (int) chance.between(20, 300));
    int hurry = (int) chance.skewed(1, 50);
    AdsSettings ads =
        new AdsSettings(
            adWrites,
            (int) chance.skewed(1, 20),
            hurry,
            hurry + (int) chance.skewed(0, 100),
            (int) chance.skewed(0, 30),
            chance.skewed(10, 1_000),
            chance.skewed(1, 200),
            MAX_JUMP,
            (int) chance.skewed(30, 1_000),
            chance.skewed(0, 100_000),
            500);
    CountersSettings counters =
        new CountersSettings(
            counterWrites,
            chance.skewed(1, 500),
            MAX_JUMP,
            (int) chance.skewed(5, 500),
            chance.skewed(100, 5_000),
            500);
    long interval = chance.skewed(0, 200);
    long refresh = interval + chance.skewed(0, 500);
    ViewCache.Settings views =
        new ViewCache.Settings(refresh, interval, refresh + 100 + chance.skewed(0, 3_000));
    return new TaskSettings(ads, counters, views, chance.between(5, 40), 2_000);
  }
}
