package clickcounter.drill;

import clickcounter.cluster.Staging;
import clickcounter.cluster.Staging.Host;
import clickcounter.cluster.Workers.Worker;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.storm.generated.RebalanceOptions;

/**
 * A host is cut off from Nimbus and ZooKeeper, but not from Riak, the broker and the other host's
 * workers: its own go on beside their replacements until they give up, or the line is mended. Then
 * Nimbus may give an old worker its tasks back, if the topology is short of a worker.
 */
final class HostCut implements Drill {
  private static final String SUPERVISOR = "supervisor-2";
  private static final String OTHER = "supervisor-1";
  private static final long TOGETHER_MS = 25_000;

  /**
   * Nimbus' nimbus.task.launch.secs: so long it takes a silent worker for one that is starting. A
   * worker without ZooKeeper ends after two minutes, so that it must be missed before.
   */
  private static final long LAUNCH_MS = 120_000;

  private final List<Copies.Overlap> overlaps = new ArrayList<>();
  private Namespace host;

  @Override
  public String name() {
    return "host-cut";
  }

  @Override
  public String fault() {
    return "a host is cut off from Nimbus and ZooKeeper, not from Riak, the broker and the other workers";
  }

  @Override
  public Optional<String> whyNotHere() {
    return Namespace.whyNotHere();
  }

  @Override
  public Staging stage(Path directory) throws IOException {
    host = Namespace.make();
    return new Staging(
        Map.of(),
        List.of(),
        Namespace.STORM,
        Map.of(
            SUPERVISOR,
            new Host(Namespace.INSIDE, host.enter()),
            OTHER,
            new Host(Namespace.LINES, List.of())),
        List.of());
  }

  /**
   * The old copy hears nothing any more of half its tuples: it goes on for as long as it may have
   * more pending, and that has to be until its replacement has started. At the drills' pace a
   * message has a dozen lines, and a spout's share is 40 messages a second: enough for two minutes.
   */
  @Override
  public Map<String, String> settings() {
    return Map.of(
        "broker.prefetch",
        "400",
        "maxPendingMessages",
        "5000",
        "maxPendingEvents",
        "70000",
        "deferralMs",
        "8000");
  }

  @Override
  public String lineAddress() {
    return Namespace.LINES;
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    spread(stage);
    stage.await(
        "workers that Nimbus misses when they are silent",
        () -> stage.workers().stream().allMatch(HostCut::isLaunched),
        Stage.MEND_MS);
    stage.requireWork();
    List<Worker> olds = inside(stage);
    Set<Integer> ports = olds.stream().map(Worker::port).collect(Collectors.toSet());
    Set<Integer> tasks = stage.cluster().nimbus().tasks(Stage.TOPOLOGY, ports);
    Copies copies = new Copies(stage.counters());
    long cutMs = System.currentTimeMillis();
    long cutS = cutMs / 1_000;
    int supervisorPort = stage.cluster().port(SUPERVISOR);
    host.cut(supervisorPort);
    try {
      requireCut(stage);
      stage.awaitReplaced(tasks, ports, cutMs);
      stage.stay("both hosts count", Math.min(stage.pace().lastingMs(), TOGETHER_MS));
      stage.awaitFault(
          "puts of the old copies beside those of the new",
          () -> copies.find(ports, cutS, System.currentTimeMillis() / 1_000).isPresent());
    } finally {
      host.mend(supervisorPort);
    }
    long mendedS = System.currentTimeMillis() / 1_000;
    long mendedNs = System.nanoTime();
    stage.await(
        "the end of the old copies, or their tasks back",
        () -> {
          Set<Integer> inUse = stage.cluster().nimbus().ports(Stage.TOPOLOGY);
          return olds.stream()
              .noneMatch(old -> old.process().isAlive() && !inUse.contains(old.port()));
        },
        Stage.MEND_MS);
    stage.cluster().startAgain(SUPERVISOR);
    stage.awaitActive();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    long recoveryMs = Stage.msSince(mendedNs);
    overlaps.add(copies.between(ports, cutS, mendedS));
    return recoveryMs;
  }

  private static boolean isLaunched(Worker worker) {
    return worker
        .process()
        .info()
        .startInstant()
        .map(start -> Duration.between(start, Instant.now()).toMillis() > LAUNCH_MS)
        .orElse(false);
  }

  /**
   * After a cut all tasks live on the other host: some have to come back. As many workers as
   * before, one on each host: with more than are left after a cut, Nimbus would give the other
   * worker other tasks, too, and Storm 2.8.3 ends a worker to which a tuple comes for a task that
   * it does not have (apache/storm#7533, mended after it). The old copy sends such tuples all the
   * time: there would be no replacement to live beside.
   */
  private void spread(Stage stage) throws IOException, InterruptedException {
    if (!inside(stage).isEmpty()) {
      return;
    }
    RebalanceOptions order = new RebalanceOptions();
    order.set_wait_secs(1);
    order.set_num_workers(Stage.WORKERS);
    stage.await(
        "two supervisors",
        () -> stage.cluster().nimbus().summary().get_supervisors_size() == 2,
        Stage.MEND_MS);
    stage.cluster().nimbus().rebalance(Stage.TOPOLOGY, order);
    stage.await("a worker on " + SUPERVISOR, () -> !inside(stage).isEmpty(), Stage.MEND_MS);
    stage.awaitActive();
  }

  private static List<Worker> inside(Stage stage) throws IOException {
    return stage.workers().stream().filter(w -> w.supervisor().equals(SUPERVISOR)).toList();
  }

  private void requireCut(Stage stage) throws IOException, InterruptedException {
    int nimbus = stage.cluster().options().ports().nimbus();
    if (host.reaches(Namespace.STORM, nimbus)) {
      throw new Unproven("the host still reaches Nimbus");
    }
    if (!host.reaches(Namespace.LINES, stage.riakLines().first().port())) {
      throw new Unproven("the host does not reach Riak any more");
    }
  }

  @Override
  public String proof(Stage stage) {
    return "in a network namespace; Nimbus out of reach, Riak in reach, each time; "
        + WorkerStop.describe(overlaps);
  }

  @Override
  public void close() throws IOException {
    if (host != null) {
      host.close();
    }
  }
}
