package clickcounter.tools;

import java.util.SplittableRandom;

/** Seeds of random tests; a failure names its seed. */
public final class Seed {
  private Seed() {}

  /** A test's body. */
  public interface Body {
    void run(SplittableRandom random) throws Exception;
  }

  /** Runs the body with this seed. */
  public static void with(long seed, Body body) throws Exception {
    try {
      body.run(new SplittableRandom(seed));
    } catch (Exception | AssertionError e) {
      throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
