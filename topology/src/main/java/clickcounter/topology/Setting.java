package clickcounter.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The table of all settings of the topology: key, default, limits and meaning. A default is changed
 * here; topology/README.md shows the same table, and SettingsTest compares them.
 *
 * <p>{@link Settings} holds the values that were given, {@link TopologySettings} makes of them what
 * each component needs. Kept by hand instead of a configuration library: its limits and messages
 * name the key, the value and what was expected.
 */
enum Setting {
  BROKER_URL(
      "broker.url", "tcp://127.0.0.1:61616", "ActiveMQ's URL; failover:(…) for several brokers"),
  BROKER_QUEUE("broker.queue", "clicks", "queue of events"),
  BROKER_REJECTED_QUEUE("broker.rejectedQueue", "clicks.rejected", "queue of rejected lines"),
  BROKER_USER("broker.user", "", "user name; empty: none"),
  BROKER_PASSWORD(
      "broker.password", "", "place of the password: env:NAME or file:/path; empty: none"),
  BROKER_PREFETCH(
      "broker.prefetch",
      200,
      1,
      400,
      "messages that the broker sends ahead of their acknowledgement"),
  BROKER_TRUST_STORE("broker.trustStore", "", "trust store for ssl:// URLs; empty: the JVM's own"),
  BROKER_TRUST_STORE_PASSWORD(
      "broker.trustStorePassword",
      "",
      "place of its password: env:NAME or file:/path; empty: none"),
  STATES_TOPIC(
      "states.topic",
      "",
      "topic to which the states of ads are sent, such as VirtualTopic.clicks.ad-states; empty: none are sent"),
  RIAK_NODES(
      "riak.nodes",
      "127.0.0.1:8087",
      "host:port of each node's protocol buffers interface, separated by commas"),
  RIAK_BUCKET_TYPE("riak.bucketType", "clicks", "bucket type of all documents"),
  RIAK_BUCKET_KIND(
      "riak.bucketKind", "ordinary", "kind of that bucket type: ordinary or consistent"),
  RIAK_QUORUM(
      "riak.quorum",
      "quorum",
      "r, pr, w, pw and dw of every call: quorum, all, or a number of replicas that is a majority"),
  RIAK_R("riak.r", "", "replicas that must answer a read; empty: riak.quorum"),
  RIAK_PR("riak.pr", "", "primary replicas that must answer a read; empty: riak.quorum"),
  RIAK_W("riak.w", "", "replicas that must confirm a put; empty: riak.quorum"),
  RIAK_PW("riak.pw", "", "primary replicas that must confirm a put; empty: riak.quorum"),
  RIAK_DW("riak.dw", "", "replicas that must have a put on disk; empty: riak.quorum"),
  RIAK_TIMEOUT_MS(
      "riak.timeoutMs",
      10_000,
      100,
      600_000,
      "time-out of a read or put; a put without an answer by then is in doubt"),
  RIAK_CONNECT_TIMEOUT_MS(
      "riak.connectTimeoutMs", 3_000, 100, 600_000, "time-out for opening one connection"),
  RIAK_MAX_CONNECTIONS(
      "riak.maxConnections",
      256,
      1,
      10_000,
      "connections to each node, per worker; further calls wait, within riak.timeoutMs"),
  RIAK_USER("riak.user", "", "user name, needs TLS on the cluster; empty: none"),
  RIAK_PASSWORD("riak.password", "", "place of the password: env:NAME or file:/path; empty: none"),
  RIAK_TRUST_STORE(
      "riak.trustStore",
      "",
      "the cluster's certificate authority, PEM or key store; empty: no TLS"),
  RIAK_TRUST_STORE_PASSWORD(
      "riak.trustStorePassword", "", "place of its password: env:NAME or file:/path; empty: none"),
  WORKERS("workers", 1, 1, 1_000, "worker processes"),
  WORKER_HEAP_MB("workerHeapMb", 1_024, 128, 1_000_000, "Java heap of a worker process"),
  ACKERS("ackers", 1, 1, 1_000, "acker tasks"),
  SPOUTS("spouts", 1, 1, 1_000, "spout tasks, each with its own connection"),
  ADS_TASKS("adsTasks", 2, 1, 10_000, "ads tasks"),
  COUNTERS_TASKS("countersTasks", 1, 1, 10_000, "counters tasks"),
  MESSAGE_TIMEOUT_S("messageTimeoutS", 60, 2, 3_600, "time after which Storm fails a tuple"),
  MAX_PENDING_EVENTS(
      "maxPendingEvents",
      1_000_000,
      1,
      10_000_000,
      "events in unacknowledged messages, per spout task"),
  MAX_PENDING_MB(
      "maxPendingMb",
      200,
      1,
      100_000,
      "memory that they may take: 1.5 KB a message, its body, and 150 bytes an event, per spout task"),
  MAX_MESSAGE_BYTES(
      "maxMessageBytes",
      16_000_000,
      1_000,
      100_000_000,
      "size of the largest message that is read; a larger one becomes one rejected line"),
  MAX_CLOCK_AHEAD_MS(
      "maxClockAheadMs",
      86_400_000,
      1_000,
      Long.MAX_VALUE,
      "how far an event's timestamp may be ahead of the worker's clock"),
  DEFERRAL_MS(
      "deferralMs",
      5_000,
      0,
      600_000,
      "how long an ad's document waits for more events before it is put, at most"),
  PUTS_IN_FLIGHT("putsInFlight", 64, 1, 100_000, "puts of ad documents at a time, per worker"),
  PUTS_PER_SECOND(
      "putsPerSecond", 0, 0, 10_000_000, "puts of ad documents a second, per worker; 0: no limit"),
  READS_IN_FLIGHT("readsInFlight", 64, 1, 100_000, "reads of ad documents at a time, per worker"),
  HURRY_UNSETTLED_BYTES(
      "hurryUnsettledBytes",
      800,
      1,
      10_000_000,
      "a document whose new unsettled ids take this many bytes is put before its deferral ends"),
  MAX_UNSETTLED_IDS(
      "maxUnsettledIds",
      5_000,
      1,
      1_000_000,
      "unsettled ids in one document; at this many, further events of the ad wait until some settle"),
  TRIM_UNSETTLED_IDS(
      "trimUnsettledIds",
      40,
      0,
      1_000_000,
      "a document without new events and with more unsettled ids is put once more, without those settled since"),
  TRIM_AFTER_MS(
      "trimAfterMs",
      3_000,
      0,
      600_000,
      "time from a document's last put until trimUnsettledIds applies"),
  MARK_FLUSH_MS(
      "markFlushMs", 200, 0, 10_000, "how long marks wait for others of their tuple, at most"),
  HOUR_MINUTES(
      "hourMinutes",
      60,
      15,
      60,
      "60 or 15: clicks are counted by the hour or by the quarter hour, which all time zones need whose offset is no whole hour"),
  ROLL_HOURS_BYTES(
      "rollHoursBytes",
      18,
      1,
      100_000,
      "hours that are over leave an ad's document for that of their day when they take about this many bytes"),
  COUNTER_DEFERRAL_MS(
      "counterDeferralMs",
      500,
      0,
      600_000,
      "how long a counter's document waits for more marks before it is put"),
  COUNTER_PUTS_PER_SECOND(
      "counterPutsPerSecond",
      180,
      0,
      1_000_000,
      "puts of counter documents a second, per worker, 0: no limit; with more live counters each waits longer"),
  COUNTER_CONFIRM_MS(
      "counterConfirmMs",
      1_000,
      0,
      600_000,
      "time from the last put of a counter without new events until the put that confirms it"),
  VIEW_REFRESH_MS(
      "viewRefreshMs",
      1_000,
      0,
      600_000,
      "age at which the view of a counter in use is read again"),
  VIEW_MIN_INTERVAL_MS(
      "viewMinIntervalMs", 100, 0, 600_000, "shortest time between two reads of one counter"),
  VIEW_READS_PER_SECOND(
      "viewReadsPerSecond",
      100,
      0,
      1_000_000,
      "reads of counters' views a second, per worker, 0: no limit; with more live counters views get older"),
  MAX_SEQUENCE_JUMP(
      "maxSequenceJump",
      100_000_000,
      1,
      Long.MAX_VALUE,
      "how far a sequence may be above its counter's highest"),
  MAX_GAPS_PER_COUNTER(
      "maxGapsPerCounter",
      50_000,
      1,
      10_000_000,
      "ranges of missed ids in one counter, besides those of pending events; an event that would add one is rejected"),
  BLOCKED_RETRY_MS(
      "blockedRetryMs",
      60_000,
      100,
      3_600_000,
      "time until a document that could not be read is read again; until then its events are rejected"),
  CACHE_MB("cacheMb", 128, 0, 100_000, "memory for documents without pending events, per worker"),
  METRICS_HOST(
      "metrics.host", "127.0.0.1", "address at which each worker serves its metrics to Prometheus"),
  METRICS_PORT_OFFSET(
      "metrics.portOffset",
      1_000,
      0,
      50_000,
      "from a worker's port to the port of its metrics; 0: no metrics are served");

