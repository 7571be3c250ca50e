package clickcounter.jms;

import java.io.Serializable;

/** Delays that double with each failure in a row, from {@code firstMs} to {@code mostMs}. */
public record Backoff(long firstMs, long mostMs) implements Serializable {
  /** 100 ms to 10 s: what was down is not hammered, and what came back is soon used. */
  public static final Backoff DEFAULT = new Backoff(100, 10_000);

  public Backoff {
    if (firstMs < 1 || mostMs < firstMs) {
      throw new IllegalArgumentException(
          "backoff: expected 1 ms or more and a longest not below it, got "
              + firstMs
              + " and "
              + mostMs);
    }
  }

  /**
   * How long to wait after this many failures in a row.
   *
   * @param failures 1 or more
   */
  public long delayMs(int failures) {
    int doublings = Math.min(failures - 1, 30);
    // Compared before shifting, so that no long delay overflows.
    return firstMs > mostMs >> doublings ? mostMs : firstMs << doublings;
  }
}
