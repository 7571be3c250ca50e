package clickcounter.fuzz;

import java.util.function.Supplier;

/**
 * One input and the claim about it.
 *
 * @param input as a person can read it
 * @param claim throws when the promise is broken, or when the reader does
 */
record FuzzCase(Supplier<String> input, Claim claim) {
  @FunctionalInterface
  interface Claim {
    void check() throws Exception;
  }

  static void require(boolean condition, String promise, Object... found) {
    if (!condition) {
      throw new AssertionError(promise.formatted(found));
    }
  }
}
