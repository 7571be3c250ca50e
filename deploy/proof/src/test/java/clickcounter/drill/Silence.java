package clickcounter.drill;

import java.io.IOException;

/** Watches that messages are acknowledged all the time, while something is broken. */
final class Silence {
  /** Shorter than the store's time-out: requests to the other nodes wait for nothing. */
  static final long MOST_MS = 5_000;

  private static final long CHECK_MS = 100;

  private final String broken;
  private long acknowledged;
  private long longestMs;

  /**
   * @param broken what is broken meanwhile, in the past tense
   */
  Silence(String broken) {
    this.broken = broken;
  }

  /**
   * Watches for so long.
   *
   * @throws Breach as soon as nothing was acknowledged for too long
   */
  void watch(TestBed bed, long forMs) throws IOException, InterruptedException {
    long startNs = System.nanoTime();
    long before = bed.acknowledged();
    long last = before;
    long lastNs = startNs;
    while (TestBed.msSince(startNs) < forMs) {
      bed.stay(broken, CHECK_MS);
      long now = bed.acknowledged();
      long silentMs = TestBed.msSince(lastNs);
      requireBound(silentMs);
      longestMs = Math.max(longestMs, silentMs);
      if (now != last) {
        last = now;
        lastNs = System.nanoTime();
      }
    }
    acknowledged += last - before;
  }

  void requireBound(long silentMs) throws Breach {
    if (silentMs > MOST_MS) {
      throw new Breach(
          "nothing was acknowledged for %d ms while %s: expected at most %d"
              .formatted(silentMs, broken, MOST_MS));
    }
  }

  /** What was seen, for a proof. */
  @Override
  public String toString() {
    return "%,d messages acknowledged meanwhile, never none for more than %.1f s (bound %d s)"
        .formatted(acknowledged, longestMs / 1_000.0, MOST_MS / 1_000);
  }
}
