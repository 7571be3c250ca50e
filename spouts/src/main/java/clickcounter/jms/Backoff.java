package clickcounter.jms;

import java.io.Serializable;

/** Delays that double with each consecutive failure, from {@code firstMs} to {@code mostMs}. */
public record Backoff(long firstMs, long mostMs) implements Serializable {
  /** 100 ms to 10 s: few attempts while a service is down, and soon one after it is back. */
  public static final Backoff DEFAULT = new Backoff(100, 10_000);

  public Backoff {
    if (firstMs < 1 || mostMs < firstMs) {
      throw new IllegalArgumentException(
          "backoff: expected 1 ms or more and a longest not below it, got %d and %d"
              .formatted(firstMs, mostMs));
    }
  }

  /**
   * The delay after this many consecutive failures.
   *
   * @param failures 1 or more
   */
  public long delayMs(int failures) {
    int doublings = Math.min(failures - 1, 30);
    // Compared before shifting, so that no long delay overflows.
    return firstMs > mostMs >> doublings ? mostMs : firstMs << doublings;
  }
}
