package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.cluster.Nimbus.TopologyTasks;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.MetricsOption;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.Round;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.Waits;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Waits until a paused topology has nothing under way: each spout has stopped, no message is
 * pending, and no document was put for {@value #QUIET_MS} ms.
 */
final class TopologyPause {
  private static final long POLL_MS = 500;
  private static final long TELL_MS = 2_000;

  /** An ad's document may be put once more, to forget settled ids, three seconds after its put. */
  private static final long QUIET_MS = 5_000;

  private final TopologyStart.Tasks nimbus;
  private final TopologyStart.Metrics metrics;
  private final int portOffset;
  private final Waits waits;
  private final Terminal terminal;

  /**
   * @param portOffset from a worker's port to that of its metrics; 0 if it serves none
   */
  TopologyPause(
      TopologyStart.Tasks nimbus,
      TopologyStart.Metrics metrics,
      int portOffset,
      Waits waits,
      Terminal terminal) {
    this.nimbus = nimbus;
    this.metrics = metrics;
    this.portOffset = portOffset;
    this.waits = waits;
    this.terminal = terminal;
  }

  static TopologyPause of(Nimbus nimbus, String topology, int portOffset, Terminal terminal) {
    return new TopologyPause(
        () -> nimbus.tasks(topology),
        WorkerClient.ofCommand()::metrics,
        portOffset,
        Waits.REAL,
        terminal);
  }

  /**
   * What is known of what is under way.
   *
   * @param trouble why it is not known; null if it is
   * @param reading spouts that have not stopped
   * @param messages pending in spouts
   * @param busy documents of ads with a read or a put, and requests to counters tasks
   * @param puts since the workers started
   */
  private record Look(String trouble, int reading, long messages, long busy, long puts) {
    static Look unknown(String why) {
      return new Look(why, 0, 0, 0, 0);
    }

    boolean isStill() {
      return trouble == null && reading == 0 && messages == 0 && busy == 0;
    }

    String text() {
      if (trouble != null) {
        return trouble;
      }
      return (reading == 0 ? "" : Texts.count(reading, "spout") + " still reading, ")
          + Texts.count(messages, "message")
          + " pending, "
          + Texts.number(busy)
          + " documents and requests in work";
    }
  }

  /**
   * Waits, and says how it ended.
   *
   * @return 0: nothing is under way. 1: something still is, after this time. 3: it is not known
   */
  int await(Duration wait) {
    if (portOffset == 0) {
      return ended(
          ExitCode.FAILED,
          "what is under way is not known: it serves no metrics (metrics.portOffset=0)");
    }
    long nowMs = waits.nowMs();
    long endMs = nowMs + wait.toMillis();
    long toldMs = nowMs - TELL_MS;
    long stillSinceMs = nowMs;
    Look before = look();
    while (true) {
      nowMs = waits.nowMs();
      Look look = look();
      if (!look.isStill() || look.puts() != before.puts()) {
        stillSinceMs = nowMs;
      } else if (nowMs - stillSinceMs >= QUIET_MS) {
        return ended(ExitCode.OK, "nothing is under way");
      }
      if (nowMs >= endMs && stillSinceMs == nowMs) {
        return late(look, Texts.age(wait.toMillis()));
      }
      if (nowMs - toldMs >= TELL_MS) {
        toldMs = nowMs;
        terminal.err().println(look.text());
      }
      before = look;
      waits.pause(POLL_MS);
    }
  }

  private Look look() {
    TopologyTasks tasks;
    try {
      tasks = nimbus.now();
    } catch (IOException e) {
      return Look.unknown(e.getMessage());
    }
    Round round =
        metrics.of(
            MetricsOption.of(
                tasks.assigned().stream().map(AssignedTask::worker).collect(Collectors.toSet()),
                portOffset));
    if (!round.silent().isEmpty()) {
      return Look.unknown(
          "what is under way is not known: no metrics from "
              + String.join(", ", round.silent().keySet())
              + ". The setting metrics.host says where they are served");
    }
    Scrape now = round.all();
    return new Look(
        null,
        reading(tasks.assigned(), now),
        (long) now.sum(Metric.PENDING_MESSAGES),
        (long) (now.sum(Metric.BUSY_DOCUMENTS) + now.sum(Metric.HELD_DELIVERIES)),
        (long) now.sum(Metric.PUTS));
  }

  /** A spout of a worker that was started meanwhile has no metrics: it does not begin. */
  private static int reading(List<AssignedTask> tasks, Scrape now) {
    Set<String> begun = now.taskNumbers();
    return (int)
        tasks.stream()
            .filter(task -> task.component().equals(Component.SPOUT.id()))
            .map(task -> Integer.toString(task.id()))
            .filter(begun::contains)
            .filter(task -> now.sum(Metric.PAUSED, series -> series.task().equals(task)) == 0)
            .count();
  }

  private int late(Look look, String after) {
    if (look.trouble() != null) {
      return ended(ExitCode.FAILED, "it is paused, but after " + after + " " + look.trouble());
    }
    return ended(
        ExitCode.MISSING,
        "it is paused, but after "
            + after
            + " not at rest: "
            + look.text()
            + ". A message that failed meanwhile waits for "
            + Home.launcher()
            + " topology resume. If Riak does not answer, nothing gets done: see status");
  }

  private int ended(int status, String line) {
    (status == ExitCode.OK ? terminal.out() : terminal.err()).println(line);
    return status;
  }
}
