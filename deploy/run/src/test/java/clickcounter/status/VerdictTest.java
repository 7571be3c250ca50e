package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.DeadLetters;
import clickcounter.jms.QueueStatistics.QueueState;
import clickcounter.status.SystemStatus.DocumentState;
import clickcounter.status.SystemStatus.GapsByAge;
import clickcounter.status.SystemStatus.QueueLoad;
import clickcounter.status.SystemStatus.TaskState;
import clickcounter.status.SystemStatus.TopologyState;
import clickcounter.status.Verdict.Limits;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final Limits LIMITS = new Limits(5_000, 2);
  private static final TopologyState TOPOLOGY = new TopologyState("clicks", "ACTIVE", 60, 2, 5);
  private static final QueueLoad QUEUE = queue(10, 5, 0);
  private static final DocumentState DOCUMENTS = documents(0, 0);
  private static final TaskState TASKS = new TaskState(5, 200, 4_000, 10, 0, null);
  private static final QueueWatch WATCH =
      new QueueWatch(BrokerSettings.at("tcp://127.0.0.1:1"), 1, 2_500);

  /** Of a topology that does not defer puts. */
  private static final QueueWatch AT_ONCE =
      new QueueWatch(BrokerSettings.at("tcp://127.0.0.1:1"), 1, 0);

  private static final SystemStatus WELL =
      new SystemStatus(TOPOLOGY, QUEUE, DOCUMENTS, TASKS, Map.of());

  private static QueueLoad queue(long messages, long drainS, long rejects) {
    return new QueueLoad(messages, true, 2L, 10.0, 12.0, drainS, rejects, true, DeadLetters.NONE);
  }

  private static DocumentState documents(long overdue, int unreadable) {
    return new DocumentState(
        new GapsByAge(overdue, 0, 0, overdue, 0, 0), 0, overdue, 4, 2, 1, 1, unreadable);
  }

  private static Verdict verdict(SystemStatus status) {
    return Verdict.of(status, LIMITS, new Reach(List.of(), false), List.of(), List.of());
  }

  private static void requireAct(SystemStatus status, String... words) {
    Verdict verdict = verdict(status);
    assertThat(verdict.exitCode()).isEqualTo(2);
    assertThat(verdict.act()).hasSize(1).first().asString().contains(words);
  }

  private static SystemStatus with(TopologyState topology) {
    return new SystemStatus(topology, QUEUE, DOCUMENTS, TASKS, Map.of());
  }

  private static SystemStatus with(QueueLoad queue) {
    return new SystemStatus(TOPOLOGY, queue, DOCUMENTS, TASKS, Map.of());
  }

  private static SystemStatus with(DocumentState documents) {
    return new SystemStatus(TOPOLOGY, QUEUE, documents, TASKS, Map.of());
  }

  private static SystemStatus with(TaskState tasks) {
    return new SystemStatus(TOPOLOGY, QUEUE, DOCUMENTS, tasks, Map.of());
  }

  @Test
  void nobodyHasToActWhenAllIsWell() {
    assertThat(verdict(WELL).exitCode()).isZero();
    // Silent counters, young gaps and a queue that drains need no action.
  }

  @Test
  void whatIsWrongIsNamedWithWhatToDo() {
    requireAct(
        with(new TopologyState("clicks", "INACTIVE", 60, 2, 5)),
        "paused",
        "deploy/clicks topology resume");
    requireAct(with(new TopologyState("clicks", "KILLED", 60, 2, 5)), "KILLED");
    requireAct(with(new TopologyState("clicks", "ACTIVE", 60, 0, 5)), "no worker", "slots");
    requireAct(
        with(new QueueLoad(1, true, 0L, 0.0, 0.0, null, 0, true, DeadLetters.NONE)),
        "no consumer reads");
    requireAct(with(queue(1_000_000, 7_200, 0)), "2 h", "Sizing");
    requireAct(with(queue(0, 0, 3)), "3 messages", "rejects list");
    requireAct(with(documents(12, 0)), "12 events", "10 min", "counters gaps --older-than 600s");
    requireAct(with(documents(0, 1)), "1 counter", "cannot be read");
    requireAct(with(new TaskState(5, 180_000, 0, 0, 0, null)), "pending for 3 min");
    requireAct(with(new TaskState(5, 900_000, 0, 1, 0, null)), "pending for 15 min");
    requireAct(with(new TaskState(5, 0, 0, 0, 9, 179_999L)), "blocked", "unreadable");
  }

  /** It is what the pause does. */
  @Test
  void thatNobodyReadsTheQueueIsNoFaultOfAPausedTopology() {
    TopologyState paused = new TopologyState("clicks", "INACTIVE", 60, 2, 5);
    QueueLoad unread = new QueueLoad(1, true, 0L, 0.0, 0.0, null, 0, true, DeadLetters.NONE);
    requireAct(new SystemStatus(paused, unread, DOCUMENTS, TASKS, Map.of()), "paused");
  }

  @Test
  void youngGapsAreNamedWithTheCommandsAndTheTimeOfTheirAlert() {
    DocumentState young =
        new DocumentState(new GapsByAge(10_891, 1, 10_890, 0, 0, 0), 0, 0, 4, 2, 1, 1, 0);
    Verdict verdict = verdict(with(young));
    assertThat(verdict.exitCode()).isZero();
    assertThat(verdict.watch())
        .containsExactly(
            "10,890 events missing, for less than 10 min: deploy/clicks counters gaps names them, deploy/clicks"
                + " archive replay --only-missing ARCHIVE sends those that the archives have. After 10 min an"
                + " operator has to act");
    assertThat(text(with(young), verdict))
        .endsWith("WATCH: no action is needed yet.\n  " + verdict.watch().get(0) + "\n");
  }

  @Test
  void documentsThatStandInLineWhilePutsAreStoredNeedNobody() {
    assertThat(verdict(with(new TaskState(5, 200_000, 90_000, 1, 0, null))).exitCode()).isZero();
  }

  @Test
  void documentsThatAreNoLongerBlockedNeedNobody() {
    assertThat(verdict(with(new TaskState(5, 0, 0, 1, 9, 180_000L))).exitCode()).isZero();
  }

  @Test
  void whatIsNotKnownIsNeverWell() {
    Verdict verdict =
        Verdict.of(WELL, LIMITS, new Reach(List.of(), false), List.of(), List.of("the metrics"));
    assertThat(verdict.exitCode()).isEqualTo(3);

    Verdict few = verdict(with(new TaskState(3, 0, 0, 1, 0, null)));
    assertThat(few.exitCode()).isEqualTo(3);
    assertThat(few.unknown()).first().asString().contains("3 of 5 tasks", "a worker is silent");
  }

  @Test
  void commandsReadTheSameSettings() {
    Reach reach = new Reach(List.of("--settings", "a b.yaml"), true);
    SystemStatus status =
        new SystemStatus(TOPOLOGY, queue(0, 0, 3), documents(12, 1), TASKS, Map.of());

    Verdict verdict = Verdict.of(status, LIMITS, reach, List.of(), List.of());

    assertThat(String.join("\n", verdict.act()))
        .contains("deploy/clicks rejects list --settings 'a b.yaml' says")
        .contains("deploy/clicks counters gaps --older-than 600s --settings 'a b.yaml' names")
        .contains("deploy/clicks archive replay --only-missing --settings 'a b.yaml' sends")
        .contains("deploy/clicks counters gaps --settings 'a b.yaml' names");
  }

  @Test
  void partThatDoesNotAnswerNeedsSomebody() {
    SystemStatus status = new SystemStatus(null, null, null, null, Map.of());
    Verdict verdict =
        Verdict.of(
            status,
            LIMITS,
            new Reach(List.of(), false),
            List.of("Riak is away"),
            List.of("the metrics"));
    assertThat(verdict.exitCode()).isEqualTo(2);

    String text = text(status, verdict);

    assertThat(text).containsPattern("queue +unknown").contains("ACT:\n  Riak is away");
    assertThat(text).contains("NOT KNOWN:\n  the metrics").doesNotContain("OK");
  }

  @Test
  void theScreenShowsAllOfIt() {
    assertThat(text(WELL, verdict(WELL)))
        .isEqualTo(
            """
            topology  clicks ACTIVE for 60 s, 2 workers, 5 tasks
            queue     10 messages, 10/s arrive, 12/s are done: empty in 5 s
            rejects   0 messages
            pending   oldest for 0 s
            puts      10/s, deferred for 4,000 ms (99th percentile)
            blocked   documents found blocked 0 times since the workers started
            gaps      0 events missing
            counters  4: 2 alive, 1 silent, 1 closed properly
            OK: no action is needed.
            """);
  }

  private static String text(SystemStatus status, Verdict verdict) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new StatusText(new PrintStream(out, true, StandardCharsets.UTF_8)).print(status, verdict);
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void queueDrainsAtTheDifferenceOfItsRates() {
    QueueLoad load = AT_ONCE.load(new QueueState(100, 0, 1), new QueueState(80, 60, 1), 2, 0);
    assertThat(load.donePerS()).isEqualTo(30);
    assertThat(load.arrivedPerS()).isEqualTo(20);
    assertThat(load.drainS()).isEqualTo(8);
  }

  @Test
  void backlogThatDoesNotShrinkNeedsAction() {
    requireAct(
        with(new QueueLoad(5_000_000, true, 2L, 3_200.0, 1_000.0, null, 0, true, DeadLetters.NONE)),
        "5,000,000 messages",
        "does not shrink",
        "3,200/s arrive",
        "Sizing");
    requireAct(
        with(new QueueLoad(61, true, 2L, 0.0, 0.0, null, 0, true, DeadLetters.NONE)),
        "does not shrink");
  }

  @Test
  void burstOfAMinuteNeedsNoAction() {
    assertThat(
            verdict(with(new QueueLoad(600, true, 2L, 10.0, 8.0, null, 0, true, DeadLetters.NONE)))
                .exitCode())
        .isZero();
    // What is under way.
    assertThat(
            verdict(with(new QueueLoad(3, true, 2L, 0.0, 0.0, null, 0, true, DeadLetters.NONE)))
                .exitCode())
        .isZero();
  }

  @Test
  void messagesThatWaitForTheirPutsAreSteady() {
    QueueLoad load = WATCH.load(new QueueState(71, 0, 1), new QueueState(73, 60, 1), 2, 0);
    assertThat(load.drainS()).isZero();
    assertThat(text(with(load), verdict(with(load))))
        .contains("queue     73 messages, 31/s arrive, 30/s are done: steady\n", "OK");

    QueueLoad more = WATCH.load(new QueueState(171, 0, 1), new QueueState(173, 60, 1), 2, 0);
    assertThat(more.drainS()).isNull();
    assertThat(text(with(more), verdict(with(more)))).contains("it does not shrink");
  }

  @Test
  void killedWorkerIsTheCauseThatIsNamedAndNobodyIsPaged() {
    QueueLoad unread = new QueueLoad(9, true, 0L, 5.0, 0.0, null, 0, true, DeadLetters.NONE);
    SystemStatus status =
        new SystemStatus(
            TOPOLOGY,
            unread,
            DOCUMENTS,
            new TaskState(3, 0, 0, 1, 0, null),
            Map.of("the worker at a:7700", "no connection, or it is cut off"));

    Verdict verdict = verdict(status);

    assertThat(verdict.exitCode()).isEqualTo(3);
    assertThat(verdict.unknown())
        .singleElement()
        .asString()
        .contains(
            "the worker at a:7700 does not answer", "within 2 min", "Nothing is lost", "5 min");
  }

  @Test
  void queueThatGrowsWhileAWorkerIsGoneIsNoMatterOfSizing() {
    QueueLoad grows = new QueueLoad(900, true, 0L, 5.0, 0.0, null, 0, true, DeadLetters.NONE);
    SystemStatus status =
        new SystemStatus(
            TOPOLOGY, grows, DOCUMENTS, null, Map.of("the workers", "none serves metrics"));

    assertThat(verdict(status).act())
        .singleElement()
        .asString()
        .contains("does not shrink", "A worker is gone")
        .doesNotContain("Sizing");
    assertThat(verdict(status).unknown().get(0)).contains("no worker answers: none serves metrics");
  }

  @Test
  void deadLettersNeedAPersonAndOnesThatAreNotShownAreNotKnown() {
    requireAct(
        with(deadLetters(new DeadLetters(3, false))),
        "3 messages or more of the queue among the broker's dead letters",
        "not counted",
        "archive replay --only-missing",
        "OPERATIONS.md");
    Verdict hidden = verdict(with(deadLetters(new DeadLetters(0, false))));
    assertThat(hidden.exitCode()).isEqualTo(3);
    assertThat(hidden.unknown()).singleElement().asString().contains("dead letters", "oldest only");
  }

  private static QueueLoad deadLetters(DeadLetters dead) {
    return new QueueLoad(0, true, 2L, 0.0, 0.0, 0L, 0, true, dead);
  }

  @Test
  void queueOfABrokerWithoutThePluginIsNotKnown() {
    Verdict verdict =
        verdict(with(new QueueLoad(9, false, null, null, null, null, 0, false, DeadLetters.NONE)));
    assertThat(verdict.exitCode()).isEqualTo(3);
    assertThat(verdict.unknown()).first().asString().contains("grows", "statisticsBrokerPlugin");
  }

  @Test
  void fewerWorkersThanTheSettingNeedAction() {
    requireAct(with(new TopologyState("clicks", "ACTIVE", 60, 1, 5)), "1 worker", "workers says 2");
  }

  @Test
  void queueThatGrowsNeverDrains() {
    QueueLoad load = AT_ONCE.load(new QueueState(100, 0, 1), new QueueState(120, 60, 1), 2, 0);
    assertThat(load.drainS()).isNull();
    assertThat(AT_ONCE.load(new QueueState(0, 0, 1), new QueueState(0, 0, 1), 2, 0).drainS())
        .isZero();
  }
}
