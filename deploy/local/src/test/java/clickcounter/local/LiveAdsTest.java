package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.document.AdState;
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
  private final LiveAds ads =
      new LiveAds(
          adId -> spent.contains(adId) ? AdState.EXHAUSTED : AdState.ACTIVE,
          REFILL_MS,
          new SplittableRandom(1));

  /** The ad server learns at once. */
  private final LiveAds.Sink sink =
      new LiveAds.Sink() {
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

  @Test
  void eachAdGetsItsFirstBudgetOnce() {
    String known = ads.adIds().get(0);

    ads.begin(known::equals, sink);

    assertThat(filled)
        .doesNotContain(known)
        .hasSize(ads.adIds().size() - 1)
        .doesNotHaveDuplicates();
  }

  @Test
  void budgetsAreSpentAndFilledAgainAfterAWhile() {
    ads.begin(adId -> false, sink);
    filled.clear();
    long spentAtMs = 0;
    long nowMs = 0;
    for (; filled.isEmpty(); nowMs += 100) {
      ads.happen(20, nowMs, sink);
      spentAtMs = spentAtMs == 0 && !spent.isEmpty() ? nowMs : spentAtMs;
    }

    assertThat(spentAtMs).isPositive().isLessThan(60_000);
    assertThat(nowMs - 100 - spentAtMs).isEqualTo(REFILL_MS);
    assertThat(clicks).isBetween(impressions / 50, impressions / 15);
  }
}
