package clickcounter.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateMessageTest {
  private static final String EXAMPLE =
      "{\"adId\":\"m123456\",\"state\":\"exhausted\",\"version\":4711,\"budgetMicros\":50000000,\"costMicros\":50120000,"
          + "\"spentMicros\":50000000,\"leftMicros\":0,\"overdeliveredMicros\":120000,\"leftPercent\":0,"
          + "\"asOf\":1383146743633,\"lastEventAt\":1383146743512}";

  private static AdTotals totals(long budgetMicros, long costMicros) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, budgetMicros, 1_383_146_743_000L);
    totals.add(EventKind.CLICK, costMicros, 1_383_146_743_512L);
    return totals;
  }

  @Test
  void theExampleIsWrittenAndReadAgain() throws UnreadableDocument {
    StateMessage message =
        StateMessage.of("m123456", 4_711, totals(50_000_000, 50_120_000), 1_383_146_743_633L);

    assertThat(message.toJson()).isEqualTo(EXAMPLE);
    assertThat(StateMessage.read(EXAMPLE)).isEqualTo(message);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 0, 100",
    "1000, 499, 100",
    "1000, 500, 50",
    "1000, 799, 50",
    "1000, 800, 20",
    "1000, 899, 20",
    "1000, 900, 10",
    "1000, 950, 5",
    "1000, 980, 2",
    "1000, 989, 2",
    "1000, 990, 1",
    "1000, 999, 1",
    "7, 3, 100",
    "7, 4, 50",
    "7, 6, 20",
    "3, 2, 50",
    "1, 0, 100"
  })
  void theStepIsTheLowestThatIsNotBelowWhatIsLeft(long budget, long cost, int percent) {
    assertThat(AdLevel.of(totals(budget, cost))).isEqualTo(new AdLevel(AdState.ACTIVE, percent));
  }

  @Test
  void anExhaustedAndAnUnfundedAdHaveNothingLeft() {
    assertThat(AdLevel.of(totals(5, 5))).isEqualTo(new AdLevel(AdState.EXHAUSTED, 0));
    assertThat(AdLevel.of(totals(-5, 5))).isEqualTo(new AdLevel(AdState.EXHAUSTED, 0));
    assertThat(AdLevel.of(new AdTotals())).isEqualTo(new AdLevel(AdState.UNFUNDED, 0));
  }

  @Test
  void aBudgetMakesAtMostEightLevelsUntilItIsSpent() {
    TreeSet<Integer> levels = new TreeSet<>();
    for (long cost = 0; cost <= 10_000; cost++) {
      levels.add(AdLevel.of(totals(10_000, cost)).leftPercent());
    }
    assertThat(levels).containsExactly(0, 1, 2, 5, 10, 20, 50, 100);
  }

  @Test
  void theLargestBudgetDoesNotOverflow() {
    long most = EventLimits.MAX_SUM_MICROS;
    assertThat(AdLevel.of(totals(most, 1)).leftPercent()).isEqualTo(100);
    assertThat(AdLevel.of(totals(most, most / 2 + 1)).leftPercent()).isEqualTo(50);
    assertThat(AdLevel.of(totals(most, most - 1)).leftPercent()).isEqualTo(1);
  }

  @Test
  void damagedMessagesAreRefused() {
    for (String damaged :
        List.of(
            "",
            "{}",
            "[]",
            EXAMPLE.replace("4711", "0"),
            EXAMPLE.replace("exhausted", "x"),
            EXAMPLE.replaceFirst("(\"leftPercent\":)\\d+", "$199999999999999970"))) {
      assertThatThrownBy(() -> StateMessage.read(damaged)).isInstanceOf(UnreadableDocument.class);
    }
  }
}
