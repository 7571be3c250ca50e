package clickcounter.status;

import clickcounter.cli.Json;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.NoVerdict;
import clickcounter.cli.PrintsJson;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cluster.ClusterChoice;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.jms.QueueStatistics;
import clickcounter.settings.Settings;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.SystemStatus.TopologyState;
import clickcounter.status.Verdict.Limits;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.Backends;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Documents;
import clickcounter.topology.TopologySettingsTable;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Shows how the whole system is, and whether an operator has to act.",
      "",
      "It asks Nimbus, the broker, Riak and the topology's workers. It changes nothing. What does not answer"
          + " is shown as unknown; the rest is shown all the same."
    },
    footer = {
      "",
      "Examples:",
      "  deploy/clicks status",
      "  deploy/clicks status --json || page-operator"
    },
    exitCodeList = {
      "0:no action is needed",
      "2:an operator has to act",
      "3:nothing wrong was found, but something is not known"
    })
final class SystemStatusCommand extends ToolCommand implements PrintsJson {
  /** How long queue and workers are watched for their rates: a person waits for it. */
  private static final long WATCH_MS = 400;

  @Mixin private ToolSettings settings;

  private final Backends backends;
  private final Clock clock;
  private final List<String> silent = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private Settings all;
  private Limits limits;

  SystemStatusCommand(Terminal terminal, Backends backends, Clock clock) {
    super(terminal);
    this.backends = backends;
    this.clock = clock;
  }

  /** What {@code --json} prints. */
  private record StatusJson(
      boolean actionNeeded, @JsonUnwrapped Verdict verdict, @JsonUnwrapped SystemStatus status) {}

  @Override
  protected int run() throws IOException, InterruptedException {
    all = settings.read(TopologySettingsTable.ROWS);
    limits =
        Limits.usual(all.number(TopologySettingsTable.DEFERRAL_MS))
            .withWorkers(all.integer(TopologySettingsTable.WORKERS));
    Optional<LocalAddresses> local = LocalAddresses.of(settings.given());
    SystemStatus status = local.isPresent() ? local(local.get()) : onCluster();
    Verdict verdict = Verdict.of(status, limits, Reach.of(settings), silent, unknown);
    print(status, verdict);
    return verdict.exitCode();
  }

  private SystemStatus onCluster() throws IOException, InterruptedException {
    ChosenCluster chosen = ClusterChoice.of(settings);
    TopologyState topology = null;
    List<URI> workers = List.of();
    try {
      topology = topology(chosen);
      workers = chosen.nimbus().endpoints(all);
    } catch (IOException e) {
      silent.add(e.getMessage());
    }
    return watched(topology, workers);
  }

  private TopologyState topology(ChosenCluster chosen) throws IOException {
    String name = TopologySettingsTable.name(all);
    Optional<TopologySummary> summary = chosen.nimbus().topology(name);
    if (summary.isEmpty()) {
      silent.add(
          "no topology '%s' runs on %s: submit it, or name it with the setting name; %s"
              .formatted(name, chosen.name(), chosen.nimbus().running()));
      return null;
    }
    return new TopologyState(
        name,
        summary.get().get_status(),
        summary.get().get_uptime_secs(),
        summary.get().get_num_workers(),
        chosen.nimbus().tasks(name).assigned().size());
  }

  /** It has no Nimbus to ask: that its process lives and its tasks report says the same. */
  private SystemStatus local(LocalAddresses local) throws InterruptedException {
    SystemStatus status = watched(null, List.of(local.metrics()));
    TopologyState topology =
        new TopologyState(
            TopologySettingsTable.name(all),
            "ACTIVE",
            (clock.millis() - local.startedAtMs()) / 1_000,
            1,
            status.tasks() == null ? 0 : status.tasks().reporting());
    return new SystemStatus(
        topology, status.queue(), status.documents(), status.tasks(), status.silentWorkers());
  }

  /** Looks at all, waits once, and looks again at what has rates. */
  private SystemStatus watched(TopologyState topology, List<URI> endpoints)
      throws InterruptedException {
    long startNs = System.nanoTime();
    WorkersWatch workers = new WorkersWatch(endpoints, clock);
    workers.look();
    QueueWatch queueWatch =
        new QueueWatch(
            BrokerSettingsTable.read(all), QueueStatistics.ANSWER_MS, limits.deferralMs());
    QueueLoad queue = queue(queueWatch);
    DocumentState documents = documents(queue);
    TimeUnit.NANOSECONDS.sleep(
        TimeUnit.MILLISECONDS.toNanos(WATCH_MS) - (System.nanoTime() - startNs));
    workers.look();
    boolean hasRates = queue != null && queue.exact();
    return new SystemStatus(
        topology,
        hasRates ? queue(queueWatch) : queue,
        documents,
        workers.state(),
        workers.missing());
  }

  private void print(SystemStatus status, Verdict verdict) throws IOException {
    if (isJson()) {
      boolean actionNeeded = !verdict.act().isEmpty();
      Json.print(terminal.out(), new StatusJson(actionNeeded, verdict, status));
    } else {
      new StatusText(terminal.out()).print(status, verdict);
    }
  }

  private QueueLoad queue(QueueWatch queueWatch) {
    try {
      return queueWatch.load();
    } catch (IOException e) {
      silent.add("the queue is not known: " + e.getMessage());
      return null;
    }
  }

  private DocumentState documents(QueueLoad queue) {
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      Set<String> ids = documents.directory();
      if (ids.isEmpty()) {
        unknown.add("what is missing: " + Documents.nothingKnown(settings.riak()));
      }
      return new CounterSurvey(clock.millis(), limits, rejected(queue))
          .of(documents.counters(ids).values());
    } catch (NoVerdict e) {
      silent.add("the counters' documents are not known: " + e.getMessage());
      return null;
    }
  }

  private RejectedEvents rejected(QueueLoad queue) {
    if (queue == null || queue.rejectsWaiting() == 0) {
      return RejectedEvents.NONE;
    }
    try {
      return RejectedEvents.at(backends, settings.broker());
    } catch (IOException e) {
      unknown.add("which missing events were rejected: " + e.getMessage());
      return RejectedEvents.NONE;
    }
  }
}
