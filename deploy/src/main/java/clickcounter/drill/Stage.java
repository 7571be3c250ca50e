package clickcounter.drill;

import clickcounter.cluster.Cluster;
import clickcounter.cluster.Operator;
import clickcounter.cluster.QueueStatistics.Depth;
import clickcounter.cluster.Submission;
import clickcounter.cluster.TopologyCounters;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.storm.generated.TopologyInitialStatus;
import org.apache.storm.generated.TopologySummary;

/**
 * A cluster with one topology that counts, whose lines to broker and Riak go through proxies, and
 * what drills need to know of it. Drills come one after another and leave it whole.
 */
final class Stage implements AutoCloseable {
  static final String TOPOLOGY = "drilled";
  static final int WORKERS = 2;
  static final int SPOUTS = 2;
  static final int WORKER_HEAP_MB = 320;

  /** Until something that is mended works again, on a busy machine. */
  static final long MEND_MS = 300_000;

  private static final long POLL_MS = 100;

  private final Cluster cluster;
  private final Path home;
  private final Path jar;
  private final Backlog backlog;
  private final RiakLine riakLine;
  private final BrokerLine brokerLine;
  private final Random random;
  private final Pace pace;
  private final String lineAddress;
  private Load load;

  private Stage(
      Cluster cluster,
      Path home,
      Path jar,
      Pace pace,
      String lineAddress,
      RiakLine riakLine,
      BrokerLine brokerLine,
      long seed) {
    this.cluster = cluster;
    this.home = home;
    this.jar = jar;
    this.pace = pace;
    this.lineAddress = lineAddress;
    this.riakLine = riakLine;
    this.brokerLine = brokerLine;
    this.backlog = new Backlog(cluster.options().brokerUrl());
    this.random = new Random(seed);
  }

  /**
   * Sets it up; nothing is submitted yet.
   *
   * @param lineAddress where workers reach broker and Riak
   */
  static Stage on(Cluster cluster, Path home, Path jar, Pace pace, String lineAddress, long seed)
      throws IOException {
    RiakLine riak = RiakLine.start(lineAddress, cluster.socketAddress(Cluster.RIAK), seed);
    try {
      BrokerLine broker = BrokerLine.start(lineAddress, cluster.socketAddress(Cluster.BROKER));
      return new Stage(cluster, home, jar, pace, lineAddress, riak, broker, seed);
    } catch (IOException e) {
      riak.close();
      throw e;
    }
  }

  Cluster cluster() {
    return cluster;
  }

  Pace pace() {
    return pace;
  }

  Random random() {
    return random;
  }

  Backlog backlog() {
    return backlog;
  }

  RiakLine riakLine() {
    return riakLine;
  }

  BrokerLine brokerLine() {
    return brokerLine;
  }

  Load load() {
    return load;
  }

  void begin(Load running) {
    load = running;
  }

  Operator operator() {
    return new Operator(cluster.options());
  }

  TopologyCounters counters() {
    return new TopologyCounters(cluster.directories(), TOPOLOGY);
  }

  /** The sum of a counter over the tasks that write documents. */
  long counted(String counter) throws IOException {
    return counters().sum("ads", counter) + counters().sum("counters", counter);
  }

  List<Worker> workers() throws IOException {
    return cluster.workers().of(TOPOLOGY);
  }

  TopologySummary topology() throws IOException {
    return cluster
        .nimbus()
        .topology(TOPOLOGY)
        .orElseThrow(() -> new IOException("the topology " + TOPOLOGY + " is gone"));
  }

  /**
   * Makes everything run that should: processes, topology, spouts.
   *
   * @param settings for a topology that is not there yet
   */
  void makeReady(Map<String, String> settings) throws IOException, InterruptedException {
    riakLine.set(RiakLine.Weather.FAIR);
    cluster.start(home);
    if (cluster.nimbus().topology(TOPOLOGY).isEmpty()) {
      submit(settings);
    }
    awaitActive();
  }

  /** Submits the topology, with settings over those of all drills. */
  void submit(Map<String, String> more) throws IOException, InterruptedException {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "broker.url",
                brokerLine.url(),
                "riak.nodes",
                lineAddress + ':' + riakLine.port(),
                "riak.timeoutMs",
                "6000",
                "workers",
                Integer.toString(WORKERS),
                "workerHeapMb",
                Integer.toString(WORKER_HEAP_MB),
                "ackers",
                "2",
                "spouts",
                Integer.toString(SPOUTS),
                "adsTasks",
                "4",
                "countersTasks",
                "2",
                // What a killed worker held comes again after this time.
                "messageTimeoutS",
                "20"));
    settings.put("deferralMs", "1500");
    settings.put("cacheMb", "32");
    // As many as a busy machine counts within the timeout, else all of them come again and again.
    settings.put("maxPendingEvents", "3000");
    settings.putAll(more);
    StringBuilder said = new StringBuilder();
    int status =
        new Submission(cluster, jar)
            .run(TOPOLOGY, null, settings, said, ProcessBuilder.Redirect.DISCARD);
    if (status != 0) {
      throw new IOException("the topology was not submitted (status " + status + "): " + said);
    }
  }

  /** Waits until Nimbus says that it is active and its spouts have subscribed. */
  void awaitActive() throws IOException, InterruptedException {
    await(
        "an active topology with its workers",
        () ->
            topology().get_status().equals(TopologyInitialStatus.ACTIVE.name())
                && workers().size() >= topology().get_num_workers()
                && topology().get_num_workers() > 0,
        MEND_MS);
    backlog.awaitConsumers(SPOUTS, MEND_MS);
  }

  /**
   * Waits until Nimbus has given these tasks of these workers to others, and those have put
   * documents of them.
   */
  void awaitReplaced(Set<Integer> tasks, Set<Integer> ports, long sinceS)
      throws IOException, InterruptedException {
    Copies copies = new Copies(counters());
    await(
        "documents put by others than the workers " + ports + ", of their tasks " + tasks,
        () ->
            Collections.disjoint(cluster.nimbus().ports(TOPOLOGY), ports)
                && copies.areReplaced(tasks, ports, sinceS),
        MEND_MS);
  }

  /** Since a moment of {@link System#nanoTime}. */
  static long msSince(long ns) {
    return (System.nanoTime() - ns) / 1_000_000;
  }

  /** Something that is to become true; failing to find out is not yet failing. */
  interface Condition {
    boolean holds() throws IOException;
  }

  void await(String what, Condition condition, long withinMs)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + withinMs * 1_000_000;
    IOException trouble = null;
    while (true) {
      try {
        if (condition.holds()) {
          return;
        }
        trouble = null;
      } catch (IOException e) {
        trouble = e;
      }
      if (System.nanoTime() > deadline) {
        throw new IOException(
            "expected %s within %d s%s; see deploy/clicks cluster logs --data %s"
                .formatted(
                    what,
                    withinMs / 1_000,
                    trouble == null ? "" : ": " + trouble.getMessage(),
                    cluster.directories().root()),
            trouble);
      }
      Thread.sleep(POLL_MS);
    }
  }

  /**
   * Waits until something is under way that a fault can disturb.
   *
   * @throws Unproven when nothing is
   */
  Depth requireWork() throws IOException, InterruptedException {
    try {
      await("messages under way", () -> backlog.depth().waiting() > 0, MEND_MS);
    } catch (IOException e) {
      throw new Unproven(
          "nothing was under way when something was to be broken: " + e.getMessage());
    }
    return backlog.depth();
  }

  @Override
  public void close() {
    backlog.close();
    riakLine.close();
    brokerLine.close();
  }
}
