package clickcounter.store;

import clickcounter.testing.Patience;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Receives an answer for a test that waits for it, and counts how often one came. */
public final class CapturedAnswer<T> implements Consumer<T> {

  private final CompletableFuture<T> first = new CompletableFuture<>();
  private final AtomicInteger count = new AtomicInteger();

  @Override
  public void accept(T value) {
    count.incrementAndGet();
    first.complete(value);
  }

  public boolean cameOnce() {
    return count.get() == 1;
  }

  public boolean came() {
    return first.isDone();
  }

  /** Waits for the first answer. */
  public T get() {
    try {
      return first.get(Patience.LIMIT_S, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError("no answer came within " + Patience.LIMIT_S + " s", e);
    }
  }
}
