package clickcounter.simulation;

import clickcounter.counting.AdsSettings;
import clickcounter.counting.AdsSettingsBuilder;
import clickcounter.counting.CountersSettings;
import clickcounter.defer.WriteLimits;
import clickcounter.views.ViewSettings;

/** The settings of one life's tasks. */
record TaskSettings(
    AdsSettings ads,
    CountersSettings counters,
    ViewSettings views,
    long tickMs,
    long messageTimeOutMs) {
  static final long MAX_JUMP = 10_000;

  /** A fourth of the shortest message time-out. */
  private static final long KEEP_ALIVE_MS = 500;

  /** More than any life has events. */
  private static final int MAX_GAPS = 100_000;

  /** In a document, a part of its counter's name included. */
  private static final int BYTES_AN_ID = 20;

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
        + views.maxWaitMs()
        + messageTimeOutMs;
  }

  private static AdsSettingsBuilder sameInAllLives() {
    return AdsSettingsBuilder.builder()
        .keepAliveMs(KEEP_ALIVE_MS)
        .maxSequenceJump(MAX_JUMP)
        .maxGapsPerCounter(MAX_GAPS)
        .blockedRetryMs(500);
  }

  /**
   * Documents are read again each time, settled ids go soon, views get old.
   *
   * @param quick everything happens as soon as it may, views are young
   */
  static TaskSettings drawHostile(Chance chance, boolean quick) {
    WriteLimits writes = new WriteLimits(chance.skewed(0, quick ? 5 : 50), 50, 0);
    AdsSettings ads =
        sameInAllLives()
            .writes(writes)
            .maxReadsInFlight(20)
            .hurryUnsettledBytes(100 * BYTES_AN_ID)
            .maxUnsettledIds(200)
            .trimUnsettledIds(0)
            .trimAfterMs(chance.skewed(5, quick ? 10 : 50))
            .markFlushMs(chance.skewed(0, quick ? 2 : 20))
            .maxHeldEvents(1_000)
            .cacheBytes(chance.happens(0.7) ? 0 : 100_000)
            .build();
    CountersSettings counters =
        new CountersSettings(
            writes, chance.skewed(1, quick ? 3 : 50), MAX_JUMP, MAX_GAPS, 20, 500, 5_000, 500);
    long refresh = quick ? chance.skewed(10, 50) : chance.skewed(50, 3_000);
    ViewSettings views =
        new ViewSettings(
            refresh, chance.skewed(0, quick ? 5 : 20), refresh + chance.skewed(0, 10_000));
    long tickMs = quick ? 5 : chance.between(5, 40);
    return new TaskSettings(ads, counters, views, tickMs, 2_000);
  }

  /** Nothing is so narrow that a delivery would have to wait for long. */
  static TaskSettings drawCalm(Chance chance) {
    WriteLimits writes =
        new WriteLimits(
            chance.skewed(0, 200),
            (int) chance.skewed(1, 50),
            chance.happens(0.5) ? 0 : (int) chance.between(40, 300));
    AdsSettings ads =
        sameInAllLives()
            .writes(writes)
            .maxReadsInFlight(10)
            .hurryUnsettledBytes(100 * BYTES_AN_ID)
            .maxUnsettledIds(1_000)
            .trimUnsettledIds((int) chance.skewed(0, 30))
            .trimAfterMs(chance.skewed(10, 1_000))
            .markFlushMs(chance.skewed(1, 100))
            .maxHeldEvents(1_000)
            .cacheBytes(chance.skewed(0, 100_000))
            .build();
    CountersSettings counters =
        new CountersSettings(
            writes, chance.skewed(1, 500), MAX_JUMP, MAX_GAPS, 20, 500, 5_000, 500);
    long interval = chance.skewed(0, 100);
    ViewSettings views = new ViewSettings(interval + 100, interval, 3_000);
    return new TaskSettings(ads, counters, views, chance.between(5, 40), 5_000);
  }

  /** So few puts at a time that a slow store makes the line long, and a short time-out. */
  static TaskSettings drawSlow(Chance chance) {
    TaskSettings calm = drawCalm(chance);
    AdsSettings ads = calm.ads.withWrites(new WriteLimits(chance.skewed(0, 200), 1, 0));
    CountersSettings counters = calm.counters.withWrites(new WriteLimits(50, 10, 0));
    return new TaskSettings(ads, counters, calm.views, calm.tickMs, 2_000);
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
            chance.happens(0.7) ? 0 : (int) chance.between(20, 300),
            chance.between(300, 1_000));
    int hurry = (int) chance.skewed(1, 50);
    AdsSettings ads =
        sameInAllLives()
            .writes(adWrites)
            .maxReadsInFlight((int) chance.skewed(1, 20))
            .hurryUnsettledBytes(hurry * BYTES_AN_ID)
            .maxUnsettledIds(hurry + (int) chance.skewed(0, 100))
            .trimUnsettledIds((int) chance.skewed(0, 30))
            .trimAfterMs(chance.skewed(10, 1_000))
            .markFlushMs(chance.skewed(1, 200))
            .maxHeldEvents((int) chance.skewed(30, 1_000))
            .cacheBytes(chance.skewed(0, 100_000))
            .build();
    CountersSettings counters =
        new CountersSettings(
            counterWrites,
            chance.skewed(1, 500),
            MAX_JUMP,
            MAX_GAPS,
            (int) chance.skewed(1, 20),
            (int) chance.skewed(5, 500),
            chance.skewed(100, 5_000),
            500);
    long interval = chance.skewed(0, 200);
    long refresh = interval + chance.skewed(20, 500);
    // A merge may need the views of all counters, read one after the other.
    long mergeMs = 1_000;
    ViewSettings views =
        new ViewSettings(
            refresh,
            interval,
            refresh + mergeMs + chance.skewed(0, 3_000),
            (int) chance.skewed(1, 20),
            chance.happens(0.7) ? 0 : (int) chance.between(20, 300),
            chance.skewed(0, 500));
    return new TaskSettings(ads, counters, views, chance.between(5, 40), 2_000);
  }
}
