package clickcounter.drill;

import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.devcluster.AuditResult;
import clickcounter.devcluster.Cluster;
import clickcounter.devcluster.ClusterAudit;
import clickcounter.devcluster.Workers.WorkerProcess;
import clickcounter.drill.ServiceLoad.Archives;
import clickcounter.jms.JmsStateFeed;
import clickcounter.metrics.Metric.Component;
import clickcounter.riak.RiakSettings;
import clickcounter.scrape.WorkerAddress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.storm.generated.RebalanceOptions;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.generated.TopologySummary;

/**
 * A cluster with one topology that counts, and what drills need to know of it. The topology's lines
 * to broker and Riak go through proxies. Drills use it one after another and leave it whole.
 */
final class TestBed implements AutoCloseable {
  static final String TOPOLOGY = "drilled";
  static final int WORKERS = 2;
  static final int SPOUTS = 2;

  /** Enough for a recovery on a busy machine. */
  private static final long MEND_MS = 300_000;

  /** In all drills some ad servers learn of states, and are asked at the end. */
  private static final int AD_SERVERS = 2;

  private static final long STATES_MS = 20_000;

  /** A fault that does not show within this time has missed its moment. */
  private static final long FAULT_MS = 60_000;

  private static final long SETTLE_MS = 300_000;
  private static final long CHECK_MS = 100;

  /** The default of metrics.portOffset. */
  private static final int METRICS_PORT_OFFSET = 1_000;

  /** A task that works puts a document within this time; counters are read each second. */
  private static final long JUST_NOW_MS = 4_000;

  final Cluster cluster;
  private final Backlog backlog;
  final List<Line> riakLines;
  final Line brokerLine;
  final Random random = new Random();
  final Setting setting;
  final CounterSamples counters;
  private final AdServers adServers;
  private Archives archives;

  private TestBed(Cluster cluster, List<Line> riakLines, Line brokerLine, Setting setting) {
    this.cluster = cluster;
    this.setting = setting;
    this.riakLines = riakLines;
    this.brokerLine = brokerLine;
    this.backlog = new Backlog(cluster.options().brokerUrl());
    this.counters = new CounterSamples(cluster.slots(), METRICS_PORT_OFFSET);
    this.adServers =
        AdServers.start(AD_SERVERS, "watch", cluster.options().brokerUrl(), riakSettings());
  }

  /**
   * What is the same for all clusters of a run.
   *
   * @param home the checkout
   * @param jar of the topology
   * @param loadMs the least time for which services log in a drill
   * @param lastingMs the duration of a fault that lasts
   * @param archives with the events of the counters that the store has
   * @param progress gets what a drill waits for
   */
  record Setting(
      Path home,
      Path jar,
      long loadMs,
      long lastingMs,
      DrillStore store,
      Set<Path> archives,
      Consumer<String> progress) {
    /** Enough to settle everything on a busy machine, with what piled up during a fault. */
    long settleMs() {
      return SETTLE_MS + 2 * lastingMs;
    }
  }

  /**
   * Starts the proxies. No topology is submitted yet.
   *
   * @param lineAddress the address at which workers reach broker and Riak
   */
  static TestBed on(Cluster cluster, String lineAddress, Setting setting) throws IOException {
    return new TestBed(
        cluster,
        Line.toRiak(lineAddress, setting.store().settings(cluster.options()).nodes()),
        Line.start(lineAddress, cluster.socketAddress(Cluster.BROKER)),
        setting);
  }

  /** Where the services of the present drill write. */
  Archives archives() {
    return archives;
  }

  void begin(Archives ofDrill) {
    archives = ofDrill;
    setting.archives().add(ofDrill.ofServices());
    setting.archives().add(ofDrill.ofVerdicts());
  }

  /** How programs beside the topology reach the store. */
  RiakSettings riakSettings() {
    return setting.store().settings(cluster.options());
  }

  /** Takes the store away: kills the development node, or cuts the lines to nodes of others. */
  void takeStoreAway() throws IOException {
    if (setting.store().isOfOthers()) {
      riakLines.forEach(Line::goAway);
    } else {
      cluster.kill(Cluster.RIAK);
    }
  }

  void bringStoreBack() throws IOException, InterruptedException {
    if (setting.store().isOfOthers()) {
      riakLines.forEach(Line::comeBack);
    } else {
      cluster.startAndAwait(Cluster.RIAK);
    }
  }

  /**
   * Compares every document with all archives of this store: it has the counters of earlier drills,
   * too.
   */
  AuditResult audit() throws IOException {
    setting.progress().accept("comparing every document with the archives");
    return new ClusterAudit(riakSettings()).untilStable(List.copyOf(setting.archives()));
  }

  /** From now on ad servers need these ads. */
  void watchStates(List<String> adIds) {
    adServers.need(adIds);
  }

