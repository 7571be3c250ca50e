package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReportedDeliveriesTest {
  private final ReportedDeliveries reported = new ReportedDeliveries(2);

  @Test
  void deliveryIsToldOnce() {
    assertThat(reported.add(1)).isTrue();
    assertThat(reported.add(1)).isFalse();
    assertThat(reported.add(2)).isTrue();
    assertThat(reported.add(1)).isFalse();
  }

  @Test
  void memoryIsBoundedAndTheOldestIsForgottenFirst() {
    reported.add(1);
    reported.add(2);
    reported.add(3);
    assertThat(reported.add(2)).isFalse();
    assertThat(reported.add(3)).isFalse();
    assertThat(reported.add(1)).isTrue();
  }
}
