package clickcounter.tools.audit;

import java.util.function.LongSupplier;

/**
 * How long an audit goes on reading what differs while documents or archives are still changing.
 *
 * @param waitNs 0: what differs is read once more, and not again
 */
public record Patience(long waitNs, LongSupplier clockNs, Sleeper sleeper) {
  private static final long PAUSE_NS = 200_000_000;

  /** None: for archives that nobody writes. */
  public static final Patience NONE = new Patience(0, () -> 0, ns -> {});

  /** Who wants to wait. */
  @FunctionalInterface
  public interface Sleeper {
    void sleepNs(long ns) throws InterruptedException;
  }

  void pause() {
    try {
      sleeper.sleepNs(PAUSE_NS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while documents were changing", e);
    }
  }
}
