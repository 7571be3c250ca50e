package clickcounter.testing;

import java.util.Random;

/** Runs a test with many random sequences. A failure names the seed that repeats it. */
public final class Seeded {
  /**
   * {@code -Dclickcounter.seeds.percent} reduces the number of sequences for PIT, which runs each
   * test hundreds of times.
   */
  private static final int PERCENT = Integer.getInteger("clickcounter.seeds.percent", 100);

  private Seeded() {}

  /** A claim about every sequence. */
  public interface Claim {
    void check(Random random) throws Exception;
  }

  public static void runs(int count, Claim claim) {
    int runs = Math.max(1, count * PERCENT / 100);
    for (long seed = 0; seed < runs; seed++) {
      run(seed, claim);
    }
  }

  /** So many inputs that nobody made: {@code -Dfuzz.seed=N} begins with another seed. */
  public static void inputs(int count, Claim claim) {
    long first = Long.getLong("fuzz.seed", 1);
    for (long seed = first; seed < first + count; seed++) {
      // Neighbouring seeds alone would draw alike.
      long mixed = seed * 0x9E3779B97F4A7C15L >>> 1;
      run(seed, random -> claim.check(new Random(mixed)));
    }
  }

  public static void run(long seed, Claim claim) {
    try {
      claim.check(new Random(seed));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
