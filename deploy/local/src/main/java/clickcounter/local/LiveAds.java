package clickcounter.local;

import clickcounter.document.AdState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * What people and sellers do with a few ads: people see the ads that may be shown, and click some.
 * A seller fills a budget when it has been spent for a while. Some budgets are small, so that one
 * is spent every few seconds.
 *
 * <p>Plain Java: time and randomness are passed in. Not thread-safe.
 */
final class LiveAds {
  private static final int ADS = 40;

  /** Every fifth ad has a small budget. */
  private static final int SMALL_EVERY = 5;

  /** Clicks that a small budget pays for, and another. */
  private static final int SMALL_CLICKS = 20;

  private static final int CLICKS = 5_000;

  private static final double CLICK_PROBABILITY = 0.04;
  private static final long MICROS_A_CENT = 10_000;

  private final Function<String, AdState> states;
  private final long refillAfterMs;
  private final RandomGenerator random;
  private final List<Ad> ads = new ArrayList<>();

  /** When the ads that are spent get a budget. */
  private final Map<String, Long> refillAtMs = new HashMap<>();

  private record Ad(String id, long clickMicros, int clicks) {
    long budgetMicros() {
      return clickMicros * clicks;
    }
  }

  /** Gets what happens. */
  interface Sink {
    void impression(String adId);

    void click(String adId, long costMicros);

    void budget(String adId, long budgetMicros);
  }

  /**
   * @param states what an ad server knows of an ad; null if nothing
   * @param refillAfterMs how long a budget is spent before it is filled again
   */
  LiveAds(Function<String, AdState> states, long refillAfterMs, RandomGenerator random) {
    this.states = states;
    this.refillAfterMs = refillAfterMs;
    this.random = random;
    for (int i = 0; i < ADS; i++) {
      int clicks = i % SMALL_EVERY == 0 ? SMALL_CLICKS : CLICKS;
      ads.add(new Ad("live-%02d".formatted(i), (5 + i % 7) * MICROS_A_CENT, clicks));
    }
  }

  /** The ids of all ads. */
  List<String> adIds() {
    return ads.stream().map(Ad::id).toList();
  }

  /** Gives each ad that never had a budget its first one. */
  void begin(Predicate<String> hasBudget, Sink sink) {
    for (Ad ad : ads) {
      if (!hasBudget.test(ad.id())) {
        sink.budget(ad.id(), ad.budgetMicros());
      }
    }
  }

  /** So many pages are looked at now, an ad on each; and sellers fill what is due. */
  void happen(int pages, long nowMs, Sink sink) {
    for (int i = 0; i < pages; i++) {
      Ad ad = any();
      if (states.apply(ad.id()) == AdState.ACTIVE) {
        show(ad, sink);
      }
    }
    ads.forEach(ad -> refill(ad, nowMs, sink));
  }

  /** The first are shown most. */
  private Ad any() {
    double share = random.nextDouble();
    return ads.get((int) (ADS * share * share));
  }

  private void show(Ad ad, Sink sink) {
    sink.impression(ad.id());
    if (random.nextDouble() < CLICK_PROBABILITY) {
      sink.click(ad.id(), ad.clickMicros());
    }
  }

  private void refill(Ad ad, long nowMs, Sink sink) {
    if (states.apply(ad.id()) != AdState.EXHAUSTED) {
      refillAtMs.remove(ad.id());
      return;
    }
    long atMs = refillAtMs.computeIfAbsent(ad.id(), id -> nowMs + refillAfterMs);
    if (nowMs >= atMs) {
      sink.budget(ad.id(), ad.budgetMicros());
      refillAtMs.put(ad.id(), nowMs + refillAfterMs);
    }
  }
}
