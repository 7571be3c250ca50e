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
record TopologyStart(TopologyWatch watch) {
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
    String said = "";
    Look look = watch.look();
    while (!allWork(look) && watch.nowMs() < endMs) {
      String progress = progress(look);
      if (!progress.equals(said)) {
        said = progress;
        watch.tell(said);
      }
      watch.pause();
      look = watch.look();
    }
    if (allWork(look)) {
      return watch.ended(ExitCode.OK, "all its " + look.tasks().assigned().size() + " tasks work");
    }
    String why = " within " + Texts.age(wait.toMillis()) + ": " + progress(look) + advice(look);
    return isKnown(look)
        ? watch.ended(ExitCode.MISSING, "not all tasks work" + why)
        : watch.ended(ExitCode.FAILED, "whether its tasks work is not known" + why);
  }

  private static boolean allWork(Look look) {
    return !look.tasks().assigned().isEmpty() && idle(look).isEmpty();
  }

  private static List<AssignedTask> idle(Look look) {
    Set<String> working = look.round().all().taskNumbers();
    return look.tasks().assigned().stream()
        .filter(task -> !task.beats() || !working.contains(Integer.toString(task.id())))
        .toList();
  }

  /** Whether tasks do not work; not if they have started, and this host gets no metrics of them. */
  private boolean isKnown(Look look) {
    return look.trouble() == null
        && (look.tasks().lastError() != null
            || idle(look).isEmpty()
            || idle(look).stream()
                .anyMatch(
                    task -> !task.beats() || !look.round().silent().containsKey(metricsOf(task))));
  }

  private String metricsOf(AssignedTask task) {
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

  private String advice(Look look) {
    if (idle(look).isEmpty() || look.tasks().lastError() != null) {
      return "";
    }
    return (isKnown(look)
            ? "; see the workers' logs: "
            : "; the setting metrics.host says where they serve metrics, which this host does not get: ")
        + String.join(
            ", ",
            Texts.first(
                idle(look).stream()
                    .map(task -> task.component() + " " + task.id() + " at " + task.worker())
                    .toList()));
  }
}
