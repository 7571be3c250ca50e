package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
import clickcounter.service.EventNotWrittenException;
import clickcounter.traffic.AdTraffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LiveAdsTest {
  private static final long REFILL_MS = 10_000;

  private final Set<String> spent = new HashSet<>();
  private final Map<String, Long> leftMicros = new HashMap<>();
  private final List<String> filled = new ArrayList<>();
  private int impressions;
  private int clicks;
  private long nowMs;
  private final LiveAds ads =
      new LiveAds(this::state, REFILL_MS, () -> nowMs, new SplittableRandom(1));

  /** The ad server learns at once. */
  private final AdTraffic.Service service =
      new AdTraffic.Service() {
        @Override
        public void impression(String adId) {
          assertThat(spent).doesNotContain(adId);
          impressions++;
        }

        @Override
        public void click(String adId, long costMicros) {
          clicks++;
          if (leftMicros.merge(adId, -costMicros, Long::sum) <= 0) {
            spent.add(adId);
          }
        }

        @Override
        public void budget(String adId, long budgetMicros) {
          filled.add(adId);
          if (leftMicros.merge(adId, budgetMicros, Long::sum) > 0) {
            spent.remove(adId);
          }
        }
      };

  private AdState state(String adId) {
    if (!leftMicros.containsKey(adId)) {
      return AdState.UNFUNDED;
    }
    return spent.contains(adId) ? AdState.EXHAUSTED : AdState.ACTIVE;
  }

  @Test
  void eachAdGetsItsFirstBudgetOnce() throws EventNotWrittenException {
    String known = "live-00";

    leftMicros.put(known, 1L);

    for (int page = 0; page < 100; page++) {
      ads.next(service);
    }

    assertThat(filled).doesNotContain(known).hasSize(39).doesNotHaveDuplicates();
  }

  @Test
  void budgetsAreSpentAndFilledAgainAfterAWhile() throws EventNotWrittenException {
    ads.next(service);
    filled.clear();
    long spentAtMs = 0;
    for (; filled.isEmpty(); nowMs += 100) {
      for (int page = 0; page < 20; page++) {
        ads.next(service);
      }
      spentAtMs = spentAtMs == 0 && !spent.isEmpty() ? nowMs : spentAtMs;
    }

    assertThat(spentAtMs).isPositive().isLessThan(60_000);
    assertThat(nowMs - 100 - spentAtMs).isEqualTo(REFILL_MS);
    assertThat(clicks).isBetween(impressions / 50, impressions / 15);
  }
}
