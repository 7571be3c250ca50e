package clickcounter.drill;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.ExitCode;
import clickcounter.devcluster.AuditResult;
import clickcounter.devcluster.NoAuditVerdict;
import clickcounter.drill.DrillResult.Outcome;
import clickcounter.tools.audit.AuditReport.AuditVerdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which outcomes follow from which failures, and which have a second attempt. */
class OutcomesTest {
  private static final AuditResult EQUAL = new AuditResult(AuditVerdict.EQUAL, 0, 0, 0);
  private static final AuditResult MISSING = new AuditResult(AuditVerdict.MISSING, 3, 0, 0);
  private static final AuditResult WRONG = new AuditResult(AuditVerdict.WRONG, 3, 1, 4);
  private static final IOException UNPROVEN = new Unproven("no put failed");
  private static final IOException STUCK = new Stuck("queue clicks: expected 0, found 7", null);
  private static final IOException NO_VERDICT = new NoAuditVerdict("counters in no file");
  private static final IOException BREACH = new Breach("7 messages were acknowledged");

  private static Outcome outcome(AuditResult audit, IOException... troubles) throws Exception {
    DrillFindings findings = new DrillFindings();
    for (IOException trouble : troubles) {
      findings.note(
          () -> {
            throw trouble;
          });
    }
    return findings.outcome(audit);
  }

  @Test
  void aFaultThatMissedItsMomentIsUnproven() throws Exception {
    assertThat(outcome(EQUAL)).isEqualTo(Outcome.PASSED);
    assertThat(outcome(EQUAL, UNPROVEN)).isEqualTo(Outcome.UNPROVEN);
  }

  @Test
  void aRunThatDoesNotEndIsStuckEvenIfEverythingIsCounted() throws Exception {
    assertThat(outcome(EQUAL, STUCK)).isEqualTo(Outcome.STUCK);
    assertThat(outcome(EQUAL, UNPROVEN, STUCK)).isEqualTo(Outcome.STUCK);
  }

  @Test
  void anUnforeseenFailureAfterTheSetUpIsStuck() throws Exception {
    assertThat(outcome(EQUAL, new IOException("riak has ended"))).isEqualTo(Outcome.STUCK);
    assertThat(outcome(null)).as("without an audit").isEqualTo(Outcome.STUCK);
    assertThat(outcome(null, UNPROVEN)).as("without an audit").isEqualTo(Outcome.STUCK);
  }

  @Test
  void anAuditWithoutAVerdictIsNoVerdictUnlessTheRunIsStuckAsWell() throws Exception {
    assertThat(outcome(null, NO_VERDICT)).isEqualTo(Outcome.NO_VERDICT);
    assertThat(outcome(null, UNPROVEN, NO_VERDICT)).isEqualTo(Outcome.NO_VERDICT);
    assertThat(outcome(null, STUCK, NO_VERDICT)).isEqualTo(Outcome.STUCK);
    assertThat(outcome(null, NO_VERDICT, BREACH)).isEqualTo(Outcome.WRONG);
    assertThat(Outcome.NO_VERDICT.mayBeRetried()).isFalse();
    assertThat(exitCode(Outcome.NO_VERDICT)).isEqualTo(ExitCode.FAILED);
  }

  @Test
  void aBreachIsWrongWhateverTheAuditSays() throws Exception {
    assertThat(outcome(EQUAL, BREACH)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(EQUAL, UNPROVEN, STUCK, BREACH)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(null, BREACH)).isEqualTo(Outcome.WRONG);
  }

  @Test
  void missingEventsAreLostUnlessTheQueueMayStillHaveThem() throws Exception {
    assertThat(outcome(MISSING)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(MISSING, UNPROVEN)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(MISSING, STUCK)).isEqualTo(Outcome.STUCK);
  }

  @Test
  void wrongCountsAreWrongInAnyCase() throws Exception {
    assertThat(outcome(WRONG)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(WRONG, UNPROVEN)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(WRONG, STUCK)).isEqualTo(Outcome.WRONG);
  }

  private static DrillResult result(Outcome outcome) {
    return new DrillResult("worker-kill", outcome, 1_000, 5, 2, EQUAL, List.of(), "text", 1);
  }

