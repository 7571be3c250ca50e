package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.WaitingStore;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * How tools try again what the store did not do: the one place that says how often, and after which
 * pauses. Together these cover the restart of a node. An exception is not tried again.
 */
public final class Retries {
  static final int ATTEMPTS = 6;

  /** Doubled each time: 1.55 s in all. */
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);

  private static final Duration LONGEST_PAUSE = Duration.ofMillis(800);

  /** For one document that is read. One that fails by its own time-out is read once more. */
  public static final Retries OF_READS = new Retries(FIRST_PAUSE, Duration.ofSeconds(3));

  /** For documents that are put: those that are left are put again. */
  public static final Retries OF_PUTS = new Retries(FIRST_PAUSE, Duration.ofDays(1));

  private final Duration firstPause;
  private final Duration within;

  private Retries(Duration firstPause, Duration within) {
    this.firstPause = firstPause;
    this.within = within;
  }

  /** As many attempts, without pauses: for tests. */
  static Retries withoutPauses() {
    return new Retries(Duration.ofNanos(1), Duration.ofDays(1));
  }

  /**
   * Repeats a call until its result is wanted.
   *
   * @return the last result, which is not wanted only if none was
   * @throws NoVerdict if the thread is interrupted in a pause
   */
  public <T> T until(Predicate<T> wanted, Supplier<T> call) {
    RetryPolicy<T> policy =
        RetryPolicy.<T>builder()
            .handleResultIf(result -> !wanted.test(result))
            .abortOn(Throwable.class)
            .withMaxAttempts(ATTEMPTS)
            .withBackoff(firstPause, LONGEST_PAUSE)
            .withMaxDuration(within)
            .build();
    try {
      return Failsafe.with(policy).get(call::get);
    } catch (FailsafeException e) {
      // Calls throw no checked exceptions.
      throw new NoVerdict("interrupted; run the same command again");
    }
  }

  /** Reads one document. The answer is {@link Fetched.Failed} only if every attempt failed. */
  public Fetched fetch(DocumentStore store, DocumentKey key) {
    return until(
        fetched -> fetched.decide(found -> true, absent -> true, failed -> false),
        () -> new WaitingStore(store).fetch(key, 1));
  }

  /** Repeats a pass over what is left until nothing is left. */
  public void untilEmpty(Collection<?> left, Runnable pass) {
    if (!left.isEmpty()) {
      until(
          Collection::isEmpty,
          () -> {
            pass.run();
            return left;
          });
    }
  }
}
