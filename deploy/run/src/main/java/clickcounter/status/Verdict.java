package clickcounter.status;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Home;
import clickcounter.cli.Texts;
import clickcounter.cluster.Nimbus;
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

  private static final Duration DRAIN_WITHIN = Duration.ofHours(1);

  /** While puts are stored, documents may stand in line: that is normal in a replay. */
  private static final Duration OLDEST_IN_LINE = Duration.ofMinutes(15);

  /** A blocked document is read once a minute as long as events come for it. */
  private static final Duration BLOCKED_LATELY = Duration.ofMinutes(3);

  private static final List<String> REPLAY = List.of("archive", "replay", "--only-missing");
  private static final String PAGE = "topology/OPERATIONS.md";
  private static final String ACTIVE = "ACTIVE";

  /** A queue with so many seconds of arrivals is a backlog. */
  private static final long BACKLOG_S = 60;

  public Verdict {
    act = List.copyOf(act);
    watch = List.copyOf(watch);
    unknown = List.copyOf(unknown);
  }

  /**
   * What is expected of the topology.
   *
   * @param deferralMs its setting, for comparison
   * @param workers its setting, fewer are too few; 0 for any
   */
  public record Limits(long deferralMs, int workers) {}

  /**
   * @param reach builds the commands that the messages suggest
   * @param silent what did not answer although it has to
   * @param unknown what was not asked
   */
  public static Verdict of(
      SystemStatus status, Limits limits, Reach reach, List<String> silent, List<String> unknown) {
    Rules rules =
        new Rules(
            status, reach, new ArrayList<>(silent), new ArrayList<>(), new ArrayList<>(unknown));
    if (status.topology() != null) {
      rules.topology(status.topology(), limits.workers());
    }
    if (status.queue() != null) {
      rules.queue(status.queue());
      rules.deadLetters(status.queue());
    }
    if (status.documents() != null) {
      rules.documents(status.documents());
    }
    if (status.tasks() != null) {
      rules.tasks(status.tasks());
    }
    status.silentWorkers().forEach(rules::silent);
    return new Verdict(rules.act, rules.watch, rules.open);
  }

  private record Rules(
      SystemStatus status, Reach reach, List<String> act, List<String> watch, List<String> open) {
    private boolean allAnswer() {
      return status.silentWorkers().isEmpty();
    }

    /** A worker that was killed is a cause; that nobody reads the queue meanwhile follows. */
    void silent(String who, String why) {
      open.add(
          "%s: %s. Storm restarts a worker, mostly within 2 min. Nothing is lost: its events stay in the queue. Act if it is still so after 5 min, %s"
              .formatted(
                  status.tasks() == null ? "no worker answers" : who + " does not answer",
                  why,
                  see("A worker is gone")));
    }

    private static String see(String heading) {
      return "see " + heading + " in " + Home.page(PAGE);
    }

    private static String sizing() {
      return "see Sizing in " + Home.page("topology/CAPACITY.md");
    }

    void deadLetters(QueueLoad queue) {
      DeadLetters dead = queue.deadLetters();
      if (dead.messages() > 0) {
        act.add(
            "%s of the queue among the broker's dead letters: they expired, or were delivered too often. Their events are not counted: %s sends those that the archives have. Then purge the dead letters, %s"
                .formatted(
                    atLeast(dead.messages(), dead.exact()),
                    reach.archives(REPLAY),
                    see("Dead letters")));
      } else if (!dead.exact() && queue.exact()) {
        open.add(
            "whether messages of the queue are among the broker's dead letters: it shows the oldest only, or its user may not read them; "
                + see("Dead letters"));
      }
    }

    private static String atLeast(long messages, boolean exact) {
      return Texts.count(messages, "message") + (exact ? "" : " or more");
    }

    void topology(TopologyState topology, int leastWorkers) {
      if (isPaused()) {
        act.add(
            "the topology is paused: the queue is not read until %s topology resume"
                .formatted(Home.launcher()));
      } else if (!topology.status().equals(ACTIVE)) {
        act.add("the topology is " + topology.status() + ", expected " + ACTIVE);
      } else if (topology.workers() == 0) {
        act.add("the topology has no worker: are there supervisors with free slots?");
      } else if (topology.workers() < leastWorkers) {
        act.add(
            "the topology has %s, the setting workers says %d: are there supervisors with free slots? If it is to have fewer, change the setting"
                .formatted(Texts.count(topology.workers(), "worker"), leastWorkers));
      }
    }

    private boolean isPaused() {
      return status.topology() != null && status.topology().status().equals(Nimbus.INACTIVE);
    }

    void queue(QueueLoad queue) {
      if (!queue.exact()) {
        open.add(
            "whether the queue grows: no statistics plugin of the broker answers. If it has none,"
                + " add <statisticsBrokerPlugin/> to the <plugins> of activemq.xml");
      }
      if (isBacklogThatGrows(queue)) {
        act.add(
            "the queue has %s and does not shrink: %s/s arrive, %s/s are done. %s"
                .formatted(
                    Texts.count(queue.messages(), "message"),
                    Texts.number(Math.round(queue.arrivedPerS())),
                    Texts.number(Math.round(queue.donePerS())),
                    allAnswer()
                        ? "Counting does not keep up, " + sizing()
                        : "A worker does not answer, " + see("A worker is gone")));
      }
      if (queue.drainS() != null && queue.drainS() > DRAIN_WITHIN.toSeconds()) {
        act.add(
            "the queue takes %s to drain, more than %s: puts do not keep up, %s"
                .formatted(
                    Texts.age(queue.drainS() * 1_000),
                    Texts.age(DRAIN_WITHIN.toMillis()),
                    sizing()));
      }
      if (queue.rejectsWaiting() > 0) {
        act.add(
            "%s in the queue of rejects: %s says why"
                .formatted(
                    atLeast(queue.rejectsWaiting(), queue.rejectsExact()),
                    reach.command("rejects", "list")));
      }
      if (!isPaused() && allAnswer() && queue.consumers() != null && queue.consumers() == 0) {
        act.add("no consumer reads the queue: does the topology run with this broker and queue?");
      }
    }

    /** A few messages that are under way are no backlog, and neither is a burst of a minute. */
    private static boolean isBacklogThatGrows(QueueLoad queue) {
      return queue.drainS() == null
          && queue.arrivedPerS() != null
          && queue.messages() > BACKLOG_S * Math.max(1, queue.arrivedPerS());
    }

    void documents(DocumentState documents) {
      String limit = Texts.age(CounterSurvey.OVERDUE_AFTER.toMillis());
      String resend = reach.archives(REPLAY) + " sends those that the archives have";
      String gaps = reach.command("counters", "gaps") + " names them";
      if (documents.overdue() > 0) {
        String older = CounterSurvey.OVERDUE_AFTER.toSeconds() + "s";
        act.add(
            "%s missing for %s or longer: %s names them, %s"
                .formatted(
                    Texts.count(documents.overdue(), "event"),
                    limit,
                    reach.command("counters", "gaps", "--older-than", older),
                    resend));
      }
      long young = documents.gaps().missing() - documents.overdue();
      if (young > 0) {
        watch.add(
            "%s missing, for less than %s: %s, %s. After %s an operator has to act"
                .formatted(Texts.count(young, "event"), limit, gaps, resend, limit));
      }
      if (documents.unreadable() > 0) {
        act.add(
            "%s with a document that cannot be read: %s"
                .formatted(Texts.count(documents.unreadable(), "counter"), gaps));
      }
    }

    void tasks(TaskState tasks) {
      Duration most = tasks.putsPerS() > 0 ? OLDEST_IN_LINE : OLDEST_PENDING;
      if (tasks.oldestPendingMs() >= most.toMillis()) {
        act.add(
            "an event has been pending for %s: is Riak or a worker away? See Events are late in %s"
                .formatted(Texts.age(tasks.oldestPendingMs()), Home.page(PAGE)));
      }
      if (tasks.blockedMsAgo() != null && tasks.blockedMsAgo() < BLOCKED_LATELY.toMillis()) {
        act.add(
            "a document is blocked: the workers' logs name it, " + see("A document is unreadable"));
      }
      int assigned = status.topology() == null ? 0 : status.topology().assignedTasks();
      if (allAnswer() && tasks.reporting() < assigned) {
        open.add(
            "metrics of %d of %d tasks only: a worker is silent, or has just started"
                .formatted(tasks.reporting(), assigned));
      }
    }
  }

  int exitCode() {
    if (!act.isEmpty()) {
      return ExitCode.WRONG;
    }
    return unknown.isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }
}
