package clickcounter.local;

import clickcounter.document.AdState;
import clickcounter.service.EventNotWrittenException;
import clickcounter.traffic.AdTraffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * What people and sellers do with a few ads: people see the ads that may be shown, and click some.
 * A seller gives each ad a budget, and fills it when it has been spent for a while. Some budgets
 * are small, so that one is spent every few seconds.
 *
 * <p>Plain Java: time and randomness are passed in.
 */
final class LiveAds implements AdTraffic {
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
  private final LongSupplier clockMs;
  private final RandomGenerator random;
  private final List<Ad> ads = new ArrayList<>();

  /** When the ads that are spent, or have no budget yet, get one. */
  private final Map<String, Long> fillAtMs = new HashMap<>();

  private record Ad(String id, long clickMicros, int clicks) {}

  /**
   * @param states what an ad server knows of an ad; null if nothing
   * @param refillAfterMs how long a budget is spent before it is filled again
   */
  LiveAds(
      Function<String, AdState> states,
      long refillAfterMs,
      LongSupplier clockMs,
      RandomGenerator random) {
    this.states = states;
    this.refillAfterMs = refillAfterMs;
    this.clockMs = clockMs;
    this.random = random;
    for (int i = 0; i < ADS; i++) {
      int clicks = i % SMALL_EVERY == 0 ? SMALL_CLICKS : CLICKS;
      ads.add(new Ad("live-%02d".formatted(i), (5 + i % 7) * MICROS_A_CENT, clicks));
    }
  }

  /** A page is looked at, and an ad on it if that may be shown; and sellers fill what is due. */
  @Override
  public synchronized void next(Service service) throws EventNotWrittenException {
    Ad seen = any();
    if (states.apply(seen.id()) == AdState.ACTIVE) {
      service.impression(seen.id());
      if (random.nextDouble() < CLICK_PROBABILITY) {
        service.click(seen.id(), seen.clickMicros());
      }
    }
    for (Ad ad : ads) {
      fill(ad, service);
    }
  }

  /** The first are shown most. */
  private Ad any() {
    double share = random.nextDouble();
    return ads.get((int) (ADS * share * share));
  }

  private void fill(Ad ad, Service service) throws EventNotWrittenException {
    AdState state = states.apply(ad.id());
    if (state != AdState.UNFUNDED && state != AdState.EXHAUSTED) {
      fillAtMs.remove(ad.id());
      return;
    }
    long nowMs = clockMs.getAsLong();
    boolean isNew = state == AdState.UNFUNDED;
    if (nowMs >= fillAtMs.computeIfAbsent(ad.id(), id -> isNew ? nowMs : nowMs + refillAfterMs)) {
      service.budget(ad.id(), ad.clickMicros() * ad.clicks());
      fillAtMs.put(ad.id(), isNew ? Long.MAX_VALUE : nowMs + refillAfterMs);
    }
  }
}
