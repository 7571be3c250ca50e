package clickcounter.status;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Texts;
import clickcounter.jms.DeadLetters;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.SystemStatus.TaskState;
import clickcounter.status.SystemStatus.TopologyState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether an operator has to act. The limits are those of the alerts in deploy/monitoring.
 *
 * @param act what is wrong, each with what to do
 * @param watch what an operator will have to act on if it stays so, each with what to do
 * @param unknown what was not found out, each with how to
 */
public record Verdict(List<String> act, List<String> watch, List<String> unknown) {
  private static final Duration OLDEST_PENDING = Duration.ofMinutes(3);

  /** While puts are stored, documents may stand in line: that is normal in a replay. */
  private static final Duration OLDEST_IN_LINE = Duration.ofMinutes(15);

  /** A blocked document is read once a minute as long as events come for it. */
  private static final Duration BLOCKED_LATELY = Duration.ofMinutes(3);

  private static final List<String> REPLAY = List.of("archive", "replay", "--only-missing");
  private static final String ACTIVE = "ACTIVE";
  private static final String PAUSED = "INACTIVE";

  /** A queue with so many seconds of arrivals is a backlog. */
  private static final long BACKLOG_S = 60;

  public Verdict {
    act = List.copyOf(act);
    watch = List.copyOf(watch);
    unknown = List.copyOf(unknown);
  }

  /**
   * What is accepted.
   *
   * @param overdueAfter the age from which a missing event is overdue
   * @param silentAfter the age of the last event from which an open counter is silent
   * @param deferralMs the topology's setting, for comparison
   * @param workers the topology's setting, fewer are too few; 0 for any
   */
  public record Limits(
      Duration overdueAfter,
      Duration silentAfter,
      Duration drainWithin,
      long deferralMs,
      long rejects,
      int workers) {
    /** The limits for a topology with this setting, and any number of workers. */
    public static Limits usual(long deferralMs) {
      return new Limits(
          Duration.ofMinutes(10), Duration.ofMinutes(10), Duration.ofHours(1), deferralMs, 0, 0);
    }

    /** The same, with at least so many workers. */
    Limits withWorkers(int least) {
      return new Limits(overdueAfter, silentAfter, drainWithin, deferralMs, rejects, least);
    }
  }

  /**
   * @param reach builds the commands that the messages suggest
   * @param silent what did not answer although it has to
   * @param unknown what was not asked
   */
  public static Verdict of(
      SystemStatus status, Limits limits, Reach reach, List<String> silent, List<String> unknown) {
    List<String> act = new ArrayList<>(silent);
    List<String> watch = new ArrayList<>();
    List<String> open = new ArrayList<>(unknown);
    if (status.topology() != null) {
      topology(status.topology(), limits, act);
    }
    if (status.queue() != null) {
      queue(status.queue(), limits, reach, status.silentWorkers().isEmpty(), act, open);
      deadLetters(status.queue(), reach, act, open);
      if (!isPaused(status.topology()) && status.silentWorkers().isEmpty()) {
        consumers(status.queue(), act);
      }
    }
    if (status.documents() != null) {
      documents(status.documents(), limits, reach, act, watch);
    }
    if (status.tasks() != null) {
      tasks(status.tasks(), act);
      if (status.topology() != null
          && status.silentWorkers().isEmpty()
          && status.tasks().reporting() < status.topology().assignedTasks()) {
        open.add(
            "metrics of %d of %d tasks only: a worker is silent, or has just started"
                .formatted(status.tasks().reporting(), status.topology().assignedTasks()));
      }
    }
    status.silentWorkers().forEach((who, why) -> open.add(silent(who, why, status.tasks())));
    return new Verdict(act, watch, open);
  }

  /** A worker that was killed is a cause; that nobody reads the queue meanwhile follows. */
  private static String silent(String who, String why, TaskState others) {
    return (others == null ? "no worker answers: " : who + " does not answer: ")
        + why
        + ". Storm restarts a worker, mostly within 2 min. Nothing is lost: its events stay in the queue. Act if"
        + " it is still so after 5 min, see A worker is gone in "
        + Home.page("topology/OPERATIONS.md");
  }

  private static void deadLetters(
      QueueLoad queue, Reach reach, List<String> act, List<String> open) {
    DeadLetters dead = queue.deadLetters();
    String page = "see Dead letters in " + Home.page("topology/OPERATIONS.md");
    if (dead.messages() > 0) {
      act.add(
          "%s of the queue among the broker's dead letters: they expired, or were delivered too often. Their events are not counted: %s sends those that the archives have. Then purge the dead letters, %s"
              .formatted(atLeast(dead.messages(), dead.exact()), reach.archives(REPLAY), page));
    } else if (!dead.exact() && queue.exact()) {
      open.add(
          "whether messages of the queue are among the broker's dead letters: it shows the oldest only, or its user may not read them; "
              + page);
    }
  }

  private static String atLeast(long messages, boolean exact) {
    return Texts.count(messages, "message") + (exact ? "" : " or more");
  }

