package clickcounter.topology;

import clickcounter.counting.AdsSettings;
import clickcounter.counting.CountersSettings;
import clickcounter.counting.ViewSettings;
import clickcounter.defer.WriteLimits;
import clickcounter.jms.BrokerSettings;
import clickcounter.secret.SecretSource;
import clickcounter.spouts.SpoutSettings;
import clickcounter.storm.RiakStoreFactory;
import clickcounter.storm.StateSinkFactory;
import clickcounter.storm.StoreFactory;

/**
 * What {@link Settings} mean for each component. Values that cannot work together are refused
 * before anything starts. What is fixed and no setting is a constant here.
 *
 * @param messageTimeoutS the time after which Storm fails a tuple
 * @param states null if no states of ads are sent
 */
public record TopologySettings(
    BrokerSettings broker,
    SpoutSettings spout,
    StoreFactory store,
    AdsSettings ads,
    CountersSettings counters,
    ViewSettings views,
    Parallelism parallelism,
    int messageTimeoutS,
    Metrics metrics,
    StateSinkFactory states) {

  /** A trickle of late events rolls their hour once a minute, not at each put. */
  private static final long ROLL_INTERVAL_MS = 60_000;

  private static final long STARTUP_TIMEOUT_MS = 30_000;
  private static final long VIEW_IDLE_MS = 600_000;
  private static final long COUNTER_IDLE_MS = 600_000;
  private static final int MAX_COUNTER_PUTS_IN_FLIGHT = 32;
  private static final int MAX_COUNTER_READS_IN_FLIGHT = 16;
  private static final int MAX_VIEW_READS_IN_FLIGHT = 16;

  /** The numbers of workers and tasks. */
  public record Parallelism(
      int workers, int workerHeapMb, int ackers, int spouts, int adsTasks, int countersTasks) {}

  /**
   * Where each worker serves its metrics.
   *
   * @param portOffset from the worker's port; 0 for no metrics
   */
  public record Metrics(String host, int portOffset) {}

  public TopologySettings {
    long halfTimeoutMs = messageTimeoutS * 1000L / 2;
    requireBelowHalf(Setting.DEFERRAL_MS, ads.writes().deferralMs(), halfTimeoutMs);
    requireBelowHalf(Setting.COUNTER_DEFERRAL_MS, counters.writes().deferralMs(), halfTimeoutMs);
    long heldMs = ads.writes().deferralMs() + ads.markFlushMs() + counters.writes().deferralMs();
    if (heldMs >= halfTimeoutMs) {
      throw new IllegalArgumentException(
          "settings deferralMs + markFlushMs + counterDeferralMs: expected below half of messageTimeoutS ("
              + halfTimeoutMs
              + " ms), found "
              + heldMs
              + " ms: a tuple waits for all three in turn, and would time out and be redelivered for ever");
    }
  }

  private static void requireBelowHalf(Setting setting, long valueMs, long halfTimeoutMs) {
    if (valueMs >= halfTimeoutMs) {
      throw new IllegalArgumentException(
          "setting "
              + setting.key()
              + ": expected below half of messageTimeoutS ("
              + halfTimeoutMs
              + " ms), found "
              + valueMs
              + " ms: held tuples would time out and be redelivered for ever");
    }
  }

  /**
   * The topology that these settings describe.
   *
   * @throws IllegalArgumentException that names the setting, its value and what was expected
   */
  public static TopologySettings of(Settings settings) {
    return of(settings, new RiakStoreFactory(RiakSettingsReader.read(settings)));
  }

  /** As above, with another store, for tests and benchmarks. */
  public static TopologySettings of(Settings settings, StoreFactory store) {
    return new TopologySettings(
        broker(settings),
        new SpoutSettings(
            settings.integer(Setting.MAX_PENDING_EVENTS),
            settings.number(Setting.MAX_PENDING_MB) << 20,
            settings.number(Setting.MAX_MESSAGE_BYTES),
            settings.number(Setting.MAX_CLOCK_AHEAD_MS),
            STARTUP_TIMEOUT_MS),
        store,
        ads(settings),
        counters(settings),
        new ViewSettings(
            settings.number(Setting.VIEW_REFRESH_MS),
            settings.number(Setting.VIEW_MIN_INTERVAL_MS),
            VIEW_IDLE_MS,
            MAX_VIEW_READS_IN_FLIGHT,
            settings.integer(Setting.VIEW_READS_PER_SECOND),
            longestWaitMs(settings)),
        new Parallelism(
            settings.integer(Setting.WORKERS),
            settings.integer(Setting.WORKER_HEAP_MB),
            settings.integer(Setting.ACKERS),
            settings.integer(Setting.SPOUTS),
            settings.integer(Setting.ADS_TASKS),
            settings.integer(Setting.COUNTERS_TASKS)),
        settings.integer(Setting.MESSAGE_TIMEOUT_S),
        new Metrics(
            settings.text(Setting.METRICS_HOST), settings.integer(Setting.METRICS_PORT_OFFSET)),
        states(settings));
  }

  private static StateSinkFactory states(Settings settings) {
    String topic = settings.text(Setting.STATES_TOPIC);
    return topic.isEmpty() ? null : new JmsStateSinkFactory(broker(settings), topic);
  }

  private static BrokerSettings broker(Settings settings) {
    return new BrokerSettings(
        settings.text(Setting.BROKER_URL),
        settings.text(Setting.BROKER_QUEUE),
        settings.text(Setting.BROKER_REJECTED_QUEUE),
        orNull(settings.text(Setting.BROKER_USER)),
        secret(settings, Setting.BROKER_PASSWORD),
        settings.integer(Setting.BROKER_PREFETCH),
        false,
        orNull(settings.text(Setting.BROKER_TRUST_STORE)),
        secret(settings, Setting.BROKER_TRUST_STORE_PASSWORD));
  }

  private static String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  private static SecretSource secret(Settings settings, Setting setting) {
    String place = settings.text(setting);
    return place.isEmpty() ? null : SecretSource.parse(setting.key(), place);
  }

  /**
   * How long a rate limit may delay a view that is waited for, and a counter's put. Each may take a
   * third of what half the message timeout leaves after the deferral of the ads.
   */
  private static long longestWaitMs(Settings settings) {
    long halfTimeoutMs = settings.number(Setting.MESSAGE_TIMEOUT_S) * 1_000 / 2;
    long leftMs =
        halfTimeoutMs
            - settings.number(Setting.DEFERRAL_MS)
            - settings.number(Setting.MARK_FLUSH_MS);
    return Math.max(0, leftMs / 3);
  }

  /**
   * The gaps that may stay, plus one for each pending event: while an archive is replayed at full
   * speed, each pending event may leave a gap for a moment.
   */
  private static int maxGaps(Settings settings) {
    return atMostInt(settings.number(Setting.MAX_GAPS_PER_COUNTER) + pendingEvents(settings));
  }

  /**
   * All events pending in all spouts may belong to ads of one worker, and each may be emitted again
   * while its first tuple is still held.
   */
  private static int maxHeldEvents(Settings settings) {
    return atMostInt(2 * pendingEvents(settings));
  }

  private static long pendingEvents(Settings settings) {
    return settings.number(Setting.SPOUTS) * settings.number(Setting.MAX_PENDING_EVENTS);
  }

  private static int atMostInt(long number) {
    return (int) Math.min(Integer.MAX_VALUE, number);
  }

  private static AdsSettings ads(Settings settings) {
    return new AdsSettings(
        new WriteLimits(
            settings.number(Setting.DEFERRAL_MS),
            settings.integer(Setting.PUTS_IN_FLIGHT),
            settings.integer(Setting.PUTS_PER_SECOND)),
        settings.integer(Setting.READS_IN_FLIGHT),
        settings.integer(Setting.HURRY_UNSETTLED_BYTES),
        settings.integer(Setting.MAX_UNSETTLED_IDS),
        settings.integer(Setting.TRIM_UNSETTLED_IDS),
        settings.number(Setting.TRIM_AFTER_MS),
        settings.number(Setting.MARK_FLUSH_MS),
        settings.number(Setting.MAX_SEQUENCE_JUMP),
        maxGaps(settings),
        maxHeldEvents(settings),
        settings.number(Setting.CACHE_MB) << 20,
        settings.integer(Setting.HOUR_MINUTES),
        settings.integer(Setting.ROLL_HOURS_BYTES),
        ROLL_INTERVAL_MS,
        settings.number(Setting.BLOCKED_RETRY_MS));
  }

  private static CountersSettings counters(Settings settings) {
    return new CountersSettings(
        new WriteLimits(
            settings.number(Setting.COUNTER_DEFERRAL_MS),
            MAX_COUNTER_PUTS_IN_FLIGHT,
            settings.integer(Setting.COUNTER_PUTS_PER_SECOND),
            Math.max(settings.number(Setting.COUNTER_DEFERRAL_MS), longestWaitMs(settings))),
        settings.number(Setting.COUNTER_CONFIRM_MS),
        settings.number(Setting.MAX_SEQUENCE_JUMP),
        maxGaps(settings),
        MAX_COUNTER_READS_IN_FLIGHT,
        maxHeldEvents(settings),
        COUNTER_IDLE_MS,
        settings.number(Setting.BLOCKED_RETRY_MS));
  }
}
