package clickcounter.counting;

import static clickcounter.counting.TaskHarness.click;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** The busiest ads of a task, for who asks. */
class HotAdsTest {
  private static final String HOST = "hostA-20131030_152543";
  private static final long FIRST_LOOK_MS = 1_000;

  private final TaskHarness worker = TaskHarness.ordinary();
  private long sequence;

  private void clicks(String adId, int count) {
    for (int i = 0; i < count; i++) {
      worker.deliver("clicks", click(adId, HOST, sequence++));
    }
  }

  private void startLooking() {
    assertThat(worker.ads.hotAds()).isEmpty();
    worker.pass(1);
  }

  @Test
  void theBusiestIsTheFirstWithItsRateAndItsDocumentAfterASecond() {
    startLooking();
    clicks("shoes", 3);
    clicks("hats", 10);
    worker.pass(FIRST_LOOK_MS);

    assertThat(worker.ads.hotAds()).extracting(HotAd::adId).containsExactly("hats", "shoes");
    HotAd hats = worker.ads.hotAds().get(0);
    assertThat(hats.eventsPerMinute()).isEqualTo(600, Offset.offset(5.0));
    assertThat(hats.state()).isEqualTo(AdState.UNFUNDED);
    assertThat(hats.documentBytes()).isPositive();
  }

  @Test
  void onlyTheTwentyBusiestAreNamed() {
    startLooking();
    for (int ad = 1; ad <= 30; ad++) {
      clicks("ad" + ad, ad % 10 == 0 ? 3 : 1);
    }
    worker.pass(FIRST_LOOK_MS);

    assertThat(worker.ads.hotAds())
        .hasSize(20)
        .extracting(HotAd::adId)
        .contains("ad10", "ad20", "ad30");
  }

  @Test
  void nobodyLooksWhileNobodyAsks() {
    clicks("shoes", 3);
    worker.pass(2 * FIRST_LOOK_MS);

    startLooking();
    worker.pass(FIRST_LOOK_MS);
    assertThat(worker.ads.hotAds()).as("what came before does not count").isEmpty();
  }
}