  /**
   * Requires that each ad server knows the states of these ads, soon after all is settled.
   *
   * @throws Breach if one does not
   */
  void requireStates(List<String> adIds) throws InterruptedException, IOException {
    try {
      await(
          "ad servers to know the states of " + adIds.size() + " ads",
          () -> {
            Optional<String> fault = adServers.firstFault(adIds);
            if (fault.isPresent()) {
              throw new IOException(fault.get());
            }
            return true;
          },
          STATES_MS);
    } catch (Stuck e) {
      throw new Breach(e.getMessage());
    }
  }

  List<WorkerProcess> workers() throws IOException {
    return cluster.workers().of(TOPOLOGY);
  }

  WorkerProcess anyWorker() throws IOException {
    List<WorkerProcess> workers = workers();
    if (workers.isEmpty()) {
      throw new Unproven("no worker runs that could be killed");
    }
    return workers.get(random.nextInt(workers.size()));
  }

  TopologySummary topology() throws IOException {
    return cluster
        .nimbus()
        .topology(TOPOLOGY)
        .orElseThrow(() -> new IOException("the topology " + TOPOLOGY + " is gone"));
  }

  /**
   * Starts whatever does not run: processes, topology, spouts.
   *
   * @param settings of the topology, if it has to be submitted
   */
  void makeReady(Map<String, String> settings) throws IOException, InterruptedException {
    mend();
    if (cluster.nimbus().topology(TOPOLOGY).isEmpty()) {
      submit(settings);
    }
    awaitActive();
  }

  /** Something that is to become true. An exception counts as "not yet". */
  interface Condition {
    boolean holds() throws IOException;
  }

  /** Repairs what a fault has left: bad lines, and processes that do not run. */
  void mend() throws IOException, InterruptedException {
    riakLines.forEach(Line::mend);
    brokerLine.mend();
    cluster.start(setting.home());
  }

  /**
   * Submits the topology.
   *
   * @param more settings, over those of all drills
   */
  void submit(Map<String, String> more) throws IOException, InterruptedException {
    Map<String, String> settings = new HashMap<>();
    settings.put("name", TOPOLOGY);
    settings.put("broker.url", "tcp://" + brokerLine.address());
    settings.put(
        "riak.nodes", riakLines.stream().map(Line::address).collect(Collectors.joining(",")));
    settings.put("riak.bucketType", setting.store().bucketType());
    settings.put("riak.timeoutMs", "6000");
    settings.put("workers", Integer.toString(WORKERS));
    settings.put("workerHeapMb", "320");
    settings.put("spouts", Integer.toString(SPOUTS));
    settings.put("adsTasks", "4");
    settings.put("countersTasks", "2");
    // After this time a tuple that a killed worker held is replayed.
    settings.put("messageTimeoutS", "20");
    settings.put("deferralMs", "1500");
    settings.put("states.topic", JmsStateFeed.USUAL_TOPIC);
    // Some 3,000 events, as many as a busy machine counts within the time-out; more would be
    // replayed over and over.
    settings.put("maxPendingMb", "1");
    settings.putAll(more);
    List<String> output = new ArrayList<>();
    int status =
        cluster
            .client()
            .submit(setting.jar(), null, settings, output::add, ProcessBuilder.Redirect.DISCARD);
    if (status != 0) {
      throw new IOException("the topology was not submitted (status " + status + "): " + output);
    }
  }

  /** Kills the topology, and waits until its name is free. */
  void killTopology(int waitS) throws IOException, InterruptedException {
    cluster.nimbus().kill(TOPOLOGY, waitS);
    cluster.nimbus().awaitGone(TOPOLOGY, MEND_MS);
  }

  /** The ports of the workers that Nimbus has assigned to the topology. */
  Set<Integer> assignedPorts() throws IOException {
    return cluster.nimbus().tasks(TOPOLOGY).workers().stream()
        .map(WorkerAddress::port)
        .collect(Collectors.toSet());
  }

  /** Orders another number of workers. */
  void rebalance(int workers, int waitS) throws IOException {
    RebalanceOptions options = new RebalanceOptions();
    options.set_num_workers(workers);
    options.set_wait_secs(waitS);
    cluster.nimbus().order(nimbus -> nimbus.rebalance(TOPOLOGY, options));
  }

  /** Waits until Nimbus says that the topology is active, and its spouts have subscribed. */
  void awaitActive() throws IOException, InterruptedException {
    await(
        "an active topology with its workers",
        () ->
            topology().get_status().equals(TopologyInitialStatus.ACTIVE.name())
                && workers().size() >= topology().get_num_workers()
                && topology().get_num_workers() > 0);
    awaitConsumers();
  }

