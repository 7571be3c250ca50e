package clickcounter.tools.ship;

import clickcounter.tools.common.EventQueue;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.failsafe.function.CheckedRunnable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A queue that tries again while the broker is away, until the broker is back or the process is
 * asked to end. Not thread-safe.
 */
final class PatientQueue implements EventQueue {
  private static final Duration TRY_EVERY = Duration.ofMillis(500);

  private final EventQueue queue;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final Runnable stillAway;
  private final RetryPolicy<Object> untilBack;

  private boolean away;
  private long awaySinceNs;

  /** Ends a pass early: the process is asked to end. */
  static final class StoppedException extends RuntimeException {
    StoppedException() {
      super(null, null, false, false);
    }
  }

  /**
   * @param stopped whether the process is asked to end
   * @param log what a person is to know, a line each
   * @param stillAway called after each call that failed
   */
  PatientQueue(
      EventQueue queue,
      BooleanSupplier stopped,
      LongSupplier clockNs,
      Consumer<String> log,
      Runnable stillAway) {
    this.queue = queue;
    this.clockNs = clockNs;
    this.log = log;
    this.stillAway = stillAway;
    untilBack =
        RetryPolicy.builder()
            .handle(IOException.class)
            .abortIf((result, failure) -> stopped.getAsBoolean())
            .withMaxAttempts(-1)
            .withDelay(TRY_EVERY)
            .onFailedAttempt(attempt -> away(attempt.getLastException()))
            .build();
  }

  @Override
  public void send(List<String> lines) {
    untilDone(() -> queue.send(lines));
  }

  @Override
  public void flush() {
    untilDone(queue::flush);
  }

  @Override
  public void close() throws IOException {
    queue.close();
  }

  /** Whether the last call failed. */
  boolean isAway() {
    return away;
  }

  private void untilDone(CheckedRunnable call) {
    try {
      Failsafe.with(untilBack).run(call);
    } catch (FailsafeException e) {
      // Stopped or interrupted. What it did not confirm is in no saved position.
      throw new StoppedException();
    }
    if (away) {
      away = false;
      long awayNs = clockNs.getAsLong() - awaySinceNs;
      log.accept("the broker is back after " + TimeUnit.NANOSECONDS.toSeconds(awayNs) + " s");
    }
  }

  private void away(Throwable e) {
    if (!away) {
      away = true;
      awaySinceNs = clockNs.getAsLong();
      log.accept(
          "the broker is away, trying again until it is back; the lines stay in their files: "
              + (e.getCause() == null ? e : e.getCause()).getMessage());
    }
    stillAway.run();
  }
}
