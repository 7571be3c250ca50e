package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Texts;
import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.cluster.TopologyWatch.Look;
import clickcounter.scrape.WorkerClient;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Waits until all tasks of a topology that was just submitted work: Nimbus has heard of each, and
 * its worker serves its metrics. A task has metrics when broker or Riak have answered it.
 */
final class TopologyStart {
  private final TopologyWatch watch;

  /** What was said last, so that nothing is said twice. */
  private String said = "";

  TopologyStart(TopologyWatch watch) {
    this.watch = watch;
  }

  /**
   * Waits, and says how it ended.
   *
   * @return 0: all work. 1: they do not, within this time. 3: it is not known
   */
  int await(Duration wait) {
    if (watch.portOffset() == 0) {
      return watch.ended(
          ExitCode.FAILED,
          "whether its tasks work is not known: they serve no metrics (metrics.portOffset=0)."
              + " With --wait 0s nobody asks");
    }
    long endMs = watch.nowMs() + wait.toMillis();
    Look look = watch.look();
    while (!allWork(look) && watch.nowMs() < endMs) {
      tell(progress(look));
      watch.pause();
      look = watch.look();
    }
    return allWork(look)
        ? watch.ended(ExitCode.OK, "all its " + look.tasks().assigned().size() + " tasks work")
        : late(look, " within " + Texts.age(wait.toMillis()));
  }

  private static boolean allWork(Look look) {
    return !look.tasks().assigned().isEmpty() && idle(look).isEmpty();
  }

  /** The tasks that do not work yet. */
  private static List<AssignedTask> idle(Look look) {
    Set<String> working = look.round().all().taskNumbers();
    return look.tasks().assigned().stream()
        .filter(task -> !task.beats() || !working.contains(Integer.toString(task.id())))
        .toList();
  }

  /** Whether an idle task has not started, or its worker answers without it. */
  private boolean isKnown(AssignedTask idle, Look look) {
    return !idle.beats() || !look.round().silent().containsKey(at(idle));
  }

  private String at(AssignedTask task) {
    return WorkerClient.endpoint(task.worker(), watch.portOffset()).getAuthority();
  }

  private static String progress(Look look) {
    if (look.trouble() != null) {
      return look.trouble();
    }
    int all = look.tasks().assigned().size();
    if (all == 0) {
      return "waits for a supervisor with a free slot";
    }
    String error = look.tasks().lastError();
    return "%d of %d tasks work%s"
        .formatted(all - idle(look).size(), all, error == null ? "" : "; last error: " + error);
  }

  private void tell(String line) {
    if (!line.equals(said)) {
      said = line;
      watch.tell(line);
    }
  }

  private int late(Look look, String within) {
    if (look.trouble() != null) {
      return watch.ended(
          ExitCode.FAILED, "whether its tasks work is not known" + within + ": " + look.trouble());
    }
    if (look.tasks().assigned().isEmpty()) {
      return watch.ended(
          ExitCode.MISSING,
          "no worker has it" + within + ": is there a supervisor with a free slot?");
    }
    String error = look.tasks().lastError();
    List<AssignedTask> idle = idle(look);
    String named =
        String.join(
            ", ",
            Texts.first(
                idle.stream()
                    .map(task -> task.component() + " " + task.id() + " at " + task.worker())
                    .toList()));
    if (error != null || idle.stream().anyMatch(task -> isKnown(task, look))) {
      return watch.ended(
          ExitCode.MISSING,
          "not all tasks work%s%s"
              .formatted(
                  within, error != null ? ": " + error : ", see the workers' logs: " + named));
    }
    return watch.ended(
        ExitCode.FAILED,
        "whether its tasks work is not known: their workers run, but this host gets no metrics of %s. The setting metrics.host says where they are served"
            .formatted(named));
  }
}
