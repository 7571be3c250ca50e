package clickcounter.states;

import static clickcounter.states.HeldReader.totals;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.AdState;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdStatesTest {
  private static final String AD = "m1";
  private static final long ACTIVE = 0;
  private static final long HALF = 500;
  private static final long SPENT = 1_200;
  private static final long LIMIT_MS = 10_000;
  private static final AdStatesSettings SETTINGS =
      AdStatesSettings.defaults().withMaxAds(3).withLateLimitMs(LIMIT_MS).withMaxReads(4);

  private final HeldReader reader = new HeldReader();
  private long nowNs = Long.MAX_VALUE - 5; // it may overflow, as System.nanoTime may
  private AdStates states;

  @BeforeEach
  void connect() {
    states = states(SETTINGS);
    states.connected();
  }

  private AdStates states(AdStatesSettings settings) {
    return new AdStates(reader, settings, () -> nowNs);
  }

  private void pass(long ms) {
    nowNs += TimeUnit.MILLISECONDS.toNanos(ms);
  }

  private void message(String adId, long version, long costMicros) {
    states.received(StateMessage.of(adId, version, totals(costMicros), 7));
  }

  private void message(long version, long costMicros) {
    message(AD, version, costMicros);
  }

  /** What is known of the ad, without a read that is not answered yet. */
  private AdState state() {
    return states.now(AD).state().state();
  }

  @Test
  void anAdIsReadAtTheFirstNeedAndNotAgain() {
    CompletableFuture<StateAnswer> first = states.ask(AD);
    CompletableFuture<StateAnswer> second = states.ask(AD);
    assertThat(first).isNotDone();
    assertThat(states.now(AD)).isEqualTo(new StateAnswer(null, true, null));

    reader.only().found(4, SPENT);

    assertThat(first.join().state().state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(second.join()).isEqualTo(first.join()).isEqualTo(states.now(AD));
    assertThat(first.join().stale()).isFalse();
    assertThat(first.join().state().leftMicros()).isZero();
    assertThat(first.join().state().overdeliveredMicros()).isEqualTo(200);
    assertThat(reader.waiting).isEmpty();
  }

  @Test
  void anAdWithoutADocumentIsUnfundedUntilAMessageComes() {
    states.ask(AD);
    reader.only().absent();
    assertThat(state()).isEqualTo(AdState.UNFUNDED);
    assertThat(states.mayShow(AD)).isFalse();

    message(1, ACTIVE);
    assertThat(states.mayShow(AD)).isTrue();
  }

  @Test
  void theMessageWithTheHighestVersionIsRight() {
    message(5, ACTIVE);
    message(7, SPENT);
    message(6, ACTIVE);
    message(7, ACTIVE);

    assertThat(state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(states.now(AD).state().storedNumber()).isEqualTo(7);
    assertThat(states.now(AD).state().asOfMs()).isEqualTo(7);
  }

  @Test
  void aMessageUpToTheBaseOfADocumentIsInItAndOneAboveItsNumberIsNewer() {
    states.ask(AD);
    reader.only().found(4, 6, SPENT);

    message(3, ACTIVE);
    message(4, ACTIVE);
    assertThat(state()).isEqualTo(AdState.EXHAUSTED);
    message(7, ACTIVE);
    assertThat(state()).isEqualTo(AdState.ACTIVE);
    assertThat(states.now(AD).stale()).isFalse();
  }

  @Test
  void aMessageBetweenTheNumbersOfADocumentCountsUntilTheNextRead() {
    states.ask(AD);
    reader.only().found(4, 6, SPENT);

    message(5, ACTIVE);
    CompletableFuture<StateAnswer> asked = states.ask(AD);
    assertThat(state()).as("6 may be lost").isEqualTo(AdState.ACTIVE);
    assertThat(states.now(AD).stale()).isTrue();
    reader.only().found(4, 6, SPENT);
    assertThat(asked.join().state().state()).as("6 contains 5").isEqualTo(AdState.EXHAUSTED);
    assertThat(asked.join().stale()).isFalse();
    message(5, ACTIVE);
    assertThat(state()).isEqualTo(AdState.EXHAUSTED);
  }

  @Test
  void aMessageThatComesDuringAReadAndMayBeInTheDocumentCountsUntilTheNextRead() {
    CompletableFuture<StateAnswer> asked = states.ask(AD);
    message(5, SPENT);
    reader.only().found(4, 6, ACTIVE);

    assertThat(asked.join().state().state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(asked.join().stale()).isTrue();
    assertThat(state()).isEqualTo(AdState.EXHAUSTED);
    reader.only().found(4, 6, ACTIVE);
    assertThat(state()).as("5 was sent late, and the document has 6").isEqualTo(AdState.ACTIVE);
    assertThat(states.now(AD).state().storedNumber()).isEqualTo(5);
    assertThat(states.now(AD).stale()).isFalse();
  }

  @Test
  void aDocumentThatHasTheMessageReplacesIt() {
    CompletableFuture<StateAnswer> asked = states.ask(AD);
    message(5, SPENT);
    reader.only().found(5, ACTIVE);

    assertThat(asked.join().state().state()).isEqualTo(AdState.ACTIVE);
    assertThat(asked.join().stale()).isFalse();
  }

  @Test
  void anAdThatAMessageToldIsReadToo() {
    message(5, ACTIVE); // sent late by a writer that was replaced: 6 was sent before
    assertThat(states.mayShow(AD)).isTrue();
    assertThat(states.now(AD).stale()).isTrue();

    reader.only().found(4, SPENT);

    assertThat(states.mayShow(AD)).as("5 was known before the read began").isFalse();
    assertThat(states.now(AD).stale()).isFalse();
    message(4, ACTIVE);
    assertThat(states.mayShow(AD)).isFalse();
    message(6, ACTIVE);
    assertThat(states.mayShow(AD)).isTrue();
  }

  @Test
  void aReadThatFailsGivesTheDefaultAndIsRepeatedAfterAWhile() {
    for (boolean shown : new boolean[] {false, true}) {
      states = states(SETTINGS.withShowUnknown(shown));
      states.connected();
      assertThat(states.mayShow(AD)).isEqualTo(shown);
      CompletableFuture<StateAnswer> asked = states.ask(AD);
      reader.only().failed();

      assertThat(asked.join()).isEqualTo(new StateAnswer(null, true, "no quorum"));
      assertThat(states.ask(AD)).isCompletedWithValue(asked.join());
      assertThat(states.mayShow(AD)).isEqualTo(shown);
      assertThat(reader.waiting).isEmpty();

      pass(SETTINGS.retryMs());
      states.ask(AD);
      reader.only().found(1, shown ? SPENT : ACTIVE);
      assertThat(states.mayShow(AD)).isEqualTo(!shown);
    }
  }

  @Test
  void aReaderThatThrowsHasFailed() {
    states =
        new AdStates(
            (adId, answer) -> {
              throw new IllegalStateException("closed");
            },
            SETTINGS,
            () -> nowNs);
    assertThat(states.ask(AD).join().failure()).contains("closed");
  }

  @Test
  void afterALongAbsenceOfTheFeedWhatIsKnownIsReadAgain() {
    states.ask(AD);
    reader.only().found(1, ACTIVE);
    message(5, HALF);
    states.lost("broken");
    pass(LIMIT_MS + 1);
    states.connected();

    assertThat(states.mayShow(AD)).as("the old state").isTrue();
    assertThat(states.now(AD).stale()).isTrue();
    reader.only().failed();
    assertThat(states.now(AD).stale()).isTrue();
    assertThat(states.now(AD).failure()).isEqualTo("no quorum");
    pass(SETTINGS.retryMs());
    CompletableFuture<StateAnswer> asked = states.ask(AD);
    reader.only().found(4, SPENT);
    assertThat(asked.join().state().state()).as("the message expired").isEqualTo(AdState.EXHAUSTED);
    assertThat(asked.join().stale()).isFalse();
  }

  @Test
  void aShortAbsenceMakesStaleOnlyWhileItLasts() {
    states.ask(AD);
    reader.only().found(1, ACTIVE);
    states.lost("broken");
    pass(LIMIT_MS);
    states.lost("still broken");
    assertThat(states.now(AD).stale()).isTrue();
    assertThat(states.feed()).isEqualTo(new FeedStatus(false, LIMIT_MS, "still broken"));
    states.connected();
    states.caughtUp(3_000);

    assertThat(states.now(AD).stale()).isFalse();
    assertThat(states.feed()).isEqualTo(new FeedStatus(true, 3_000, ""));
    assertThat(reader.waiting).isEmpty();
    states.caughtUp(0);
    states.caughtUp(5);
    assertThat(states.feed().behindMs()).as("never goes back").isZero();
  }

  @Test
  void severalShortAbsencesWithoutCatchingUpAreALongOne() {
    states.ask(AD);
    reader.only().found(1, ACTIVE);
    for (int i = 0; i < 2; i++) {
      states.lost("broken");
      pass(LIMIT_MS / 2 + 1);
      states.connected();
    }
    states.now(AD);
    reader.only().found(2, SPENT);
    assertThat(states.now(AD).stale()).isFalse();
  }

  @Test
  void aFeedThatLagsBehindForLongIsLikeOneThatIsAway() {
    states.ask(AD);
    reader.only().found(1, ACTIVE);
    pass(LIMIT_MS + 1);
    message("m2", 1, ACTIVE);
    assertThat(states.now(AD).stale()).isTrue();
    reader.only().found(1, ACTIVE);
    assertThat(states.now(AD).stale()).as("messages are still late").isTrue();
    assertThat(reader.waiting).isEmpty();

    states.caughtUp(0);

    assertThat(states.ask(AD)).isNotDone();
    reader.only().found(2, SPENT);
    assertThat(states.now(AD).stale()).isFalse();
  }

  @Test
  void whileTheFeedIsAwayForLongAnAdIsReadOncePerLimit() {
    states.ask(AD);
    reader.only().found(1, ACTIVE);
    states.lost("broken");
    for (int i = 0; i < 3; i++) {
      pass(LIMIT_MS + 1);
      states.ask(AD);
      reader.only().found(1, ACTIVE);
      pass(LIMIT_MS / 2);
      assertThat(states.now(AD).stale()).isTrue();
      assertThat(reader.waiting).isEmpty();
    }
  }

  @Test
  void whatWasReadBeforeTheFirstConnectionIsReadAgain() {
    states = states(SETTINGS);
    CompletableFuture<StateAnswer> early = states.ask(AD);
    reader.only().found(1, ACTIVE);
    assertThat(early.join().stale()).isTrue();
    assertThat(states.ask(AD)).isDone();
    assertThat(states.feed().reason()).isEqualTo("not connected yet");

    states.connected();

    states.ask(AD);
    reader.only().found(2, SPENT);
    assertThat(state()).isEqualTo(AdState.EXHAUSTED);
    assertThat(states.now(AD).stale()).isFalse();
  }

  @Test
  void theLeastRecentlyUsedLeaveAndAreReadAgain() {
    for (String ad : List.of("a", "b", "c")) {
      message(ad, 1, ACTIVE);
    }
    states.now("a");
    message("d", 1, ACTIVE);

    assertThat(states.size()).isEqualTo(3);
    assertThat(states.now("a").isKnown()).isTrue();
    assertThat(states.now("b").isKnown()).isFalse();
  }

  @Test
  void aReadOfAnAdThatLeftMeanwhileIsNotRemembered() {
    CompletableFuture<StateAnswer> asked = states.ask(AD);
    message(9, SPENT);
    for (String ad : List.of("a", "b", "c")) {
      message(ad, 1, ACTIVE);
    }
    reader.only().found(8, ACTIVE);

    assertThat(asked.join().stale()).as("message 9 is forgotten").isTrue();
    assertThat(states.now(AD).isKnown()).isFalse();
  }

  @Test
  void noMoreReadsThanAllowedAreUnderWay() {
    states = states(SETTINGS.withMaxAds(100));
    states.connected();
    for (String ad : List.of("a", "b", "c", "d")) {
      states.now(ad);
    }
    assertThat(states.ask("e").join().failure()).contains("maxReads");
    assertThat(reader.waiting).hasSize(4);

    reader.waiting.remove(0).failed();
    assertThat(states.ask("e")).isNotDone();
  }

  @Test
  void settingsOutOfRangeAreNamed() {
    assertThatThrownBy(() -> AdStatesSettings.defaults().withMaxAds(0))
        .hasMessage("maxAds: expected 1 to 100000000, got 0");
  }
}
