package clickcounter.topology;

import clickcounter.copies.CopyLimits;
import clickcounter.counting.AdsSettings;
import clickcounter.counting.AdsSettingsBuilder;
import clickcounter.counting.CountersSettings;
import clickcounter.counting.CountersSettingsBuilder;
import clickcounter.defer.WriteLimits;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.secret.SecretSource;
import clickcounter.settings.EventTimesTable;
import clickcounter.settings.Settings;
import clickcounter.spouts.SpoutSettings;
import clickcounter.storm.RiakStoreFactory;
import clickcounter.storm.StateSinkFactory;
import clickcounter.storm.StoreFactory;
import clickcounter.views.ViewSettings;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;

/**
 * What {@link Settings} mean for each component. Values that cannot work together are refused
 * before anything starts. What is fixed and no setting is a constant of its component.
 *
 * @param messageTimeoutS the time after which Storm fails a tuple
 * @param states null if no states of ads are sent
 * @param secretFiles the files that workers read secrets from
 */
@RecordBuilder
public record TopologySettings(
    BrokerSettings broker,
    SpoutSettings spout,
    StoreFactory store,
    AdsSettings ads,
    CountersSettings counters,
    ViewSettings views,
    Parallelism parallelism,
    int messageTimeoutS,
    MetricsSettings metrics,
    StateSinkFactory states,
    List<SecretSource> secretFiles)
    implements TopologySettingsBuilder.With {
  /** An eighth of a worker's heap keeps documents without pending events. */
  private static final int CACHE_SHARE = 8;

  public record Parallelism(
      int workers, int workerHeapMb, int spouts, int adsTasks, int countersTasks) {}

  /**
   * Where each worker serves its metrics.
   *
   * @param portOffset from the worker's port; 0 for no metrics
   */
  public record MetricsSettings(String host, int portOffset) {}

  public TopologySettings {
    secretFiles = List.copyOf(secretFiles);
    long halfTimeoutMs = messageTimeoutS * 1000L / 2;
    long marksMs = ads.markFlushMs() + counters.writes().deferralMs();
    if (ads.writes().deferralMs() + marksMs >= halfTimeoutMs) {
      throw new IllegalArgumentException(
          "setting deferralMs: expected below %d ms, half of messageTimeoutS less the %d ms for which marks wait, found %d ms: tuples that wait for all of it would time out and be redelivered for ever"
              .formatted(halfTimeoutMs - marksMs, marksMs, ads.writes().deferralMs()));
    }
  }

  /**
   * The topology that these settings describe.
   *
   * @throws IllegalArgumentException that names the setting, its value and what was expected
   */
  public static TopologySettings of(Settings settings) {
    return new TopologySettings(
        BrokerSettingsTable.read(settings),
        spout(settings),
        new RiakStoreFactory(RiakSettingsTable.read(settings)),
        ads(settings),
        counters(settings),
        new ViewSettings(
            ViewSettings.REFRESH_MS,
            ViewSettings.MIN_INTERVAL_MS,
            ViewSettings.IDLE_MS,
            ViewSettings.READS_IN_FLIGHT,
            ViewSettings.READS_PER_SECOND,
            longestWaitMs(settings)),
        new Parallelism(
            settings.integer(TopologySettingsTable.WORKERS),
            settings.integer(TopologySettingsTable.WORKER_HEAP_MB),
            settings.integer(TopologySettingsTable.SPOUTS),
            settings.integer(TopologySettingsTable.ADS_TASKS),
            settings.integer(TopologySettingsTable.COUNTERS_TASKS)),
        settings.integer(TopologySettingsTable.MESSAGE_TIMEOUT_S),
        new MetricsSettings(
            settings.text(TopologySettingsTable.METRICS_HOST),
            settings.integer(TopologySettingsTable.METRICS_PORT_OFFSET)),
        states(settings),
        TopologySettingsTable.ROWS.stream()
            .flatMap(row -> SecretSource.file(row.key(), settings.text(row)).stream())
            .toList());
  }

  private static SpoutSettings spout(Settings settings) {
    return new SpoutSettings(
        settings.number(TopologySettingsTable.MAX_PENDING_MB) << 20,
        SpoutSettings.MAX_MESSAGE_BYTES,
        settings.number(EventTimesTable.EARLIEST_TIMESTAMP_MS),
        settings.number(EventTimesTable.MAX_CLOCK_AHEAD_MS),
        SpoutSettings.STARTUP_TIMEOUT_MS);
  }

  private static StateSinkFactory states(Settings settings) {
    String topic = settings.text(BrokerSettingsTable.STATES_TOPIC);
    return topic.isEmpty()
        ? null
        : new JmsStateSinkFactory(BrokerSettingsTable.read(settings), topic);
  }

  /**
   * How long a rate limit may delay a view that is waited for, and a counter's put. Each may take a
   * third of what half the message timeout leaves after the deferral of the ads.
   */
  private static long longestWaitMs(Settings settings) {
    long leftMs =
        halfTimeoutMs(settings)
            - settings.number(TopologySettingsTable.DEFERRAL_MS)
            - AdsSettings.MARK_FLUSH_MS;
    return Math.max(0, leftMs / 3);
  }

  private static long halfTimeoutMs(Settings settings) {
    return settings.number(TopologySettingsTable.MESSAGE_TIMEOUT_S) * 1_000 / 2;
  }

  /**
   * The gaps that may stay, plus one for each pending event: while an archive is replayed at full
   * speed, each pending event may leave a gap for a moment.
   */
  private static int maxGaps(Settings settings) {
    return atMostInt(CountersSettings.MAX_GAPS + pendingEvents(settings));
  }

  /**
   * All events pending in all spouts may belong to ads of one worker, and each may be emitted again
   * while its first tuple is still held.
   */
  private static int maxHeldEvents(Settings settings) {
    return atMostInt(2 * pendingEvents(settings));
  }

  private static long pendingEvents(Settings settings) {
    return settings.number(TopologySettingsTable.SPOUTS) * spout(settings).maxPendingEvents();
  }

  private static int atMostInt(long number) {
    return (int) Math.min(Integer.MAX_VALUE, number);
  }

  private static AdsSettings ads(Settings settings) {
    return AdsSettingsBuilder.builder()
        .writes(
            new WriteLimits(
                settings.number(TopologySettingsTable.DEFERRAL_MS),
                AdsSettings.PUTS_IN_FLIGHT,
                settings.integer(TopologySettingsTable.PUTS_PER_SECOND)))
        .maxReadsInFlight(AdsSettings.READS_IN_FLIGHT)
        .hurryUnsettledBytes(AdsSettings.HURRY_UNSETTLED_BYTES)
        .maxUnsettledIds(settings.integer(TopologySettingsTable.MAX_UNSETTLED_IDS))
        .trimUnsettledIds(AdsSettings.TRIM_UNSETTLED_IDS)
        .trimAfterMs(AdsSettings.TRIM_AFTER_MS)
        .markFlushMs(AdsSettings.MARK_FLUSH_MS)
        .keepAliveMs(halfTimeoutMs(settings) / 2)
        .maxSequenceJump(CountersSettings.MAX_SEQUENCE_JUMP)
        .maxGapsPerCounter(maxGaps(settings))
        .maxHeldEvents(maxHeldEvents(settings))
        .cacheBytes((settings.number(TopologySettingsTable.WORKER_HEAP_MB) << 20) / CACHE_SHARE)
        .blockedRetryMs(CopyLimits.BLOCKED_RETRY_MS)
        .build();
  }

  private static CountersSettings counters(Settings settings) {
    return CountersSettingsBuilder.builder()
        .writes(
            new WriteLimits(
                CountersSettings.DEFERRAL_MS,
                CountersSettings.PUTS_IN_FLIGHT,
                CountersSettings.PUTS_PER_SECOND,
                Math.max(CountersSettings.DEFERRAL_MS, longestWaitMs(settings))))
        .confirmAfterMs(CountersSettings.CONFIRM_AFTER_MS)
        .maxSequenceJump(CountersSettings.MAX_SEQUENCE_JUMP)
        .maxGapsPerCounter(maxGaps(settings))
        .maxReadsInFlight(CountersSettings.READS_IN_FLIGHT)
        .maxHeldDeliveries(maxHeldEvents(settings))
        .idleMs(CountersSettings.IDLE_MS)
        .blockedRetryMs(CopyLimits.BLOCKED_RETRY_MS)
        .build();
  }
}
