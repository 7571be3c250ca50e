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

/** The calls that wait for an answer; it gives an answer to those that get none. */
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
    // Nearly every time-out is cancelled: without this each would hold its call till it runs out.
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /**
   * A call that is answered within the time-out whatever happens.
   *
   * @param unknown makes the answer that says: nobody knows, and why
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

  /** Answers all that wait, and from now on every call at once. */
  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    open.forEach(call -> call.giveUp("the store was closed before the answer came"));
  }
}
