package clickcounter.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.document.Contribution;
import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.testing.RandomEvents;
import clickcounter.testing.Seeded;
import org.junit.jupiter.api.Test;

class PackedContributionTest {
  @Test
  void eachEventFits() {
    Seeded.runs(
        1_000,
        random -> {
          AdEvent event = new RandomEvents(random).adEvent();
          assertThat(PackedContribution.decode(PackedContribution.of(Contribution.of(event))))
              .isEqualTo(Contribution.of(event));
        });
  }

  @Test
  void theLimitsFit() {
    long lastMs = EventLimits.MAX_TIMESTAMP_MS;
    for (AdEvent event :
        new AdEvent[] {
          new AdEvent("h", 0, EventKind.CLICK, "m", lastMs, EventLimits.MAX_COST_MICROS),
          new AdEvent("h", 0, EventKind.IMPRESSION, "m", lastMs, 0),
          new AdEvent("h", 0, EventKind.BUDGET, "m", lastMs, EventLimits.MAX_BUDGET_MICROS),
          new AdEvent("h", 0, EventKind.BUDGET, "m", lastMs, -EventLimits.MAX_BUDGET_MICROS)
        }) {
      assertThat(PackedContribution.decode(PackedContribution.of(Contribution.of(event))))
          .isEqualTo(Contribution.of(event));
    }
  }

  @Test
  void aDamagedDocumentIsRefused() {
    assertThatThrownBy(
            () -> PackedContribution.of(new Contribution(EventKind.CLICK, Long.MAX_VALUE, 0)))
        .isInstanceOf(ArithmeticException.class)
        .hasMessageContaining("beyond all limits");
  }
}
