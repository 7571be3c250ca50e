package clickcounter.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import org.junit.jupiter.api.Test;

class StateOutboxTest {
  private static final String AD = "m1";
  private static final long BUDGET = 100;
  private static final AdLevel FULL = new AdLevel(AdState.ACTIVE, 100);

  private static AdTotals totals(long costMicros) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, BUDGET, 1);
    totals.add(EventKind.CLICK, costMicros, 1);
    return totals;
  }

  private static StateOutbox putBegun(StateOutbox outbox, long number, long costMicros) {
    return outbox.putBegun(AD, number, totals(costMicros), 7);
  }

  /** Its first state was sent. */
  private static StateOutbox sent() {
    return putBegun(StateOutbox.loaded(totals(1)), 1, 1).stored().sent();
  }

  @Test
  void whatWasReadIsUnsentUntilAPutSendsIt() {
    StateOutbox read = StateOutbox.loaded(totals(1));
    assertThat(read.isUnsent()).isTrue();
    assertThat(read.needsPut()).isTrue();

    StateOutbox begun = putBegun(read, 4, 1);
    assertThat(begun.ofPut()).isEqualTo(StateMessage.of(AD, 4, totals(1), 7));
    assertThat(begun.isUnsent()).isTrue();
    assertThat(begun.needsPut()).as("the one under way sends it").isFalse();

    StateOutbox stored = begun.stored();
    assertThat(stored.ofPut()).isNull();
    assertThat(stored.sentLevel()).isEqualTo(FULL);
    assertThat(stored.isUnsent()).as("while it is being sent").isTrue();
    assertThat(stored.sent().isUnsent()).isFalse();
  }

  @Test
  void onlyAChangeOfTheLevelIsSent() {
    StateOutbox same = putBegun(sent(), 2, 2);
    assertThat(same.ofPut()).isNull();
    assertThat(same.stored()).isEqualTo(sent());

    assertThat(putBegun(sent(), 2, BUDGET / 2).ofPut().level())
        .isEqualTo(new AdLevel(AdState.ACTIVE, 50));
  }

  @Test
  void whatShowsTheAdAgainOrNoLongerIsUrgent() {
    assertThat(sent().isUrgent(totals(BUDGET / 2))).isFalse();
    assertThat(sent().isUrgent(totals(BUDGET))).isTrue();
    StateOutbox exhausted = putBegun(sent(), 2, BUDGET);
    assertThat(exhausted.isUrgent(totals(BUDGET))).isFalse();
    assertThat(exhausted.isUrgent(totals(1))).isTrue();
  }

  @Test
  void severalStatesMayBeOnTheirWay() {
    StateOutbox two = putBegun(putBegun(sent(), 2, BUDGET / 2).stored(), 3, BUDGET).stored();
    assertThat(two.sends()).isEqualTo(2);
    assertThat(two.sent().isUnsent()).isTrue();
    assertThat(two.sent().sent().isUnsent()).isFalse();
  }

  @Test
  void aFailedSendIsSentAgainByTheNextPut() {
    StateOutbox failed = putBegun(sent(), 2, BUDGET).stored().failed();
    assertThat(failed.isUnsent()).isTrue();
    assertThat(failed.needsPut()).isTrue();
    assertThat(putBegun(failed, 3, BUDGET).ofPut().storedNumber()).isEqualTo(3);
  }

  @Test
  void aFailureDuringAPutThatSendsNothingNeedsAnotherPut() {
    StateOutbox sending = putBegun(StateOutbox.loaded(totals(1)), 1, 1).stored();
    StateOutbox failed = putBegun(sending, 2, 2).failed();
    assertThat(failed.needsPut()).isTrue();
    assertThat(failed.stored().isUnsent()).isTrue();
  }

  @Test
  void moreCannotEndThanWasSent() {
    assertThatThrownBy(() -> sent().sent())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("got -1");
  }
}
