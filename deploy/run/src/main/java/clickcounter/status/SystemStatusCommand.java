package clickcounter.status;

import clickcounter.cli.Durations;
import clickcounter.cli.Home;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.cluster.NameOption;
import clickcounter.jms.BrokerSettings;
import clickcounter.riak.RiakSettings;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.SystemStatus.TaskState;
import clickcounter.status.SystemStatus.TopologyState;
import clickcounter.status.Verdict.Limits;
import clickcounter.store.DocumentStore;
import clickcounter.tools.Backends;
import clickcounter.tools.BrokerOptions;
import clickcounter.tools.Json;
import clickcounter.tools.RiakOptions;
import clickcounter.tools.ToolSettings;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows how the whole system is, and whether anybody has to act.",
      "",
      "It asks Nimbus, the broker and Riak, and reads the topology's metrics. It changes nothing. What does not answer"
          + " is shown as unknown; the rest is shown all the same."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks status",
      "  deploy/clicks status --nimbus nimbus1 --name clicks --settings clicks.yaml --metrics /var/log/storm/metrics",
      "  deploy/clicks status --json --no-metrics || page-somebody"
    },
    exitCodeList = {
      "0:nobody has to act",
      "2:somebody has to act",
      "3:nothing wrong was found, but something is not known"
    })
final class SystemStatusCommand extends ToolCommand {
  private static final long ANSWER_MS = 2_000;

  @Mixin private NameOption name;
  @Mixin private ClusterChoice cluster;

  @Option(
      names = "--metrics",
      paramLabel = "DIR",
      description =
          "Where the workers' CsvStormReporter writes (csv.log.dir). Default: that of a cluster on"
              + " this machine.")
  private Path metrics;

  @Option(
      names = "--no-metrics",
      description =
          "Do without metrics: oldest pending event, puts and blocked documents are not looked at.")
  private boolean noMetrics;

  @Option(
      names = "--watch",
      paramLabel = "DURATION",
      converter = Durations.class,
      defaultValue = "5s",
      description = "How long to watch the queue for its rates. Default: ${DEFAULT-VALUE}")
  private Duration watch;

  @Mixin private LimitOptions limitOptions;

  @Option(names = "--json", description = "Print JSON")
  private boolean json;

  @Mixin private ToolSettings settings;
  @Mixin private BrokerOptions broker;
  @Mixin private RiakOptions riak;

  private final Backends backends;
  private final Clock clock;
  private final List<String> silent = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();

  SystemStatusCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  /** What {@code --json} prints. */
  private record StatusJson(
      boolean actionNeeded,
      List<String> act,
      List<String> unknown,
      TopologyState topology,
      QueueLoad queue,
      DocumentState documents,
      TaskState tasks) {}

  @Override
  protected int run() throws IOException, InterruptedException {
    requireAtLeast("--watch, in ms", watch.toMillis(), 1);
    if (noMetrics && metrics != null) {
      throw new IllegalArgumentException("--metrics and --no-metrics: give only one of them");
    }
    ChosenCluster chosen = cluster.choose();
    settings.orElse(chosen.client().addresses());
    BrokerSettings brokerSettings = broker.settings(settings);
    RiakSettings riakSettings = riak.settings(settings);
    Limits limits = limitOptions.limits(settings);

    Optional<TopologySummary> summary = summary(chosen);
    SystemStatus status =
        new SystemStatus(
            summary.isEmpty() ? null : topology(chosen, summary.get()),
            queue(brokerSettings),
            documents(riakSettings, limits),
            summary.isEmpty() ? null : tasks(chosen, summary.get().get_id()));
    Verdict verdict =
        Verdict.of(status, limits, Reach.of(riakSettings, brokerSettings), silent, unknown);
    print(status, verdict);
    return verdict.exitCode();
  }

  private void print(SystemStatus status, Verdict verdict) throws IOException {
    if (!json) {
      new StatusText(terminal.out()).print(status, verdict);
      return;
    }
    Json.print(
        terminal.out(),
        new StatusJson(
            !verdict.act().isEmpty(),
            verdict.act(),
            verdict.unknown(),
            status.topology(),
            status.queue(),
            status.documents(),
            status.tasks()));
  }

  private Optional<TopologySummary> summary(ChosenCluster chosen) {
    try {
      Optional<TopologySummary> summary = chosen.nimbus().topology(name.name());
      if (summary.isEmpty()) {
        silent.add(
            "no topology '"
                + name.name()
                + "' runs on "
                + chosen.name()
                + ": submit it, or name it with --name; see "
                + Home.launcher()
                + " list");
      }
      return summary;
    } catch (IOException e) {
      silent.add(e.getMessage());
      return Optional.empty();
    }
  }

  private TopologyState topology(ChosenCluster chosen, TopologySummary summary) {
    try {
      return new TopologyState(
          summary.get_name(),
          summary.get_status(),
          summary.get_uptime_secs(),
          summary.get_num_workers(),
          chosen.nimbus().assignedTasks(summary.get_name()));
    } catch (IOException e) {
      silent.add(e.getMessage());
      return null;
    }
  }

  private QueueLoad queue(BrokerSettings settings) throws InterruptedException {
    try {
      return new QueueWatch(settings, ANSWER_MS)
          .load(watch, time -> TimeUnit.NANOSECONDS.sleep(time.toNanos()));
    } catch (IOException e) {
      silent.add("the queue is not known: " + e.getMessage());
      return null;
    }
  }

  private DocumentState documents(RiakSettings settings, Limits limits) {
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      return new CounterSurvey(clock.millis(), limits)
          .of(documents.counters(documents.directory()).values());
    } catch (NoVerdict e) {
      silent.add("the counters' documents are not known: " + e.getMessage());
      return null;
    }
  }

  private TaskState tasks(ChosenCluster chosen, String topologyId) {
    if (noMetrics) {
      return null;
    }
    Path directory =
        metrics != null
            ? metrics
            : chosen.here().map(here -> here.directories().metrics()).orElse(null);
    if (directory == null) {
      unknown.add(
          "oldest pending event, puts and blocked documents: name the directory of Storm's"
              + " CsvStormReporter with --metrics, or do without with --no-metrics");
      return null;
    }
    try {
      return TaskMetrics.read(directory, topologyId, clock.instant().getEpochSecond()).state();
    } catch (IOException e) {
      unknown.add("the metrics in " + directory + " cannot be read (--metrics): " + e);
      return null;
    }
  }
}