  /** Waits until the spouts have subscribed. */
  void awaitConsumers() throws IOException, InterruptedException {
    await(SPOUTS + " consumers", () -> backlog.state().consumers() >= SPOUTS);
  }

  /**
   * Waits until one more message is acknowledged.
   *
   * @return ms since a moment of {@link System#nanoTime}
   */
  long awaitProgress(long sinceNs) throws IOException, InterruptedException {
    long before = acknowledged();
    await("acknowledged messages", () -> acknowledged() > before);
    return msSince(sinceNs);
  }

  /**
   * Waits until one more message is acknowledged.
   *
   * @return the ms that it took
   */
  long awaitProgress() throws IOException, InterruptedException {
    return awaitProgress(System.nanoTime());
  }

  /** Messages acknowledged since the broker started. */
  long acknowledged() throws IOException {
    return backlog.state().acknowledged();
  }

  void awaitEmptyQueue() throws IOException, InterruptedException {
    await("no unacknowledged message", () -> backlog.state().waiting() == 0, setting.settleMs());
  }

  /**
   * The ads tasks that the running topology has in the workers at these ports.
   *
   * @throws IOException if there is none
   */
  Set<Integer> requireAdsTasks(Set<Integer> ports) throws IOException {
    Set<Integer> tasks =
        cluster.nimbus().tasks(TOPOLOGY).assigned().stream()
            .filter(task -> task.component().equals(Component.ADS.id()))
            .filter(task -> ports.contains(task.worker().port()))
            .map(AssignedTask::id)
            .collect(Collectors.toSet());
    if (tasks.isEmpty()) {
      throw new IOException("the workers at " + ports + " have no ads task to replace");
    }
    return tasks;
  }

  /**
   * Waits until other workers have these ads tasks, and each task puts documents there.
   *
   * @param ports of the workers that had the tasks
   * @param sinceMs the time at which these workers were cut off
   */
  void awaitReplaced(Set<Integer> adsTasks, Set<Integer> ports, long sinceMs)
      throws IOException, InterruptedException {
    TaskCopies copies = new TaskCopies(counters, ports);
    await(
        "documents put by others than the workers "
            + ports
            + ", of all their ads tasks "
            + adsTasks,
        () ->
            Collections.disjoint(assignedPorts(), ports)
                && copies.areReplaced(
                    adsTasks,
                    Math.max(sinceMs, System.currentTimeMillis() - JUST_NOW_MS) / 1_000 + 1));
  }

  /** Ms since a moment of {@link System#nanoTime}. */
  static long msSince(long ns) {
    return (System.nanoTime() - ns) / 1_000_000;
  }

  /**
   * Waits.
   *
   * @param what goes on meanwhile, for the progress line
   */
  void stay(String what, long ms) throws InterruptedException {
    setting.progress().accept(what);
    Thread.sleep(Math.max(0, ms));
  }

  /**
   * Waits until an injected fault shows.
   *
   * @throws Unproven if it does not show in time
   */
  void awaitFault(String what, Condition condition) throws IOException, InterruptedException {
    try {
      await(what, condition, FAULT_MS);
    } catch (Stuck e) {
      throw new Unproven("the fault does not show: " + e.getMessage());
    }
  }

  /**
   * Waits until a condition holds, for as long as a recovery may take.
   *
   * @throws Stuck if it does not hold in time
   */
  void await(String what, Condition condition) throws IOException, InterruptedException {
    await(what, condition, MEND_MS);
  }

  private void await(String what, Condition condition, long withinMs)
      throws Stuck, InterruptedException {
    setting.progress().accept("waiting for " + what);
    long startNs = System.nanoTime();
    IOException trouble = null;
    while (msSince(startNs) < withinMs) {
      try {
        if (condition.holds()) {
          return;
        }
        trouble = null;
      } catch (IOException e) {
        trouble = e;
      }
      Thread.sleep(CHECK_MS);
    }
    throw new Stuck(
        "expected %s within %d s%s; %s; see the logs in %s"
            .formatted(
                what,
                withinMs / 1_000,
                trouble == null ? "" : ": " + trouble.getMessage(),
                queue(),
                cluster.directories().logs()),
        trouble);
  }

  private String queue() {
    try {
      return backlog.state().toString();
    } catch (IOException e) {
      return "the broker does not answer: " + e.getMessage();
    }
  }

  /**
   * Waits until messages are under way that a fault can disturb.
   *
   * @return their number
   * @throws Stuck if there are none, although services log all the time
   */
  long requireWork() throws IOException, InterruptedException {
    await("messages under way", () -> backlog.state().waiting() > 0);
    return backlog.state().waiting();
  }

  @Override
  public void close() {
    counters.close();
    adServers.close();
    backlog.close();
    riakLines.forEach(Line::close);
    brokerLine.close();
  }
}
