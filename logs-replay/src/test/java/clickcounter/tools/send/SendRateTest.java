package clickcounter.tools.send;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SendRateTest {
  private long nowNs;
  private long sleptNs;

  private SendRate rate(long eventsPerSecond) {
    return new SendRate(
        eventsPerSecond,
        () -> nowNs,
        ns -> {
          nowNs += ns;
          sleptNs += ns;
        });
  }

  @Test
  void tenThousandEventsAtAThousandASecondTakeTenSeconds() throws InterruptedException {
    SendRate rate = rate(1_000);
    for (int i = 0; i < 21; i++) {
      rate.await(500);
    }
    assertThat(sleptNs).isEqualTo(10_000_000_000L);
  }

  @Test
  void afterAPauseItDoesNotRushToMakeUpForIt() throws InterruptedException {
    SendRate rate = rate(1_000);
    rate.await(500);
    nowNs += 60_000_000_000L;
    for (int i = 0; i < 3; i++) {
      rate.await(500);
    }
    assertThat(sleptNs).isEqualTo(750_000_000L);
  }

  @Test
  void withoutARateItNeverWaits() throws InterruptedException {
    rate(0).await(1_000_000);
    assertThat(sleptNs).isZero();
  }
}
