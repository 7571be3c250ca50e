package clickcounter.testing;

import java.util.Random;
import java.util.function.Consumer;

/** Runs a test with many random sequences; a failure names the seed that repeats it. */
public final class Seeded {
  private Seeded() {}

  public static void runs(int count, Consumer<Random> test) {
    for (long seed = 0; seed < count; seed++) {
      run(seed, test);
    }
  }

  public static void run(long seed, Consumer<Random> test) {
    try {
      test.accept(new Random(seed));
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
    }
  }
}
