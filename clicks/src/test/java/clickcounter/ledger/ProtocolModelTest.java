package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ledger.ModelBounds.Damage;
import clickcounter.ledger.ModelBounds.EmptyReplica;
import clickcounter.ledger.ModelBounds.WriteIdOrder;
import clickcounter.model.Search;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Visits every interleaving, within bounds, of live copies of the bolts, crashes, lost answers and
 * siblings, with the real ledgers. No event is counted twice; no event is settled without being
 * counted; no event is acked that some quorum does not show as recorded; no write names more ids as
 * added than it and the writes that it contains may count; the newest hours have what is counted in
 * them. Each broken rule is found.
 *
 * <p>{@link ProtocolModel} says where to add a rule, a failure or a claim. Tests that take seconds
 * are tagged {@code slow}, those with larger bounds, which take minutes, {@code long} as well; the
 * others belong to the inner loop. Each test prints its number of states.
 */
@Execution(ExecutionMode.CONCURRENT)
class ProtocolModelTest {
  private static final String SLOW = "slow";
  private static final String LONG = "long";
  private static final String HOURS = "newest hours";

  @Test
  void withinSmallBoundsEveryEventIsCountedOnce() {
    holds(ModelBounds.oneReplica().events(1).puts(3, 2));
    holds(ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).writeOffs());
    holds(ModelBounds.replicated().events(1).puts(2, 2).writers(1, 1));
  }

  @Test
  @Tag(SLOW)
  void anHourLeavesWhateverTheOrderOfItsEvents() {
    holds(ModelBounds.oneReplica().events(2).puts(2, 2).hourLeaves());
    holds(ModelBounds.oneReplica().events(3).puts(2, 1).writers(1, 1).hourLeaves().putsTakeTime());
    for (Damage damage : Damage.values()) {
      ModelBounds bounds = ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1);
      holds(bounds.hourLeaves().recounts(1, damage));
    }
  }

  @Test
  @Tag(SLOW)
  void everyEventIsCountedOnce() {
    holds(ModelBounds.oneReplica().events(2).puts(3, 1));
    holds(ModelBounds.oneReplica().events(1).puts(5, 3));
    holds(ModelBounds.oneReplica().events(1).puts(3, 2).writers(2, 2).putsTakeTime());
    holds(ModelBounds.oneReplica().events(1).puts(2, 3).writers(2, 2).putsTakeTime());
    holds(ModelBounds.oneReplica().events(3).puts(2, 2).writers(1, 1).putsTakeTime());
  }

  @Test
  @Tag(SLOW)
  void inWhateverOrderWriteIdsCompare() {
    holds(ModelBounds.oneReplica().events(2).puts(2, 1).writeIds(WriteIdOrder.ANY));
    holds(ModelBounds.oneReplica().events(1).puts(3, 2).writeIds(WriteIdOrder.ANY));
    holds(ModelBounds.oneReplica().events(1).puts(4, 2).writeIds(WriteIdOrder.FALLING));
  }

  @Test
  @Tag(SLOW)
  void withThreeLiveCopiesOfTheAdsBolt() {
    holds(ModelBounds.oneReplica().events(1).puts(3, 2).writers(3, 1));
  }

  @Test
  @Tag(SLOW)
  void withDocumentsThatHoldOneUnsettledId() {
    holds(ModelBounds.oneReplica().events(2).puts(3, 2).maxUnsettledIds(1));
    holds(ModelBounds.oneReplica().events(3).puts(3, 1).maxUnsettledIds(1));
    holds(ModelBounds.replicated().events(2).puts(2, 1).maxUnsettledIds(1));
  }

  @Test
  @Tag(SLOW)
  void replicaByReplicaEveryEventIsCountedOnce() {
    holds(ModelBounds.replicated().events(1).puts(2, 1).losses(1));
    holds(ModelBounds.replicated().events(1).puts(2, 3).writers(1, 1));
  }

  @Test
  @Tag(SLOW)
  void anEmptyReplicaThatServesOnlyWhatTheOthersAgreeOnHarmsNothing() {
    EmptyReplica how = EmptyReplica.SERVES_WHAT_OTHERS_AGREE_ON;
    holds(ModelBounds.replicated().events(1).puts(2, 1).emptyReplica(how));
    holds(ModelBounds.replicated().events(1).puts(2, 2).writers(1, 1).emptyReplica(how));
  }

  @Test
  @Tag(SLOW)
  void anEmptyReplicaHarmsNothingWhileAllAreAsked() {
    EmptyReplica how = EmptyReplica.SERVES_ALL_ARE_ASKED;
    holds(ModelBounds.replicated().events(1).puts(2, 1).emptyReplica(how));
    holds(ModelBounds.replicated().events(1).puts(2, 2).writers(1, 1).emptyReplica(how));
  }

  /**
   * The store reads like this: enough for one writer, not for two; see {@link EmptyReplicaTest}.
   */
  @Test
  @Tag(SLOW)
  void readingOnlyWhatTwoReplicasHaveHelpsOneWriter() {
    EmptyReplica how = EmptyReplica.SERVES_NOTFOUND_FROM_ALL;
    fails(
        ModelBounds.replicated().events(2).puts(2, 2).emptyReplica(how).withoutAckChecks(),
        new Rules(),
        "lost");
    holds(ModelBounds.replicated().events(1).puts(2, 1).emptyReplica(how).repairs(1));
    holds(ModelBounds.replicated().events(2).puts(2, 1).writers(1, 1).emptyReplica(how));
  }

  @Test
  void anEmptyReplicaThatServesBeforeItIsRebuiltBreaksThePromise() {
    for (EmptyReplica how : List.of(EmptyReplica.SERVES, EmptyReplica.SERVES_NOTFOUND_NOT_OK)) {
      fails(
          ModelBounds.replicated().events(1).puts(2, 1).writers(1, 1).emptyReplica(how),
          new Rules(),
          "is said to be recorded durably, and is not");
      fails(
          ModelBounds.replicated()
              .events(1)
              .puts(3, 3)
              .writers(1, 1)
              .emptyReplica(how)
              .withoutAckChecks(),
          new Rules(),
          "lost");
    }
  }

  @Test
  @Tag(SLOW)
  void whetherReadsRepairReplicasOrNot() {
    holds(ModelBounds.replicated().events(1).puts(2, 1).repairs(1));
  }

  @Test
  @Tag(SLOW)
  @Tag(LONG)
  void whatWasWrittenOffIsCountedWhenItComesAllTheSame() {
    holds(ModelBounds.oneReplica().events(2).puts(2, 1).writeOffs());
  }

  @Test
  @Tag(SLOW)
  void whatComesAfterAnOperatorsCloseIsCounted() {
    holds(ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).closes().writeOffs());
  }

  @Test
  @Tag(SLOW)
  void withTwoAdsOfOneCounter() {
    holds(ModelBounds.oneReplica().ads(2).events(2).puts(3, 2).writers(1, 1).putsTakeTime());
    holds(ModelBounds.replicated().ads(2).events(2).puts(2, 1).writers(1, 1));
  }

  @Test
  @Tag(SLOW)
  void withTwoCountersInOneAd() {
    holds(ModelBounds.oneReplica().counters(2).events(2).puts(3, 2).writers(1, 1).putsTakeTime());
  }

  @Test
  @Tag(SLOW)
  @Tag(LONG)
  void inLargerBoundsWithSeveralAdsOrCountersOrWriteOffsOrCloses() {
    holds(ModelBounds.oneReplica().events(2).puts(2, 1).closes());
    holds(ModelBounds.oneReplica().ads(2).events(3).puts(3, 2).writers(1, 1));
    holds(ModelBounds.oneReplica().ads(2).events(2).puts(2, 1).writers(2, 1));
    holds(ModelBounds.oneReplica().counters(2).events(3).puts(3, 2).writers(1, 1));
    holds(ModelBounds.replicated().counters(2).events(2).puts(1, 2).writers(1, 1));
  }

  @Test
  @Tag(SLOW)
  @Tag(LONG)
  void inLargerBoundsReplicaByReplica() {
    holds(ModelBounds.replicated().events(1).puts(2, 2).losses(1));
    holds(ModelBounds.replicated().events(1).puts(3, 1));
    holds(ModelBounds.replicated().events(1).puts(1, 1).writers(1, 1).recounts(2, Damage.NONE));
  }

  @Test
  @Tag(SLOW)
  @Tag(LONG)
  void inLargerBoundsWithRecounts() {
    for (Damage damage : Damage.values()) {
      holds(ModelBounds.oneReplica().events(1).puts(2, 2).putsTakeTime().recounts(1, damage));
      holds(ModelBounds.oneReplica().events(1).puts(1, 2).recounts(2, damage));
    }
    holds(ModelBounds.oneReplica().events(2).puts(3, 1).writers(1, 1).recounts(2, Damage.NONE));
    holds(ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).recountsOfCounter(2));
    holds(ModelBounds.replicated().events(1).puts(1, 2).writers(1, 1).recountsOfCounter(1));
  }

  @Test
  void countingIntoAFullDocumentIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(2, 1).maxUnsettledIds(1),
        BrokenRules.countsIntoFullDocuments(),
        "more ids are added");
  }

  /** So a document may pass the setting: its bound has to grow with the writes since its base. */
  @Test
  void twoCopiesTogetherPassTheLimitOfOne() {
    Rules oneLimit =
        new Rules() {
          @Override
          int mostAddedIds(int maxUnsettledIds, int writesSinceBase) {
            return maxUnsettledIds;
          }
        };
    fails(
        ModelBounds.oneReplica().events(2).puts(3, 1).maxUnsettledIds(1),
        oneLimit,
        "more ids are added");
  }

  @Test
  void totalsWithoutTheIdsThatTheyIncludeAreFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(2, 1),
        BrokenRules.putsTotalsWithoutIds(),
        "counted twice");
  }

  @Test
  void aViewReadBeforeTheDocumentIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(2, 2),
        BrokenRules.viewBeforeDocument(),
        "counted twice");
  }

  @Test
  void aDuplicateDecisionThatAsksNoViewIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(3, 2), BrokenRules.ignoresViews(), "counted twice");
  }

  @Test
  void forgettingWhatNoCounterDocumentHasIsFound() {
    fails(ModelBounds.oneReplica().events(1), BrokenRules.forgetsAll(), "counted twice");
  }

  @Test
  void aWriteOffThatIsTakenForAMarkIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).writeOffs(),
        BrokenRules.marksWhatIsWrittenOff(),
        "lost");
  }

  @Test
  void aCloseByAnOperatorThatIsTakenForAMarkIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).closes(), BrokenRules.marksWhatIsBelowAClose(), "lost");
  }

  @Test
  void aMarkBeforeThePutIsFound() {
    fails(ModelBounds.oneReplica().events(1), BrokenRules.marksBeforePut(), "lost");
  }

  @Test
  void aPutThatReplacesWhatItsWriterNeverReadIsFound() {
    fails(ModelBounds.oneReplica().events(2), BrokenRules.overwrites(), "lost");
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
  @Tag(SLOW)
  void ackingWhatNoLaterWriteConfirmedIsFound() {
    fails(
        ModelBounds.replicated().events(2).puts(2, 1),
        BrokenRules.acksWhatIsSeen(),
        "acked as settled");
  }

  @Test
  void ignoringWhatTheOtherSiblingsAddedIsFound() {
    fails(ModelBounds.oneReplica().events(2), BrokenRules.picksTheNewest(), "lost");
  }

  @Test
  void takingFromAnOlderBaseWithoutAViewIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(3, 2),
        BrokenRules.mergesWithoutViews(),
        "counted twice");
  }

  @Test
  void askingTheViewAboutSiblingsOfOneBaseIsFound() {
    fails(ModelBounds.oneReplica().events(2), BrokenRules.asksViewsAlways(), "lost");
  }

  @Test
  @Tag(SLOW)
  void aMarkAfterAnAnswerWithSiblingsIsFound() {
    fails(ModelBounds.oneReplica().events(2), BrokenRules.marksInSpiteOfSiblings(), "lost");
  }

  @Test
  void aLateEventThatCountsInTheNewestHourIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1),
        BrokenRules.countsLateEventsInTheNewestHour(),
        HOURS);
  }

  @Test
  void aLateEventWithoutAnHourIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1),
        BrokenRules.givesLateEventsNoHour(),
        HOURS);
  }

  @Test
  void anHourThatStaysBehindTheWindowIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).hourLeaves(),
        BrokenRules.keepsWhatLeavesTheWindow(),
        HOURS);
  }

  @Test
  void aPutThatHasTheNewestHourAloneIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1),
        BrokenRules.putsTheNewestHourAlone(),
        HOURS);
  }

  @Test
  void aMergeIntoTheNewestHourIsFound() {
    fails(ModelBounds.oneReplica().events(2), BrokenRules.mergesIntoTheNewestHour(), HOURS);
  }

  @Test
  void aMergeWithoutTheHoursOfOtherSiblingsIsFound() {
    fails(ModelBounds.oneReplica().events(2), BrokenRules.mergesWithoutHours(), HOURS);
  }

  @Test
  void aRecountIntoTheNewestHourIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).recounts(1, Damage.RUBBISH),
        BrokenRules.recountsIntoTheNewestHour(),
        HOURS);
  }

  @Test
  void aRecountThatLosesTheHoursOfSettledEventsIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(2, 2).recounts(1, Damage.RUBBISH),
        BrokenRules.recountsSettledWithoutHours(),
        HOURS);
  }

  @Test
  void aRecountBesideOldCopiesCountsEveryEventOnce() {
    for (Damage damage : Damage.values()) {
      holds(ModelBounds.oneReplica().events(1).puts(2, 2).recounts(1, damage));
    }
  }

  @Test
  @Tag(SLOW)
  void aRecountReplicaByReplicaAndBesideTwoEvents() {
    for (Damage damage : Damage.values()) {
      holds(ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).recounts(1, damage));
      holds(ModelBounds.replicated().events(1).puts(1, 2).writers(1, 1).recounts(1, damage));
    }
  }

  @Test
  @Tag(SLOW)
  void aRecountThatIsMadeAgain() {
    for (Damage damage : Damage.values()) {
      holds(ModelBounds.oneReplica().events(1).puts(1, 2).writers(1, 1).recounts(2, damage));
    }
  }

  @Test
  void aRecountOfACounterBesideOldCopies() {
    holds(ModelBounds.oneReplica().events(1).puts(2, 2).recountsOfCounter(1));
    holds(ModelBounds.replicated().events(1).puts(1, 1).writers(1, 1).recountsOfCounter(1));
  }

  @Test
  void aCounterThatIsRecountedWithoutItsAdsIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(1, 1).recountsOfCounter(1),
        BrokenRules.recountsNoAds(),
        "lost");
  }

  @Test
  void aCounterThatRecordsWhatWasNotCountedIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(1, 1).recountsOfCounter(1),
        BrokenRules.recordsWhatIsArchivedLater(),
        "lost");
  }

  /** An old copy may mark what it has put, although it is not there any more. */
  @Test
  void aRecountOfWhatIsLostWhileItIsUnderWayIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(1, 1).recounts(1, Damage.LOST),
        BrokenRules.recountsWhatIsUnderWay(),
        "lost");
  }

  /**
   * An old copy put twice before the put of the first recount, so that a merge of both leaves out
   * what it had marked.
   */
  @Test
  @Tag(SLOW)
  void aRecountThatIsMadeAgainWhileItIsUnderWayIsFound() {
    fails(
        ModelBounds.oneReplica().events(2).puts(3, 1).writers(1, 1).recounts(2, Damage.NONE),
        BrokenRules.recountsWhatIsUnderWay(),
        "lost");
  }

  @Test
  void aRecountThatReadsViewsBeforeTheDocumentIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(2, 2).recounts(1, Damage.NONE),
        BrokenRules.recountReadsViewsFirst(),
        "lost");
  }

  /** A mark of what an old document lists may be under way. */
  @Test
  void aRecountOfWhatIsRecordedAloneIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(1, 1).recounts(1, Damage.NONE),
        BrokenRules.recountsOnlyWhatIsRecorded(),
        "lost");
  }

  @Test
  void aRecountThatTakesSeenForSettledIsFound() {
    fails(
        ModelBounds.replicated().events(1).puts(1, 2).writers(1, 1).recounts(1, Damage.NONE),
        BrokenRules.recountTakesSeenForSettled(),
        "counted twice");
  }

  @Test
  void aRecountThatTakesListedForSettledIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(1, 1).recounts(1, Damage.NONE),
        BrokenRules.recountTakesListedForSettled(),
        "counted twice");
  }

  @Test
  void aRecountThatDoesNotKnowWhetherAQuorumHasItsDocumentIsFound() {
    fails(
        ModelBounds.replicated().events(1).puts(1, 2).writers(1, 1).recounts(1, Damage.NONE),
        BrokenRules.recountTakesDoubtForYes(),
        "lost");
  }

  /** An old copy put, and marked, between the recount's read and its put. */
  @Test
  void aRecountThatIsDoneInSpiteOfSiblingsIsFound() {
    fails(
        ModelBounds.oneReplica().events(1).puts(1, 1).recounts(1, Damage.NONE),
        BrokenRules.recountTakesSiblingsForYes(),
        "lost");
  }

  /** What an old copy puts beside the recounted document would block it. */
  @Test
  void aBaseThatIsNotAboveTheWritesOfAnOldCopyIsFound() {
    ModelBounds bounds =
        ModelBounds.oneReplica().events(2).puts(2, 1).writers(1, 1).recounts(1, Damage.RUBBISH);
    ProtocolModel model = new ProtocolModel(bounds, BrokenRules.numbersBasesFromOne());
    Search.of(model);
    assertThat(model.withoutMainLine()).isPositive();
  }

  private static void holds(ModelBounds bounds) {
    long startNs = System.nanoTime();
    ProtocolModel model = new ProtocolModel(bounds, new Rules());
    Search.Outcome outcome = Search.of(model);
    System.out.printf(
        "%s: %,d states, %,d ms%n",
        bounds, outcome.states(), (System.nanoTime() - startNs) / 1_000_000);
    assertThat(outcome.fault()).as("%s: %s", bounds, outcome.path()).isNull();
    assertThat(model.withoutMainLine()).as("readings without a main line, %s", bounds).isZero();
  }

  private static void fails(ModelBounds bounds, Rules broken, String fault) {
    Search.Outcome outcome = Search.of(new ProtocolModel(bounds, broken));
    System.out.printf("%s: %s after %,d states%n", bounds, outcome.fault(), outcome.states());
    assertThat(outcome.fault()).as("found in %s", bounds).contains(fault);
  }
}
