package clickcounter.counting;

import static clickcounter.counting.TaskHarness.COST_MICROS;
import static clickcounter.counting.TaskHarness.DEFERRAL_MS;
import static clickcounter.counting.TaskHarness.START_MS;
import static clickcounter.counting.TaskHarness.click;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.Judgement;
import clickcounter.ids.LongRanges;
import clickcounter.states.AdLevel;
import clickcounter.states.StateMessage;
import clickcounter.store.DocumentKey;
import clickcounter.store.MemoryStore.PutFault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** When the ads task sends the state of an ad, and who waits for that. */
class StatePublisherTest {
  private static final String SHOES = "shoes";
  private static final String HOST_A = "hostA-20131030_152543";
  private static final DocumentKey DOCUMENT = DocumentKey.ad(SHOES);
  private static final AdLevel FULL = new AdLevel(AdState.ACTIVE, 100);
  private static final AdLevel EXHAUSTED = new AdLevel(AdState.EXHAUSTED, 0);

  private final TaskHarness worker = TaskHarness.publishing();

  private static AdEvent budget(long sequence, long micros) {
    return new AdEvent(HOST_A, sequence, EventKind.BUDGET, SHOES, START_MS, micros);
  }

  @Test
  void stateOfAStoredWriteIsSentWithItsNumber() {
    worker.deliver("budget", budget(0, 50 * COST_MICROS));

    assertThat(worker.states.sent)
        .containsExactly(
            new StateMessage(
                SHOES,
                worker.ad(SHOES).write().number(),
                FULL,
                50 * COST_MICROS,
                0,
                START_MS,
                START_MS));
    assertThat(worker.out.acked).containsExactly("budget");
    assertThat(worker.metrics.statesSent).isEqualTo(1);
  }

  @Test
  void eventsOfAWriteWaitUntilItsStateWasSent() {
    worker.states.confirms = false;
    worker.deliver("budget", budget(0, COST_MICROS));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.store.puts(DOCUMENT)).isEqualTo(1);
    assertThat(worker.out.acked).isEmpty();
    assertThat(worker.out.marks).isEmpty();
    assertThat(worker.ads.busyDocuments()).isEqualTo(1);

    worker.states.answer(null);
    worker.run();

