package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.cluster.Nimbus.TopologyTasks;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.Round;
import clickcounter.tools.common.Texts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Waits until all tasks of a topology that was just submitted work: Nimbus has heard of each, and
 * its worker serves its metrics. A task has metrics when broker or Riak have answered it.
 */
final class TopologyStart {
  private static final int MOST_NAMED = 8;

  private final TopologyWatch watch;

  /** What was said last, so that nothing is said twice. */
  private String said = "";

  TopologyStart(TopologyWatch watch) {
    this.watch = watch;
  }

  /**
   * What is known of the tasks.
   *
   * @param trouble why Nimbus does not answer, or null
   * @param idle the tasks that do not work yet
   * @param isKnown whether it is known that one of them is idle: it has not started, or its worker
   *     answers without it
   */
  private record Look(
      String trouble, TopologyTasks tasks, List<AssignedTask> idle, boolean isKnown) {
    boolean allWork() {
      return trouble == null && !tasks.assigned().isEmpty() && idle.isEmpty();
    }
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
    Look look = look();
    while (!look.allWork() && watch.nowMs() < endMs) {
      tell(progress(look));
      watch.pause();
      look = look();
    }
    return look.allWork()
        ? watch.ended(ExitCode.OK, "all its " + look.tasks().assigned().size() + " tasks work")
        : late(look, " within " + Texts.age(wait.toMillis()));
  }

  private Look look() {
    TopologyTasks tasks;
    try {
      tasks = watch.nimbus().now();
    } catch (IOException e) {
      return new Look(e.getMessage(), new TopologyTasks(List.of(), null), List.of(), true);
    }
    Round round = watch.metrics(tasks);
    Set<String> working = round.all().taskNumbers();
    List<AssignedTask> idle =
        tasks.assigned().stream()
            .filter(task -> !task.beats() || !working.contains(Integer.toString(task.id())))
            .toList();
    boolean isKnown =
        idle.stream().anyMatch(task -> !task.beats() || !round.silent().containsKey(at(task)));
    return new Look(null, tasks, idle, isKnown);
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
    return all
        - look.idle().size()
        + " of "
        + all
        + " tasks work"
        + (error == null ? "" : "; last error: " + error);
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
    if (look.tasks().lastError() != null) {
      return watch.ended(
          ExitCode.MISSING, "not all tasks work" + within + ": " + look.tasks().lastError());
    }
    if (look.isKnown()) {
      return watch.ended(
          ExitCode.MISSING,
          "not all tasks work" + within + ", see the workers' logs: " + named(look.idle()));
    }
    return watch.ended(
        ExitCode.FAILED,
        "whether its tasks work is not known: their workers run, but this host gets no metrics of "
            + named(look.idle())
            + ". The setting metrics.host says where they are served");
  }

  private static String named(List<AssignedTask> tasks) {
    String names =
        tasks.stream()
            .limit(MOST_NAMED)
            .map(task -> task.component() + " " + task.id() + " at " + task.worker())
            .collect(Collectors.joining(", "));
    return tasks.size() > MOST_NAMED
        ? names + " and " + (tasks.size() - MOST_NAMED) + " more"
        : names;
  }
}
