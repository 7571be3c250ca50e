package clickcounter.status;

import clickcounter.cli.DaemonThreads;
import clickcounter.cli.LocalAddresses;
import clickcounter.cli.NoVerdict;
import clickcounter.cluster.ClusterChoice;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.cluster.Nimbus;
import clickcounter.cluster.Nimbus.TopologyTasks;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.jms.QueueStatistics;
import clickcounter.settings.Settings;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.SystemStatus.TaskState;
import clickcounter.status.SystemStatus.TopologyState;
import clickcounter.status.Verdict.Limits;
import clickcounter.store.DocumentStore;
import clickcounter.tools.common.RejectedEvents;
import clickcounter.tools.common.ResultCommand;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import clickcounter.topology.TopologySettingsTable;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.storm.generated.TopologySummary;
import picocli.CommandLine.Command;

@Command(
    name = "status",
    description = {
      "Shows how the whole system is, and whether an operator has to act.",
      "",
      "It asks Nimbus, the broker, Riak and the topology's workers. It changes nothing. What does"
          + " not answer is shown as unknown; the rest is shown all the same."
    },
    footer = {"  deploy/clicks status", "  deploy/clicks status --json || page-operator"},
    exitCodeList = {
      "0:no action is needed",
      "2:an operator has to act",
      "3:nothing wrong was found, but something is not known"
    })
final class SystemStatusCommand extends ResultCommand {
  /** How long queue and workers are watched for their rates: a person waits for it. */
  private static final long WATCH_MS = 250;

  private final ExecutorService threads =
      Executors.newCachedThreadPool(DaemonThreads.named("status"));
  private final List<String> silent = new ArrayList<>();
  private final List<String> unknown = new ArrayList<>();
  private Settings all;

  private record StatusJson(
      boolean actionNeeded, @JsonUnwrapped Verdict verdict, @JsonUnwrapped SystemStatus status) {}

  @Override
  protected int run() throws IOException, InterruptedException {
    all = settings.read(TopologySettingsTable.ROWS);
    Limits limits =
        new Limits(
            all.number(TopologySettingsTable.DEFERRAL_MS),
            all.integer(TopologySettingsTable.WORKERS));
    SystemStatus status = status(limits);
    Verdict verdict = Verdict.of(status, limits, Reach.of(settings), silent, unknown);
    print(
        new StatusJson(!verdict.act().isEmpty(), verdict, status),
        out -> new StatusText(out).print(status, verdict));
    return verdict.exitCode();
  }

  /** Looks at all parts at once, and a while later again at what has rates. */
  private SystemStatus status(Limits limits) throws IOException, InterruptedException {
    QueueWatch queueWatch =
        new QueueWatch(
            BrokerSettingsTable.read(all), QueueStatistics.ANSWER_MS, limits.deferralMs());
    Optional<LocalAddresses> local = LocalAddresses.of(settings.given());
    ChosenCluster cluster = local.isPresent() ? null : ClusterChoice.of(settings);
    Callable<QueueLoad> load = queueWatch::load;
    Future<QueueLoad> firstLoad = threads.submit(load);
    Future<Collection<CounterReading>> counters = threads.submit(this::counters);
    TopologyState topology = null;
    List<URI> endpoints = local.map(LocalAddresses::metrics).stream().toList();
    if (cluster != null) {
      try {
        String name = TopologySettingsTable.name(all);
        Optional<TopologySummary> found = cluster.nimbus().topology(name);
        if (found.isPresent()) {
          TopologyTasks tasks = cluster.nimbus().tasks(found.get());
          topology = topology(found.get(), tasks);
          endpoints = Nimbus.endpoints(tasks, all);
        } else {
          silent.add(cluster.name() + ": " + cluster.nimbus().noTopology(name));
        }
      } catch (IOException e) {
        silent.add(e.getMessage());
      }
    }
    WorkersWatch workers = new WorkersWatch(endpoints, clock);
    workers.look();
    QueueLoad queue = answer("the queue is", firstLoad);
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WATCH_MS);
    DocumentState documents =
        documents(answer("the counters' documents are", counters), rejected(queue));
    TimeUnit.NANOSECONDS.sleep(endNs - System.nanoTime());
    Future<QueueLoad> again = queue != null && queue.exact() ? threads.submit(load) : null;
    workers.look();
    queue = again == null ? queue : answer("the queue is", again);
    if (local.isPresent()) {
      topology = local(local.get(), workers.state());
    }
    return new SystemStatus(topology, queue, documents, workers.state(), workers.missing());
  }

  /** The answer; null if there is none, which is said. */
  private <T> T answer(String what, Future<T> question) throws InterruptedException {
    try {
      return question.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException || e.getCause() instanceof NoVerdict) {
        silent.add(what + " not known: " + e.getCause().getMessage());
        return null;
      }
      throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
    }
  }

  private static TopologyState topology(TopologySummary summary, TopologyTasks tasks) {
    return new TopologyState(
        summary.get_name(),
        summary.get_status(),
        summary.get_uptime_secs(),
        summary.get_num_workers(),
        tasks.assigned().size());
  }

  /** It has no Nimbus to ask: that its process lives and its tasks report says the same. */
  private TopologyState local(LocalAddresses local, TaskState tasks) {
    return new TopologyState(
        TopologySettingsTable.name(all),
        "ACTIVE",
        (clock.millis() - local.startedAtMs()) / 1_000,
        1,
        tasks == null ? 0 : tasks.reporting());
  }

  private Collection<CounterReading> counters() {
    try (DocumentStore store = backends.openStore(settings)) {
      Documents documents = new Documents(store);
      return documents.counters(documents.directory()).values();
    }
  }

  private DocumentState documents(Collection<CounterReading> counters, RejectedEvents rejected) {
    if (counters == null) {
      return null;
    }
    if (counters.isEmpty()) {
      unknown.add("what is missing: " + Documents.nothingKnown(settings.riak()));
    }
    return new CounterSurvey(clock.millis(), rejected).of(counters);
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
