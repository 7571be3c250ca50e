package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ledger.ModelBounds.EmptyReplica;
import clickcounter.ledger.ModelBounds.WriteIdOrder;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Every interleaving, within bounds, of live copies of the bolts, of crashes, lost answers and
 * siblings, over the real ledgers: no event is counted twice, none is settled and not counted, none
 * is acked that a quorum would not know to be recorded. A rule that is broken is found. {@code
 * -Dclickcounter.model.large=true} searches larger bounds too, some 45 million states in seven
 * minutes.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProtocolModelTest {
  private static final String LARGE = "clickcounter.model.large";

  @Test
  void inAConsistentBucketEveryEventIsCountedOnce() {
    holds(ModelBounds.consistent().events(2).puts(2, 2).putsTakeTime());
    holds(ModelBounds.consistent().events(1).puts(3, 2).writers(2, 2).putsTakeTime());
  }

  @Test
  void inAnOrdinaryBucketEveryEventIsCountedOnce() {
    holds(ModelBounds.ordinary().events(2).puts(3, 1));
    holds(ModelBounds.ordinary().events(1).puts(5, 3));
    holds(ModelBounds.ordinary().events(1).puts(2, 3).writers(2, 2).putsTakeTime());
  }

  @Test
  void inWhateverOrderWriteIdsCompare() {
    holds(ModelBounds.ordinary().events(2).puts(2, 1).writeIds(WriteIdOrder.ANY));
    holds(ModelBounds.ordinary().events(1).puts(3, 2).writeIds(WriteIdOrder.ANY));
    holds(ModelBounds.ordinary().events(1).puts(4, 2).writeIds(WriteIdOrder.FALLING));
  }

  @Test
  void withThreeLiveCopiesOfTheAdsBolt() {
    holds(ModelBounds.ordinary().events(1).puts(3, 2).writers(3, 1));
  }

  @Test
  void withDocumentsThatHoldOneUnsettledId() {
    holds(ModelBounds.ordinary().events(2).puts(3, 2).maxUnsettledIds(1));
  }

  @Test
  void replicaByReplicaEveryEventIsCountedOnce() {
    holds(ModelBounds.replicated().events(1).puts(2, 1).losses(1));
    holds(ModelBounds.replicated().events(1).puts(2, 3).writers(1, 1));
  }

  @Test
  void anEmptyReplicaThatServesOnlyWhatTheOthersAgreeOnHarmsNothing() {
    EmptyReplica how = EmptyReplica.SERVES_WHAT_OTHERS_AGREE_ON;
    holds(ModelBounds.replicated().events(1).puts(2, 1).emptied(how));
    holds(ModelBounds.replicated().events(1).puts(2, 2).writers(1, 1).emptied(how));
  }

  @Test
  void anEmptyReplicaHarmsNothingWhileAllAreAsked() {
    EmptyReplica how = EmptyReplica.SERVES_ALL_ARE_ASKED;
    holds(ModelBounds.replicated().events(1).puts(2, 1).emptied(how));
    holds(ModelBounds.replicated().events(1).puts(2, 2).writers(1, 1).emptied(how));
  }

  /** As the store reads: enough for one writer, not for two; see {@link EmptyReplicaTest}. */
  @Test
  void readingOnlyWhatTwoReplicasHaveHelpsOneWriter() {
    EmptyReplica how = EmptyReplica.SERVES_NOTFOUND_FROM_ALL;
    fails(
        ModelBounds.replicated().events(2).puts(2, 2).emptied(how).whatDocumentsSay(),
        new Rules(),
        "lost");
    holds(ModelBounds.replicated().events(1).puts(2, 1).emptied(how).repairs(1));
    holds(ModelBounds.replicated().events(2).puts(2, 1).writers(1, 1).emptied(how));
  }

  @Test
  void anEmptyReplicaThatServesBeforeItIsRebuiltBreaksThePromise() {
    for (EmptyReplica how : List.of(EmptyReplica.SERVES, EmptyReplica.SERVES_NOTFOUND_NOT_OK)) {
      fails(
          ModelBounds.replicated().events(1).puts(2, 1).writers(1, 1).emptied(how),
          new Rules(),
          "is said to be recorded durably, and is not");
      fails(
          ModelBounds.replicated()
              .events(1)
              .puts(3, 3)
              .writers(1, 1)
              .emptied(how)
              .whatDocumentsSay(),
          new Rules(),
          "lost");
    }
  }

  @Test
  void whetherReadsRepairReplicasOrNot() {
    holds(ModelBounds.replicated().events(1).puts(2, 1).repairs(1));
  }

  @Test
  void whatWasWrittenOffIsCountedWhenItComesAllTheSame() {
    holds(ModelBounds.ordinary().events(2).puts(2, 1).writeOffs());
  }

  @Test
  void withTwoAdsOfOneCounter() {
    holds(ModelBounds.consistent().ads(2).events(2).puts(2, 2).writers(1, 1).putsTakeTime());
    holds(ModelBounds.ordinary().ads(2).events(2).puts(3, 2).writers(1, 1));
    holds(ModelBounds.replicated().ads(2).events(2).puts(2, 1).writers(1, 1));
  }

  @Test
  void withTwoCountersInOneAd() {
    holds(ModelBounds.consistent().counters(2).events(2).puts(2, 2).writers(1, 1).putsTakeTime());
    holds(ModelBounds.ordinary().counters(2).events(2).puts(3, 2).writers(1, 1));
    holds(ModelBounds.ordinary().counters(2).events(2).puts(2, 1).writers(2, 1));
  }

  @Test
  @EnabledIfSystemProperty(named = LARGE, matches = "true")
  void inLargeBoundsToo() {
    holds(ModelBounds.consistent().events(2).puts(3, 2).putsTakeTime());
    holds(ModelBounds.consistent().events(1).puts(4, 3).writers(2, 2).putsTakeTime());
    holds(ModelBounds.ordinary().events(1).puts(3, 3).writers(2, 2).putsTakeTime());
    holds(ModelBounds.ordinary().events(2).puts(5, 1));
    holds(ModelBounds.ordinary().events(2).puts(4, 2).writeIds(WriteIdOrder.FALLING));
    holds(ModelBounds.ordinary().events(2).puts(3, 1).writeIds(WriteIdOrder.ANY).putsTakeTime());
    holds(ModelBounds.ordinary().events(2).puts(3, 1).writers(3, 1));
    holds(ModelBounds.replicated().events(2).puts(2, 1));
    holds(ModelBounds.replicated().events(1).puts(2, 2).losses(1));
    holds(ModelBounds.replicated().events(1).puts(3, 1));
    for (EmptyReplica how :
        List.of(EmptyReplica.SERVES_WHAT_OTHERS_AGREE_ON, EmptyReplica.SERVES_ALL_ARE_ASKED)) {
      holds(ModelBounds.replicated().events(1).puts(3, 1).emptied(how));
      holds(ModelBounds.replicated().events(1).puts(2, 2).emptied(how));
      holds(ModelBounds.replicated().events(1).puts(3, 3).writers(1, 1).emptied(how));
    }
    holds(ModelBounds.ordinary().counters(2).events(2).puts(2, 2).writers(2, 1));
    holds(ModelBounds.ordinary().ads(2).events(2).puts(2, 1).writers(2, 1));
    holds(ModelBounds.replicated().counters(2).events(2).puts(1, 2).writers(1, 1));
    holds(ModelBounds.consistent().events(2).puts(2, 2).writeOffs());
    holds(ModelBounds.ordinary().events(2).puts(2, 2).writeOffs());
  }

  @Test
  void totalsWithoutTheIdsThatTheyIncludeAreFound() {
    fails(
        ModelBounds.consistent().events(1).puts(2, 1),
        BrokenRules.putsTotalsWithoutIds(),
        "counted twice");
  }

  @Test
  void aViewReadBeforeTheDocumentIsFound() {
    fails(
        ModelBounds.consistent().events(1).puts(2, 2),
        BrokenRules.viewBeforeDocument(),
        "counted twice");
  }

  @Test
  void aDuplicateDecisionThatAsksNoViewIsFound() {
    fails(ModelBounds.consistent().events(1).puts(3, 2), BrokenRules.asksNoView(), "counted twice");
  }

  @Test
  void forgettingWhatNoCounterDocumentHasIsFound() {
    fails(ModelBounds.consistent().events(1), BrokenRules.forgetsAll(), "counted twice");
  }

  @Test
  void aWriteOffThatIsTakenForAMarkIsFound() {
    fails(
        ModelBounds.consistent().events(2).writeOffs(),
        BrokenRules.marksWhatIsWrittenOff(),
        "lost");
  }

  @Test
  void aMarkBeforeThePutIsFound() {
    fails(ModelBounds.consistent().events(1), BrokenRules.marksBeforePut(), "lost");
  }

  @Test
  void aPutThatReplacesWhatItsWriterNeverReadIsFound() {
    fails(ModelBounds.consistent().events(2), BrokenRules.overwrites(), "lost");
  }

  @Test
  void aMarkOfAnIdThatWasOnlyReadIsFound() {
    fails(ModelBounds.replicated().events(1), BrokenRules.marksOnRead(), "lost");
  }

  @Test
  void forgettingWhatNoLaterWriteConfirmedIsFound() {
    fails(
        ModelBounds.replicated().events(1).puts(2, 1),
        BrokenRules.forgetsWhatIsSeen(),
        "counted twice");
  }

  @Test
  void ackingWhatNoLaterWriteConfirmedIsFound() {
    fails(
        ModelBounds.replicated().events(2).puts(2, 1),
        BrokenRules.acksWhatIsSeen(),
        "acked as settled");
  }

  @Test
  void ignoringWhatTheOtherSiblingsAddedIsFound() {
    fails(ModelBounds.ordinary().events(2), BrokenRules.picksTheNewest(), "lost");
  }

  @Test
  void takingFromAnOlderBaseWithoutAViewIsFound() {
    fails(
        ModelBounds.ordinary().events(1).puts(3, 2),
        BrokenRules.takesWithoutAView(),
        "counted twice");
  }

  @Test
  void askingTheViewAboutSiblingsOfOneBaseIsFound() {
    fails(ModelBounds.ordinary().events(2), BrokenRules.asksTheViewAlways(), "lost");
  }

  @Test
  void aMarkAfterAnAnswerWithSiblingsIsFound() {
    fails(ModelBounds.ordinary().events(2), BrokenRules.marksInSpiteOfSiblings(), "lost");
  }

  private static void holds(ModelBounds bounds) {
    long startNs = System.nanoTime();
    ProtocolSearch.Outcome outcome = ProtocolSearch.search(bounds, new Rules());
    System.out.printf(
        "%s: %,d states, %,d ms%n",
        bounds, outcome.states(), (System.nanoTime() - startNs) / 1_000_000);
    assertThat(outcome.fault()).as("%s: %s", bounds, outcome.way()).isNull();
    assertThat(outcome.withoutMainLine()).as("readings without a main line, %s", bounds).isZero();
  }

  private static void fails(ModelBounds bounds, Rules broken, String fault) {
    ProtocolSearch.Outcome outcome = ProtocolSearch.search(bounds, broken);
    System.out.printf("%s: %s after %,d states%n", bounds, outcome.fault(), outcome.states());
    assertThat(outcome.fault()).as("found in %s", bounds).contains(fault);
  }
}
