package clickcounter.topology;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Every setting of the topology: its key in a file or on the command line, default, limits, and
 * what it does. The table of topology/README.md is printed from here.
 */
enum Setting {
  BROKER_URL("broker.url", "tcp://127.0.0.1:61616", "ActiveMQ; failover:(…) for several"),
  BROKER_QUEUE("broker.queue", "clicks", "the queue of events"),
  BROKER_REJECTED_QUEUE("broker.rejectedQueue", "clicks.rejected", "where rejected lines go"),
  BROKER_USER("broker.user", "", "user name; empty for none"),
  BROKER_PASSWORD("broker.password", "", "where the password is: env:NAME or file:/path"),
  BROKER_PREFETCH("broker.prefetch", 200, 1, 400, "messages that the broker sends ahead"),
  BROKER_TRUST_STORE("broker.trustStore", "", "for ssl:// URLs; empty for the JVM's own"),
  BROKER_TRUST_STORE_PASSWORD("broker.trustStorePassword", "", "env:NAME or file:/path"),
  RIAK_NODES("riak.nodes", "127.0.0.1:8087", "host:port of protocol buffers, separated by commas"),
  RIAK_BUCKET_TYPE("riak.bucketType", "clicks", "the bucket type of all documents"),
  RIAK_BUCKET_KIND("riak.bucketKind", "ordinary", "what that type is: ordinary or consistent"),
  RIAK_QUORUM(
      "riak.quorum",
      "quorum",
      "r, pr, w, pw and dw of every call: quorum, all, or a number of replicas that is a majority"),
  RIAK_R("riak.r", "", "replicas that answer a read; empty for riak.quorum"),
  RIAK_PR("riak.pr", "", "primary ones of these; empty for riak.quorum"),
  RIAK_W("riak.w", "", "replicas that take a put; empty for riak.quorum"),
  RIAK_PW("riak.pw", "", "primary ones of these; empty for riak.quorum"),
  RIAK_DW("riak.dw", "", "of these on disk; empty for riak.quorum"),
  RIAK_TIMEOUT_MS("riak.timeoutMs", 10_000, 100, 600_000, "after which a call is in doubt"),
  RIAK_CONNECT_TIMEOUT_MS(
      "riak.connectTimeoutMs", 3_000, 100, 600_000, "for opening one connection"),
  RIAK_MAX_CONNECTIONS(
      "riak.maxConnections",
      256,
      1,
      10_000,
      "to each node, per worker; calls above them wait, within riak.timeoutMs"),
  RIAK_USER("riak.user", "", "user name, needs TLS on the cluster; empty for none"),
  RIAK_PASSWORD("riak.password", "", "env:NAME or file:/path"),
  RIAK_TRUST_STORE("riak.trustStore", "", "the cluster's certificate authority; empty for no TLS"),
  RIAK_TRUST_STORE_PASSWORD("riak.trustStorePassword", "", "env:NAME or file:/path"),
  WORKERS("workers", 1, 1, 1_000, "worker processes"),
  WORKER_HEAP_MB("workerHeapMb", 1_024, 128, 1_000_000, "Java heap of a worker process"),
  ACKERS("ackers", 1, 1, 1_000, "acker tasks"),
  SPOUTS("spouts", 1, 1, 1_000, "spout tasks, each with a connection of its own"),
  ADS_TASKS("adsTasks", 2, 1, 10_000, "ads tasks"),
  COUNTERS_TASKS("countersTasks", 1, 1, 10_000, "counters tasks"),
  MESSAGE_TIMEOUT_S("messageTimeoutS", 60, 2, 3_600, "after which Storm fails a tuple"),
  MAX_PENDING_MESSAGES("maxPendingMessages", 2_000, 1, 1_000_000, "per spout task"),
  MAX_PENDING_EVENTS("maxPendingEvents", 200_000, 1, 10_000_000, "per spout task"),
  MAX_MESSAGE_BYTES(
      "maxMessageBytes",
      16_000_000,
      1_000,
      100_000_000,
      "a larger message is rejected unread, as one line that names it"),
  MAX_CLOCK_AHEAD_MS(
      "maxClockAheadMs",
      86_400_000,
      1_000,
      Long.MAX_VALUE,
      "how far ahead of the worker's clock an event's timestamp may be"),
  DEFERRAL_MS(
      "deferralMs", 5_000, 0, 600_000, "how long a hot ad's document is held back, at most"),
  PUTS_IN_FLIGHT("putsInFlight", 64, 1, 100_000, "ad documents, per worker"),
  PUTS_PER_SECOND("putsPerSecond", 0, 0, 10_000_000, "ad documents, per worker; 0 for no bound"),
  READS_IN_FLIGHT("readsInFlight", 64, 1, 100_000, "ad documents, per worker"),
  HURRY_UNSETTLED_BYTES(
      "hurryUnsettledBytes",
      800,
      1,
      10_000_000,
      "a document whose new ids take so many bytes is written ahead of its time"),
  MAX_UNSETTLED_IDS(
      "maxUnsettledIds",
      5_000,
      1,
      1_000_000,
      "a document with so many takes no more until some are settled"),
  TRIM_UNSETTLED_IDS(
      "trimUnsettledIds",
      40,
      0,
      1_000_000,
      "a document that falls quiet with more is written once more"),
  TRIM_AFTER_MS("trimAfterMs", 3_000, 0, 600_000, "after its last put"),
  MARK_FLUSH_MS("markFlushMs", 200, 0, 10_000, "how long marks wait for others of their tuple"),
  COUNTER_DEFERRAL_MS(
      "counterDeferralMs", 500, 0, 600_000, "how long a busy counter's document is held back"),
  COUNTER_PUTS_PER_SECOND(
      "counterPutsPerSecond",
      180,
      0,
      1_000_000,
      "counter documents, per worker: more live ones are held back longer; 0 for no bound"),
  COUNTER_CONFIRM_MS(
      "counterConfirmMs",
      1_000,
      0,
      600_000,
      "after which a silent counter's last put is confirmed"),
  VIEW_REFRESH_MS("viewRefreshMs", 1_000, 0, 600_000, "how old a wanted view of a counter gets"),
  VIEW_MIN_INTERVAL_MS("viewMinIntervalMs", 100, 0, 600_000, "between two reads of one counter"),
  VIEW_READS_PER_SECOND(
      "viewReadsPerSecond",
      100,
      0,
      1_000_000,
      "views of counters, per worker: those of more live ones get older; 0 for no bound"),
  MAX_SEQUENCE_JUMP(
      "maxSequenceJump",
      100_000_000,
      1,
      Long.MAX_VALUE,
      "how far above its counter's highest a sequence may be"),
  MAX_GAPS_PER_COUNTER(
      "maxGapsPerCounter",
      50_000,
      1,
      10_000_000,
      "ranges of missed ids, besides those of pending events; what would add one is rejected"),
  MAX_HELD_EVENTS(
      "maxHeldEvents", 1_000_000, 1, 100_000_000, "undecided events in memory, per worker"),
  CACHE_MB("cacheMb", 128, 0, 100_000, "documents kept in memory, per worker");

  /** The end of a key names its unit. */
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

  /** What values it takes and in which unit, for a person. */
  String limits() {
    if (!number) {
      return "text";
    }
    return least + " to " + (most == Long.MAX_VALUE ? "2^63-1" : Long.toString(most)) + unit();
  }

  /**
   * The setting with this key.
   *
   * @throws IllegalArgumentException naming the key and those that there are
   */
  static Setting of(String key) {
    return Arrays.stream(values())
        .filter(s -> s.key.equals(key))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "setting '" + key + "' does not exist; there are: " + keys()));
  }

  private static List<String> keys() {
    return Arrays.stream(values()).map(Setting::key).collect(Collectors.toList());
  }

  /**
   * Checks a value.
   *
   * @throws IllegalArgumentException naming setting, value and what was expected
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
