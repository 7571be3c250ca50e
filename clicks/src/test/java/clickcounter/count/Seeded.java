package clickcounter.count;

import java.util.Random;

/** Runs a test with many random sequences; a failure names the seed that repeats it. */
final class Seeded {
  interface Claim {
    void check(Random random) throws Exception;
  }

  private Seeded() {}

  static void runs(int count, Claim claim) {
    for (long seed = 0; seed < count; seed++) {
      try {
        claim.check(new Random(seed));
      } catch (Exception | AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }
}
