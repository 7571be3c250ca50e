package clickcounter.counting;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import org.junit.jupiter.api.Test;

/** Amounts of which each is possible and the sum is not. */
class SumBoundTest {
  private static final String HOST = "hostA-20131030_152543";
  private static final String AD = "shoes";
  private static final int MOST =
      (int) (EventLimits.MAX_SUM_MICROS / EventLimits.MAX_BUDGET_MICROS);
  private static final int A_DELIVERY = 8;

  private final TaskHarness worker = TaskHarness.ordinary();

  private static AdEvent budget(int sequence, long micros) {
    return new AdEvent(HOST, sequence, EventKind.BUDGET, AD, TaskHarness.START_MS, micros);
  }

  @Test
  void amountThatBringsASumTooFarIsRejectedByNameAndTheRestIsCounted() {
    int sequence = 0;
    while (sequence < MOST) {
      AdEvent[] some = new AdEvent[Math.min(A_DELIVERY, MOST - sequence)];
      for (int i = 0; i < some.length; i++) {
        some[i] = budget(sequence, EventLimits.MAX_BUDGET_MICROS);
        sequence++;
      }
      worker.deliver("budgets", some);
      worker.pass(2 * TaskHarness.DEFERRAL_MS);
      worker.settle();
    }
    assertThat(worker.ad(AD).totals().budgetMicros())
        .isEqualTo(MOST * EventLimits.MAX_BUDGET_MICROS);
    assertThat(worker.out.rejected).isEmpty();

    worker.deliver(
        "too much",
        budget(MOST, EventLimits.MAX_BUDGET_MICROS),
        budget(MOST + 1, -1),
        budget(0, EventLimits.MAX_BUDGET_MICROS));
    worker.pass(2 * TaskHarness.DEFERRAL_MS);

    assertThat(worker.out.rejectReasons()).containsExactly(RejectReason.OUT_OF_RANGE);
    Rejected rejected = worker.out.rejected.get(0);
    assertThat(rejected.line()).contains(HOST + ":" + MOST);
    assertThat(rejected.detail())
        .contains(
            "ads/shoes",
            "1000000000000000 micros (1000000000 units",
            "(1152921504606.846976 units)");
    assertThat(worker.ad(AD).totals().budgetMicros())
        .isEqualTo(MOST * EventLimits.MAX_BUDGET_MICROS - 1);
    assertThat(worker.out.acked).contains("too much");
  }
}
