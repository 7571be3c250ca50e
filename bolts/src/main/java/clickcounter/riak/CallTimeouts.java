package clickcounter.riak;

import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Ends the calls that get no answer within the time-out, or before the store is closed: a read has
 * then failed, and a put is in doubt ({@link clickcounter.store.Stored.Doubt}).
 */
final class CallTimeouts implements AutoCloseable {
  private final ScheduledExecutorService timer;
  private final long timeoutMs;
  private final Set<Call<?>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  CallTimeouts(long timeoutMs) {
    this(newTimer(), timeoutMs);
  }

  CallTimeouts(ScheduledExecutorService timer, long timeoutMs) {
    this.timer = timer;
    this.timeoutMs = timeoutMs;
  }

  private static ScheduledExecutorService newTimer() {
    ScheduledThreadPoolExecutor timer =
        new ScheduledThreadPoolExecutor(1, new DefaultThreadFactory("riak-timer", true));
    // Nearly every time-out is cancelled; without this the timer would keep each call until then.
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /**
   * Begins a call that is answered within the time-out whatever happens.
   *
   * @param unknown makes the answer for a call whose outcome is unknown, from the reason
   */
  <T> Call<T> begin(Consumer<T> consumer, Function<String, T> unknown) {
    Call<T> call = new Call<>(consumer, unknown, open::remove);
    open.add(call);
    try {
      call.expiresBy(timer.schedule(() -> expire(call), timeoutMs, TimeUnit.MILLISECONDS));
    } catch (RejectedExecutionException e) {
      call.giveUp("the store is closed");
    }
    if (closed) {
      call.giveUp("the store was closed before the call was sent");
    }
    return call;
  }

  private void expire(Call<?> call) {
    call.giveUp(
        "no answer within riak.timeoutMs=%d (waiting for one of riak.maxConnections included)"
            .formatted(timeoutMs));
  }

  /** Answers all waiting calls, and from now on every new one at once. */
  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    open.forEach(call -> call.giveUp("the store was closed before the answer came"));
  }
}
