package clickcounter.jms;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Delays that double with each consecutive failure, from {@code firstMs} to {@code mostMs}. */
public record Backoff(long firstMs, long mostMs) implements Serializable {
  /** 100 ms to 10 s: few attempts while a service is down, and soon one after it is back. */
  public static final Backoff DEFAULT = new Backoff(100, 10_000);

  private static final long LOOK_MS = 50;

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

  /** Waits as long as after so many failures, at most until the owner is closed. */
  void await(int failures, BooleanSupplier closed) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(delayMs(failures));
    while (!closed.getAsBoolean() && System.nanoTime() - endNs < 0) {
      long leftNs = endNs - System.nanoTime();
      LockSupport.parkNanos(Math.min(leftNs, TimeUnit.MILLISECONDS.toNanos(LOOK_MS)));
    }
  }
}
