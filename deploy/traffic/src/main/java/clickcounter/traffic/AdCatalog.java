package clickcounter.traffic;

import java.util.SplittableRandom;

/**
 * The ads of a generated day and their popularity: a few hot ads, each with about 0.7% of all
 * events, and a long tail with a Zipf distribution. An ad's cost and click rate are derived from
 * the seed and the ad's number; only the shares take memory.
 */
final class AdCatalog {
  private static final double HOT_SHARE = 0.007;
  private static final int MAX_HOT_ADS = 5;

  /** Flattens the start of the tail, so that the hot ads stand out. */
  private static final double ZIPF_SHIFT = 30;

  private static final int FIRST_ID = 100_000;
  private static final long UNIT_MICROS = 1_000_000;

  private final long seed;
  private final long events;
  private final double[] shares;
  private final double[] aliasChance;
  private final int[] alias;

  AdCatalog(int ads, long events, long seed) {
    this.seed = seed;
    this.events = events;
    this.shares = shares(ads);
    this.aliasChance = new double[ads];
    this.alias = new int[ads];
    prepareAliases();
  }

  private static double[] shares(int ads) {
    int hot = Math.max(1, Math.min(MAX_HOT_ADS, ads / 20));
    double hotShare = Math.min(Math.max(HOT_SHARE, 3.0 / ads), 0.5 / hot);
    double[] shares = new double[ads];
    double tail = 0;
    for (int i = hot; i < ads; i++) {
      shares[i] = 1 / (i - hot + ZIPF_SHIFT);
      tail += shares[i];
    }
    double tailShare = 1 - hot * hotShare;
    for (int i = 0; i < ads; i++) {
      shares[i] = i < hot ? hotShare : shares[i] / tail * tailShare;
    }
    return shares;
  }

  /**
   * Walker's alias method in Vose's form: the cost of a draw does not depend on the number of ads.
   */
  private void prepareAliases() {
    int ads = shares.length;
    int[] small = new int[ads];
    int[] large = new int[ads];
    int smalls = 0;
    int larges = 0;
    for (int i = 0; i < ads; i++) {
      aliasChance[i] = shares[i] * ads;
      alias[i] = i;
      if (aliasChance[i] < 1) {
        small[smalls++] = i;
      } else {
        large[larges++] = i;
      }
    }
    while (smalls > 0 && larges > 0) {
      int less = small[--smalls];
      int more = large[larges - 1];
      alias[less] = more;
      aliasChance[more] -= 1 - aliasChance[less];
      if (aliasChance[more] < 1) {
        larges--;
        small[smalls++] = more;
      }
    }
    // What is left is its own alias, whatever its chance.
  }

  int size() {
    return shares.length;
  }

  String adId(int ad) {
    return "m" + (FIRST_ID + ad);
  }

  int draw(SplittableRandom random) {
    int ad = random.nextInt(shares.length);
    return random.nextDouble() < aliasChance[ad] ? ad : alias[ad];
  }

  /** One ad in fifty has no budget; the hot ads all have one. */
  boolean isFunded(int ad) {
    return ad < MAX_HOT_ADS || trait(ad, 1) >= 0.02;
  }

  /** 0.5% to 2.5% of the impressions lead to a click. */
  double clickRate(int ad) {
    return 0.005 + 0.02 * trait(ad, 2);
  }

  /** 0.02 to 0.5 units of the currency per click. */
  long costMicros(int ad) {
    return 20_000 + (long) (480_000 * trait(ad, 3));
  }

  /** Most budgets last for days; one in ten does not last for the day. */
  long budgetMicros(int ad) {
    double expectedCost = shares[ad] * events * clickRate(ad) * costMicros(ad);
    double days = trait(ad, 4) < 0.1 ? 0.1 + 0.5 * trait(ad, 5) : 2 + 20 * trait(ad, 5);
    // At least a tenth of a unit, in whole cents.
    long cents = Math.round(expectedCost * days / (UNIT_MICROS / 100));
    return Math.max(10, cents) * (UNIT_MICROS / 100);
  }

  /** A number in [0, 1) that is fixed for the ad. */
  private double trait(int ad, int which) {
    return new SplittableRandom(seed * 31 + ad * 8L + which).nextDouble();
  }
}
