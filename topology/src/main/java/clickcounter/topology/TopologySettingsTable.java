package clickcounter.topology;

import clickcounter.document.AdDocumentCodec;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.secret.SecretSource;
import clickcounter.settings.EventTimesTable;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Setting;
import clickcounter.settings.Settings;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The table of all settings of the topology: those of the broker and of Riak, its own, and those of
 * operators' tools, which read the same file.
 */
public final class TopologySettingsTable {
  public static final Setting WORKERS = Setting.number("workers", 1, 1, 1_000, "worker processes");

  static final Setting WORKER_HEAP_MB =
      Setting.number("workerHeapMb", 1_024, 128, 1_000_000, "Java heap of a worker process");

  static final Setting SPOUTS =
      Setting.number("spouts", 1, 1, 1_000, "spout tasks, each with its own connection");

  public static final Setting ADS_TASKS = Setting.number("adsTasks", 2, 1, 10_000, "ads tasks");

  static final Setting COUNTERS_TASKS =
      Setting.number("countersTasks", 1, 1, 10_000, "counters tasks");

  static final Setting MESSAGE_TIMEOUT_S =
      Setting.number("messageTimeoutS", 60, 2, 3_600, "time after which Storm fails a tuple")
          .forEmergencies();

  static final Setting MAX_PENDING_MB =
      Setting.number(
          "maxPendingMb",
          200,
          1,
          100_000,
          "memory for unacknowledged messages, per spout task: 1.5 KB a message, its body, and 150 bytes an event");

  public static final Setting DEFERRAL_MS =
      Setting.number(
          "deferralMs",
          5_000,
          0,
          600_000,
          "how long an ad's document waits for more events, at most");

  static final Setting PUTS_PER_SECOND =
      Setting.number(
              "putsPerSecond",
              0,
              0,
              10_000_000,
              "puts of ad documents a second, per worker; 0: no limit")
          .forEmergencies();

  static final Setting MAX_UNSETTLED_IDS =
      Setting.number(
              "maxUnsettledIds",
              5_000,
              1,
              AdDocumentCodec.MAX_UNSETTLED_IDS / 10,
              "unsettled ids in one document; at this many, further events wait")
          .forEmergencies();

  public static final Setting METRICS_HOST =
      Setting.text("metrics.host", "127.0.0.1", "address at which each worker serves its metrics");

  public static final Setting METRICS_PORT_OFFSET =
      Setting.number(
          "metrics.portOffset",
          1_000,
          0,
          50_000,
          "from a worker's port to the port of its metrics; 0: no metrics are served");

  private static final List<Setting> OWN =
      List.of(
          OpsSettingsTable.TOPOLOGY_NAME,
          BrokerSettingsTable.STATES_TOPIC,
          WORKERS,
          WORKER_HEAP_MB,
          SPOUTS,
          ADS_TASKS,
          COUNTERS_TASKS,
          MESSAGE_TIMEOUT_S,
          MAX_PENDING_MB,
          EventTimesTable.EARLIEST_TIMESTAMP_MS,
          EventTimesTable.MAX_CLOCK_AHEAD_MS,
          DEFERRAL_MS,
          PUTS_PER_SECOND,
          MAX_UNSETTLED_IDS,
          METRICS_HOST,
          METRICS_PORT_OFFSET);

  public static final List<Setting> ROWS =
      Stream.of(BrokerSettingsTable.ROWS, RiakSettingsTable.ROWS, OpsSettingsTable.ROWS, OWN)
          .flatMap(List::stream)
          .toList();

  /** A default would be the host of each worker, where no server listens in a cluster of many. */
  public static final List<Setting> MUST_BE_GIVEN =
      List.of(BrokerSettingsTable.URL, RiakSettingsTable.NODES);

  /** What a user may want to change first. */
  static final List<Setting> WANTED =
      List.of(
          OpsSettingsTable.TOPOLOGY_NAME,
          OpsSettingsTable.NIMBUS,
          OpsSettingsTable.ARCHIVES,
          OpsSettingsTable.ARCHIVE,
          OpsSettingsTable.TABLE,
          OpsSettingsTable.MONTHS,
          RiakSettingsTable.BUCKET_TYPE,
          BrokerSettingsTable.STATES_TOPIC,
          WORKERS,
          ADS_TASKS);

  private TopologySettingsTable() {}

  public static Settings defaults() {
    return Settings.defaults(ROWS);
  }

  /**
   * The topology's name.
   *
   * @throws IllegalArgumentException if Storm would refuse it
   */
  public static String name(Settings settings) {
    String name = settings.text(OpsSettingsTable.TOPOLOGY_NAME);
    if (!name.matches("[A-Za-z0-9_-]+")) {
      throw new IllegalArgumentException(
          "setting name: expected letters, digits, - and _," + " found '" + name + "'");
    }
    return name;
  }

  public static List<String> lacking(Settings settings) {
    return MUST_BE_GIVEN.stream()
        .filter(row -> !settings.isGiven(row.key()) || settings.text(row).isBlank())
        .map(Setting::key)
        .toList();
  }

  /**
   * The places of all secrets.
   *
   * @throws IllegalArgumentException if a value is no place
   */
  public static List<SecretSource> secrets(Settings settings) {
    return ROWS.stream()
        .filter(row -> row.key().toLowerCase(Locale.ROOT).endsWith("password"))
        .filter(row -> !settings.text(row).isEmpty())
        .map(row -> SecretSource.parse(row.key(), settings.text(row)))
        .toList();
  }

  /**
   * A settings file: what must be given is empty, all else commented out at its default, each below
   * its meaning and limits. Those for emergencies are the last.
   */
  public static String yaml() {
    return """
    # Settings of click-counter, for the topology and all commands. They find this file as /etc/clicks/clicks.yaml, as
    # clicks.yaml in the current directory, or where the environment variable CLICKS_SETTINGS says.
    #
    # Give the first two. What is commented out is at its default. Ten more that you may want:
    """
        + WANTED.stream().map(row -> "#   " + row.key() + "\n").collect(Collectors.joining())
        + "\n"
        + yaml(MUST_BE_GIVEN.stream(), row -> row.key() + ":")
        + commentedOut(row -> !row.isForEmergencies() && !MUST_BE_GIVEN.contains(row))
        + "# Change the settings below when a page tells you to.\n\n"
        + commentedOut(Setting::isForEmergencies);
  }

  private static String commentedOut(Predicate<Setting> which) {
    return yaml(
        ROWS.stream().filter(which), row -> "#" + row.key() + ": " + quoted(row.defaultValue()));
  }

  private static String yaml(Stream<Setting> rows, Function<Setting, String> line) {
    return rows.map(
            row -> "# %s (%s)\n%s\n\n".formatted(row.meaning(), row.limits(), line.apply(row)))
        .collect(Collectors.joining());
  }

  private static String quoted(String value) {
    return value.matches("\\w+") ? value : '"' + value + '"';
  }
}