  /** The result of a drill whose attempts have these outcomes; each of them must be made. */
  private static DrillResult attempts(Outcome... outcomes) throws Exception {
    ArrayDeque<Outcome> left = new ArrayDeque<>(List.of(outcomes));
    DrillResult last =
        DrillSeries.attempts(
            Drills.TABLE.get(0), Path.of("drills"), (kind, where) -> result(left.remove()));
    assertThat(left).as("attempts that were not made").isEmpty();
    return last;
  }

  @Test
  void onlyUnprovenAndNotRunHaveASecondAttempt() throws Exception {
    assertThat(attempts(Outcome.PASSED).outcome()).isEqualTo(Outcome.PASSED);
    assertThat(attempts(Outcome.STUCK).outcome()).isEqualTo(Outcome.STUCK);
    assertThat(attempts(Outcome.WRONG).outcome()).isEqualTo(Outcome.WRONG);
    assertThat(attempts(Outcome.UNPROVEN, Outcome.PASSED).outcome()).isEqualTo(Outcome.PASSED);
    assertThat(attempts(Outcome.UNPROVEN, Outcome.UNPROVEN).outcome()).isEqualTo(Outcome.UNPROVEN);
    assertThat(attempts(Outcome.NOT_RUN, Outcome.WRONG).outcome()).isEqualTo(Outcome.WRONG);
  }

  @Test
  void theRowNamesTheFirstAttempt() throws Exception {
    assertThat(attempts(Outcome.UNPROVEN, Outcome.PASSED).row())
        .isEqualTo(
            "| worker-kill | 0 | 1,000 | 5 | 2 | 0 | 0 | - | text (second attempt; the first:"
                + " unproven: text) |");
  }

  @Test
  void secondAttemptsAreCounted() throws Exception {
    DrillResult again = attempts(Outcome.NOT_RUN, Outcome.PASSED);

    assertThat(again.attempts()).isEqualTo(2);
    assertThat(DrillResult.summary(List.of(result(Outcome.PASSED), again)))
        .isEqualTo("2 drills, 2 passed, 1 with a second attempt [worker-kill]");
    assertThat(result(Outcome.PASSED).attempts()).isEqualTo(1);
  }

  /** The cluster is there: that nothing counts on it is not the machine's fault. */
  @Test
  void aTopologyThatDoesNotStartIsStuckAndNotTriedAgain() throws Exception {
    DrillResult stuck =
        DrillResult.without("worker-kill", Outcome.STUCK, "the topology was not submitted");

    assertThat(stuck.outcome().mayBeRetried()).isFalse();
    assertThat(DrillResult.exitCode(List.of(stuck))).isEqualTo(ExitCode.MISSING);
    assertThat(stuck.row()).contains("STUCK: the topology was not submitted");
  }

  private static int exitCode(Outcome... outcomes) {
    return DrillResult.exitCode(List.of(outcomes).stream().map(OutcomesTest::result).toList());
  }

  @Test
  void theWorstDrillDecidesTheExitCode() {
    assertThat(exitCode(Outcome.PASSED, Outcome.PASSED)).isEqualTo(ExitCode.OK);
    assertThat(exitCode(Outcome.PASSED, Outcome.UNPROVEN)).isEqualTo(3);
    assertThat(exitCode(Outcome.NOT_RUN, Outcome.PASSED)).isEqualTo(3);
    assertThat(exitCode(Outcome.STUCK, Outcome.UNPROVEN)).isEqualTo(1);
    assertThat(exitCode(Outcome.STUCK, Outcome.WRONG, Outcome.PASSED)).isEqualTo(2);
  }

  @Test
  void theRowOfAWrongDrillSaysWhatIsWrong() {
    DrillResult result =
        new DrillResult(
            "worker-kill",
            Outcome.WRONG,
            1_000,
            5,
            2,
            WRONG,
            List.of(1_000L, 3_000L, 2_000L),
            "2 gone",
            1);

    assertThat(result.row())
        .isEqualTo(
            "| worker-kill | 3 | 1,000 | 5 | 2 | 3 | 1 | 2.0 s, 3.0 s | WRONG: 2 gone; the audit"
                + " says wrong, 4 wrong documents |");
    assertThat(DrillResult.summary(List.of(result))).isEqualTo("1 drills, 1 wrong [worker-kill]");
  }

  @Test
  void aMessageOfManyLinesStaysInItsCell() {
    assertThat(DrillResult.without("host-cut", Outcome.NOT_RUN, "riak has ended:\n  a | b").row())
        .isEqualTo("| host-cut | - | - | - | - | - | - | - | not run: riak has ended: a \\| b |");
  }
}
