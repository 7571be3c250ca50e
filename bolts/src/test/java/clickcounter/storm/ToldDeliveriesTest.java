package clickcounter.storm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ToldDeliveriesTest {
  private final ToldDeliveries told = new ToldDeliveries(2);

  @Test
  void deliveryIsToldOnce() {
    assertThat(told.add(1)).isTrue();
    assertThat(told.add(1)).isFalse();
    assertThat(told.add(2)).isTrue();
    assertThat(told.add(1)).isFalse();
  }

  @Test
  void memoryIsBoundedAndTheOldestIsForgottenFirst() {
    told.add(1);
    told.add(2);
    told.add(3);
    assertThat(told.add(2)).isFalse();
    assertThat(told.add(3)).isFalse();
    assertThat(told.add(1)).isTrue();
  }
}