  /** A key ends with its unit. */
  private static final Map<String, String> UNITS =
      Map.of("Ms", "ms", "S", "s", "Mb", "MB", "Bytes", "bytes");

  private final String key;
  private final String defaultValue;
  private final long least;
  private final long most;
  private final boolean number;
  private final String meaning;

  Setting(String key, String defaultValue, String meaning) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.least = 0;
    this.most = 0;
    this.number = false;
    this.meaning = meaning;
  }

  Setting(String key, long defaultValue, long least, long most, String meaning) {
    this.key = key;
    this.defaultValue = Long.toString(defaultValue);
    this.least = least;
    this.most = most;
    this.number = true;
    this.meaning = meaning;
  }

  String key() {
    return key;
  }

  String defaultValue() {
    return defaultValue;
  }

  String meaning() {
    return meaning;
  }

  private String unit() {
    for (Map.Entry<String, String> unit : UNITS.entrySet()) {
      if (number && key.endsWith(unit.getKey())) {
        return ' ' + unit.getValue();
      }
    }
    return "";
  }

  /** The values that it accepts and their unit, for a person. */
  String limits() {
    if (!number) {
      return "text";
    }
    return least + " to " + (most == Long.MAX_VALUE ? "2^63-1" : Long.toString(most)) + unit();
  }

  /**
   * The setting with this key.
   *
   * @throws IllegalArgumentException that names the key and all existing ones
   */
  static Setting of(String key) {
    return Arrays.stream(values())
        .filter(s -> s.key.equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "setting '" + key + "' does not exist; existing ones: " + keys()));
  }

  private static List<String> keys() {
    return Arrays.stream(values()).map(Setting::key).collect(Collectors.toList());
  }

  /**
   * Checks a value.
   *
   * @throws IllegalArgumentException that names the setting, the value and what was expected
   */
  void check(String value) {
    if (number) {
      parse(value);
    }
  }

  long parse(String value) {
    long parsed;
    try {
      parsed = Long.parseLong(value.replace("_", ""));
    } catch (NumberFormatException e) {
      throw fault(value);
    }
    if (parsed < least || parsed > most) {
      throw fault(value);
    }
    return parsed;
  }

  private IllegalArgumentException fault(String value) {
    return new IllegalArgumentException(
        "setting " + key + ": expected a whole number of " + limits() + ", found '" + value + "'");
  }
}
