package clickcounter.drill;

import clickcounter.broker.QueueStatistics.Depth;
import clickcounter.cluster.AuditResult;
import clickcounter.cluster.Cluster;
import clickcounter.cluster.Operator;
import clickcounter.cluster.Submission;
import clickcounter.cluster.TopologyCounters;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
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

  /** A fault that is not there by then, though it was made, has missed its moment. */
  private static final long FAULT_MS = 60_000;

  static final long RIAK_TIMEOUT_MS = 6_000;

  /** Who works puts something in this time; counters come each second. */
  private static final long JUST_NOW_MS = 4_000;

  private static final long POLL_MS = 100;

  private final Cluster cluster;
  private final Path home;
  private final Path jar;
  private final Backlog backlog;
  private final RiakLines riakLines;
  private final BrokerLine brokerLine;
  private final Random random;
  private final Pace pace;
  private final Narrator narrator;
  private final TopologyCounters counters;
  private final Set<Path> archives = new LinkedHashSet<>();
  private Load load;

  private Stage(
      Cluster cluster,
      Path home,
      Path jar,
      Pace pace,
      RiakLines riakLines,
      BrokerLine brokerLine,
      long seed,
      Narrator narrator) {
    this.cluster = cluster;
    this.home = home;
    this.jar = jar;
    this.pace = pace;
    this.riakLines = riakLines;
    this.brokerLine = brokerLine;
    this.narrator = narrator;
    this.backlog = new Backlog(cluster.options().brokerUrl(), narrator);
    this.counters = new TopologyCounters(cluster.directories(), TOPOLOGY);
    this.random = new Random(seed);
  }

  /**
   * Sets it up; nothing is submitted yet.
   *
   * @param lineAddress where workers reach broker and Riak
   */
  static Stage on(
      Cluster cluster,
      Path home,
      Path jar,
      Pace pace,
      String lineAddress,
      long seed,
      Narrator narrator)
      throws IOException {
    RiakLines riak = RiakLines.start(lineAddress, cluster.socketAddress(Cluster.RIAK), seed);
    try {
      BrokerLine broker = BrokerLine.start(lineAddress, cluster.socketAddress(Cluster.BROKER));
      return new Stage(cluster, home, jar, pace, riak, broker, seed, narrator);
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

  RiakLines riakLines() {
    return riakLines;
  }

  BrokerLine brokerLine() {
    return brokerLine;
  }

  Load load() {
    return load;
  }

  void begin(Load running) {
    load = running;
    archives.add(running.archive());
  }

  /** Compares all that was ever logged here: Riak knows the counters of earlier drills, too. */
  AuditResult audit() throws IOException {
    narrator.doing("comparing every document with the archives");
    return new Operator(cluster.options()).audit(List.copyOf(archives));
  }

  /** Reads every document once, as an operator's audit does. */
  void readAll() throws IOException {
    narrator.doing("reading every document");
    new Operator(cluster.options()).look(List.copyOf(archives));
  }

  TopologyCounters counters() {
    return counters;
  }

  /** The sum of a counter over the tasks that write documents. */
  long counted(String counter) throws IOException {
    return counters.sum("ads", counter) + counters.sum("counters", counter);
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
    mend();
    if (cluster.nimbus().topology(TOPOLOGY).isEmpty()) {
      submit(settings);
    }
    awaitActive();
  }

  /** Ends what a fault has left: bad lines, and processes that do not run. */
  void mend() throws IOException, InterruptedException {
    riakLines.set(RiakLine.Weather.FAIR);
    riakLines.goOn();
    brokerLine.mend();
    cluster.start(home);
  }

  /** Submits the topology, with settings over those of all drills. */
  void submit(Map<String, String> more) throws IOException, InterruptedException {
    Map<String, String> settings =
        new HashMap<>(
            Map.of(
                "broker.url",
                brokerLine.url(),
                "riak.nodes",
                riakLines.nodes(),
                "riak.timeoutMs",
                Long.toString(RIAK_TIMEOUT_MS),
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
   * Waits until Nimbus has given these tasks of these workers to others, and each of them puts
   * documents at this time.
   *
   * @param sinceMs when the workers were cut off
   */
  void awaitReplaced(Set<Integer> tasks, Set<Integer> ports, long sinceMs)
      throws IOException, InterruptedException {
    Copies copies = new Copies(counters);
    await(
        "documents put by others than the workers " + ports + ", of all their tasks " + tasks,
        () ->
            Collections.disjoint(cluster.nimbus().ports(TOPOLOGY), ports)
                && copies.areReplaced(
                    tasks,
                    ports,
                    Math.max(sinceMs, System.currentTimeMillis() - JUST_NOW_MS) / 1_000 + 1),
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

  /** Stays as it is for a while. */
  void stay(String what, long ms) throws InterruptedException {
    narrator.doing(what);
    Thread.sleep(Math.max(0, ms));
  }

  /**
   * Waits until a fault that was made shows.
   *
   * @throws Unproven when it does not
   */
  void awaitFault(String what, Condition condition) throws IOException, InterruptedException {
    try {
      await(what, condition, FAULT_MS);
    } catch (Stuck e) {
      throw new Unproven("the fault does not show: " + e.getMessage());
    }
  }

  /**
   * Waits until it is so.
   *
   * @throws Stuck when it is not, in time
   */
  void await(String what, Condition condition, long withinMs)
      throws IOException, InterruptedException {
    narrator.doing("waiting for " + what);
    long deadline = System.nanoTime() + withinMs * 1_000_000;
    IOException trouble = null;
    while (true) {
      try {
        if (condition.holds()) {
          return;
        }
        trouble = null;
      } catch (Breach e) {
        throw e;
      } catch (IOException e) {
        trouble = e;
      }
      if (System.nanoTime() > deadline) {
        throw new Stuck(
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
   * @throws Stuck when nothing is, though services log all the time
   */
  Depth requireWork() throws IOException, InterruptedException {
    await("messages under way", () -> backlog.depth().waiting() > 0, MEND_MS);
    return backlog.depth();
  }

  @Override
  public void close() {
    backlog.close();
    riakLines.close();
    brokerLine.close();
  }
}