    assertThat(worker.out.acked).containsExactly("budget");
    assertThat(worker.out.marked(HOST_A)).isEqualTo(LongRanges.of(0));
    assertThat(worker.ads.busyDocuments()).isZero();
  }

  @Test
  void eventThatComesAgainWaitsUntilTheStateWasSent() {
    worker.states.confirms = false;
    worker.deliver("budget", budget(0, COST_MICROS));
    worker.deliver("again", budget(0, COST_MICROS));
    worker.pass(2 * DEFERRAL_MS);
    assertThat(worker.out.acked).isEmpty();

    worker.states.answer(null);
    worker.run();

    assertThat(worker.out.acked).containsExactlyInAnyOrder("budget", "again");
    assertThat(worker.states.sent).hasSize(1);
    assertThat(worker.metrics.duplicates).isEqualTo(1);
  }

  @Test
  void settledEventThatComesAgainToANewTaskHasTheStateSent() {
    worker.deliver("budget", budget(0, 50 * COST_MICROS));
    worker.settle();
    worker.deliver("click", click(SHOES, HOST_A, 1));
    worker.settle();
    worker.deliver("another", click(SHOES, HOST_A, 2));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.ad(SHOES).isUnsettled(HOST_A, 0)).isFalse();
    worker.crash();
    worker.states.confirms = false;

    worker.deliver("again", budget(0, 50 * COST_MICROS));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.out.acked).as("before the state was sent").doesNotContain("again");
    worker.states.answer(null);
    worker.run();

    assertThat(worker.states.levels()).containsExactly(FULL, FULL);
    assertThat(worker.states.last().storedNumber()).isEqualTo(worker.ad(SHOES).write().number());
    assertThat(worker.out.acked).contains("again");
    assertThat(worker.ad(SHOES).totals().budgetMicros()).isEqualTo(50 * COST_MICROS);
  }

  @Test
  void stateThatDoesNotChangeIsSentOnce() {
    worker.deliver("budget", budget(0, 50 * COST_MICROS));
    for (int i = 1; i <= 10; i++) {
      worker.deliver("click" + i, click(SHOES, HOST_A, i));
      worker.pass(DEFERRAL_MS);
    }

    assertThat(worker.store.puts(DOCUMENT)).isGreaterThan(10);
    assertThat(worker.states.sent).hasSize(1);
  }

  @Test
  void eachStepOfTheBudgetIsSent() {
    worker.deliver("budget", budget(0, 4 * COST_MICROS));
    for (int i = 1; i <= 5; i++) {
      worker.deliver("click" + i, click(SHOES, HOST_A, i));
      worker.pass(DEFERRAL_MS);
    }
    worker.deliver("more", budget(6, 100 * COST_MICROS));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.states.levels())
        .containsExactly(FULL, new AdLevel(AdState.ACTIVE, 50), EXHAUSTED, FULL);
    assertThat(worker.states.sent)
        .extracting(StateMessage::storedNumber)
        .isSorted()
        .doesNotHaveDuplicates();
    assertThat(worker.states.sent.get(2).overdeliveredMicros()).isZero();
    assertThat(worker.out.acked).hasSize(7);
  }

  @Test
  void writeThatExhaustsOrRefillsAnAdIsNotDeferred() {
    worker.deliver("budget", budget(0, 2 * COST_MICROS));
    worker.deliver("first", click(SHOES, HOST_A, 1));
    assertThat(worker.out.acked).as("a step is not urgent").containsExactly("budget");
    worker.deliver("last", click(SHOES, HOST_A, 2));
    assertThat(worker.states.last().level()).isEqualTo(EXHAUSTED);
    worker.deliver("beyond", click(SHOES, HOST_A, 3));
    assertThat(worker.out.acked).containsExactly("budget", "first", "last");
    worker.deliver("more", budget(4, 10 * COST_MICROS));

    assertThat(worker.states.last().state()).isEqualTo(AdState.ACTIVE);
    assertThat(worker.out.acked).hasSize(5);
    assertThat(worker.nowMs).isEqualTo(START_MS);
  }

  private static AdEvent verdict(long sequence, EventKind kind) {
    Judgement judgement = new Judgement("repeat@1", HOST_A + ":1", "ivt");
    return new AdEvent("ivt-1", sequence, kind, SHOES, START_MS, COST_MICROS, judgement);
  }

  @Test
  void clickThatIsTakenBackMakesAnExhaustedAdActiveAtOnce() {
    worker.deliver("budget", budget(0, 2 * COST_MICROS));
    worker.deliver("first", click(SHOES, HOST_A, 1));
    worker.deliver("last", click(SHOES, HOST_A, 2));
    assertThat(worker.states.last().level()).isEqualTo(EXHAUSTED);

    worker.deliver("taken back", verdict(0, EventKind.INVALIDATION));
    assertThat(worker.states.last().level()).isEqualTo(new AdLevel(AdState.ACTIVE, 50));
    assertThat(worker.states.last().costMicros()).isEqualTo(COST_MICROS);
    assertThat(worker.ad(SHOES).totals().clicks()).isEqualTo(1);

    worker.deliver("given back", verdict(1, EventKind.REINSTATEMENT));
    assertThat(worker.states.last().level()).isEqualTo(EXHAUSTED);
    assertThat(worker.out.acked).hasSize(5);
    assertThat(worker.nowMs).as("nothing was deferred").isEqualTo(START_MS);
  }

  @Test
  void verdictBeforeItsClickLeavesTheWholeBudget() {
    worker.deliver("budget", budget(0, 2 * COST_MICROS));
    worker.deliver("taken back", verdict(0, EventKind.INVALIDATION));
    worker.pass(DEFERRAL_MS);
    worker.deliver("click", click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.states.levels()).containsExactly(FULL);
    assertThat(worker.ad(SHOES).totals().costMicros()).isZero();
    assertThat(worker.ad(SHOES).totals().grossClicks()).isEqualTo(1);
  }

  @Test
  void eventsWhoseStateCouldNotBeSentAreRedelivered() {
    worker.states.confirms = false;
    worker.deliver("budget", budget(0, COST_MICROS));
    worker.states.answer("the broker is away");
    worker.run();
    assertThat(worker.out.failed).containsExactly("budget");
    assertThat(worker.metrics.statesFailed).isEqualTo(1);

    worker.states.confirms = true;
    worker.deliver("budget", budget(0, COST_MICROS));
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.acked).containsExactly("budget");
    assertThat(worker.states.levels()).containsExactly(FULL, FULL);
    assertThat(worker.ad(SHOES).totals().budgetMicros()).isEqualTo(COST_MICROS);
  }

  @ParameterizedTest
  @EnumSource(names = {"DOUBT_STORED", "DOUBT_LOST"})
  void nothingIsSentOfAWriteThatIsNotKnownToBeStored(PutFault fault) {
    worker.store.failNextPut(DOCUMENT, fault);
    worker.store.afterPut = key -> worker.store.holdAnswers(DOCUMENT);
    worker.deliver("budget", budget(0, COST_MICROS));
    assertThat(worker.states.sent).isEmpty();

    worker.store.afterPut = key -> {};
    worker.store.releaseAnswers(DOCUMENT);
    worker.pass(DEFERRAL_MS);
    assertThat(worker.states.levels()).containsExactly(FULL);
    assertThat(worker.out.acked).containsExactly("budget");
  }

  @Test
  void answerOfASendThatComesAfterItsDocumentWasReadAgainChangesNothing() {
    worker.states.confirms = false;
    worker.deliver("budget", budget(0, COST_MICROS));
    worker.store.failNextPut(DOCUMENT, PutFault.DOUBT_STORED);
    worker.deliver("click", click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);

    worker.states.answer(null);
    worker.run();
    assertThat(worker.out.acked).isEmpty();

    worker.states.answer(null);
    worker.run();
    assertThat(worker.out.acked).containsExactlyInAnyOrder("budget", "click");
    assertThat(worker.out.failed).isEmpty();
    assertThat(worker.ads.heldEvents()).isZero();
    assertThat(worker.ads.busyDocuments()).isZero();
  }

  @Test
  void afterAFailureTheEventsOfAllSendsUnderWayAreRedelivered() {
    worker.states.confirms = false;
    worker.deliver("budget", budget(0, COST_MICROS));
    worker.deliver("click", click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.states.levels()).containsExactly(FULL, EXHAUSTED);

    worker.states.answer("no answer");
    worker.run();
    assertThat(worker.out.failed).containsExactlyInAnyOrder("budget", "click");
    worker.states.answer(null);
    worker.run();
    assertThat(worker.out.acked).isEmpty();

    worker.states.confirms = true;
    worker.deliver("click", click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);
    assertThat(worker.out.acked).containsExactly("click");
    assertThat(worker.states.last().level()).isEqualTo(EXHAUSTED);
  }

  @Test
  void aFailureDuringAPutIsFollowedByAnotherSend() {
    worker.states.confirms = false;
    worker.deliver("budget", budget(0, 50 * COST_MICROS));
    worker.store.holdAnswers(DOCUMENT);
    worker.deliver("click", click(SHOES, HOST_A, 1));
    worker.pass(DEFERRAL_MS);
    worker.states.answer("no answer");
    worker.run();
    assertThat(worker.out.failed).containsExactly("budget");

    worker.states.confirms = true;
    worker.deliver("budget", budget(0, 50 * COST_MICROS));
    worker.store.releaseAnswers(DOCUMENT);
    worker.run();
    worker.pass(DEFERRAL_MS);

    assertThat(worker.out.acked).contains("budget");
    assertThat(worker.states.last().storedNumber()).isEqualTo(worker.ad(SHOES).write().number());
  }
}