  private static void topology(TopologyState topology, Limits limits, List<String> act) {
    if (isPaused(topology)) {
      act.add(
          "the topology is paused: the queue is not read until %s topology resume"
              .formatted(Home.launcher()));
    } else if (!topology.status().equals(ACTIVE)) {
      act.add("the topology is " + topology.status() + ", expected " + ACTIVE);
    } else if (topology.workers() == 0) {
      act.add("the topology has no worker: are there supervisors with free slots?");
    } else if (topology.workers() < limits.workers()) {
      act.add(
          "the topology has %s, the setting workers says %d: are there supervisors with free slots? If it is to have fewer, change the setting"
              .formatted(Texts.count(topology.workers(), "worker"), limits.workers()));
    }
  }

  private static boolean isPaused(TopologyState topology) {
    return topology != null && topology.status().equals(PAUSED);
  }

  private static void consumers(QueueLoad queue, List<String> act) {
    if (queue.consumers() != null && queue.consumers() == 0) {
      act.add("no consumer reads the queue: does the topology run with this broker and queue?");
    }
  }

  private static void queue(
      QueueLoad queue,
      Limits limits,
      Reach reach,
      boolean allAnswer,
      List<String> act,
      List<String> open) {
    if (!queue.exact()) {
      open.add(
          "whether the queue grows: no statistics plugin of the broker answers. If it has none, add"
              + " <statisticsBrokerPlugin/> to the <plugins> of activemq.xml");
    }
    if (isBacklogThatGrows(queue)) {
      act.add(
          "the queue has %s and does not shrink: %s/s arrive, %s/s are done. %s"
              .formatted(
                  Texts.count(queue.messages(), "message"),
                  Texts.number(Math.round(queue.arrivedPerS())),
                  Texts.number(Math.round(queue.donePerS())),
                  allAnswer
                      ? "Counting does not keep up, see Sizing in "
                          + Home.page("topology/CAPACITY.md")
                      : "A worker does not answer, see A worker is gone in "
                          + Home.page("topology/OPERATIONS.md")));
    }
    if (queue.drainS() != null && queue.drainS() > limits.drainWithin().toSeconds()) {
      act.add(
          "the queue takes %s to drain, more than %s: puts do not keep up, see Sizing in %s"
              .formatted(
                  Texts.age(queue.drainS() * 1_000),
                  Texts.age(limits.drainWithin().toMillis()),
                  Home.page("topology/CAPACITY.md")));
    }
    if (queue.rejectsWaiting() > limits.rejects()) {
      act.add(
          "%s in the queue of rejects: %s says why"
              .formatted(
                  atLeast(queue.rejectsWaiting(), queue.rejectsExact()),
                  reach.command(List.of("rejects", "list"), List.of())));
    }
  }

  /** A few messages that are under way are no backlog, and neither is a burst of a minute. */
  private static boolean isBacklogThatGrows(QueueLoad queue) {
    return queue.drainS() == null
        && queue.arrivedPerS() != null
        && queue.messages() > BACKLOG_S * Math.max(1, queue.arrivedPerS());
  }

  private static void documents(
      DocumentState documents, Limits limits, Reach reach, List<String> act, List<String> watch) {
    String limit = Texts.age(limits.overdueAfter().toMillis());
    String resend = reach.archives(REPLAY) + " sends those that the archives have";
    if (documents.overdue() > 0) {
      String older = limits.overdueAfter().toSeconds() + "s";
      act.add(
          "%s missing for %s or longer: %s names them, %s"
              .formatted(
                  Texts.count(documents.overdue(), "event"),
                  limit,
                  reach.command(List.of("counters", "gaps", "--older-than", older), List.of()),
                  resend));
    }
    long young = documents.gaps().missing() - documents.overdue();
    if (young > 0) {
      watch.add(
          "%s missing, for less than %s: %s names them, %s. After %s an operator has to act"
              .formatted(
                  Texts.count(young, "event"),
                  limit,
                  reach.command(List.of("counters", "gaps"), List.of()),
                  resend,
                  limit));
    }
    if (documents.unreadable() > 0) {
      act.add(
          "%s with a document that cannot be read: %s names them"
              .formatted(
                  Texts.count(documents.unreadable(), "counter"),
                  reach.command(List.of("counters", "gaps"), List.of())));
    }
  }

  private static void tasks(TaskState tasks, List<String> act) {
    Duration most = tasks.putsPerS() > 0 ? OLDEST_IN_LINE : OLDEST_PENDING;
    if (tasks.oldestPendingMs() >= most.toMillis()) {
      act.add(
          "an event has been pending for %s: is Riak or a worker away? See Events are late in %s"
              .formatted(Texts.age(tasks.oldestPendingMs()), Home.page("topology/OPERATIONS.md")));
    }
    if (tasks.blockedMsAgo() != null && tasks.blockedMsAgo() < BLOCKED_LATELY.toMillis()) {
      act.add(
          "a document is blocked: the workers' logs name it, see A document is unreadable in "
              + Home.page("topology/OPERATIONS.md"));
    }
  }

  int exitCode() {
    if (!act.isEmpty()) {
      return ExitCode.WRONG;
    }
    return unknown.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }
}
