package clickcounter.tools.documents;

import clickcounter.cli.NoVerdict;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
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
  private static final long FIRST_PAUSE_MS = 50;

  private static final long LONGEST_PAUSE_MS = 800;

  /** A read that fails by its own time-out is made once more. */
  private static final long READ_WITHIN_MS = 3_000;

  private final Waits waits;

  public Retries(Waits waits) {
    this.waits = waits;
  }

  /**
   * Repeats a call until its result is wanted.
   *
   * @return the last result, which is not wanted only if none was
   * @throws NoVerdict if the thread is interrupted in a pause
   */
  public <T> T until(Predicate<T> wanted, Supplier<T> call) {
    return until(wanted, Long.MAX_VALUE, call);
  }

  private <T> T until(Predicate<T> wanted, long withinMs, Supplier<T> call) {
    long startMs = waits.nowMs();
    long pauseMs = FIRST_PAUSE_MS;
    for (int attempt = 1; ; attempt++) {
      T result = call.get();
      if (wanted.test(result) || attempt == ATTEMPTS || waits.nowMs() - startMs >= withinMs) {
        return result;
      }
      waits.pause(pauseMs);
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
    }
  }

  /** Reads one document. The answer is {@link Fetched.Failed} only if every attempt failed. */
  public Fetched fetch(DocumentStore store, DocumentKey key) {
    return until(
        fetched -> fetched.decide(found -> true, absent -> true, failed -> false),
        READ_WITHIN_MS,
        () -> waits.await(answer -> store.fetch(key, answer)));
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
