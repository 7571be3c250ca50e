package clickcounter.tools.ship;

import clickcounter.tools.common.EventQueue;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeException;
import dev.failsafe.RetryPolicy;
import dev.failsafe.function.CheckedRunnable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Sends lines in messages. While the broker is away it tries again, until the broker has taken or
 * confirmed them, or the process is asked to end. Not thread-safe.
 */
final class LineShipper {
  private static final int MESSAGE_BYTES = 1 << 20;
  private static final Duration TRY_EVERY = Duration.ofMillis(500);

  private final EventQueue queue;
  private final int batchLines;
  private final LongSupplier clockNs;
  private final Consumer<String> log;
  private final Runnable stillAway;
  private final RetryPolicy<Object> untilBack;

  private final List<String> batch = new ArrayList<>();
  private int batchBytes;

  /** Lines by directory: those in messages or in the batch, and those that are confirmed. */
  private final Map<Path, Long> handedOut = new HashMap<>();

  private Map<Path, Long> confirmed = Map.of();

  private boolean away;
  private long awaySinceNs;

  /** Ends a pass early: the process is asked to end. */
  static final class StoppedException extends RuntimeException {
    StoppedException() {
      super(null, null, false, false);
    }
  }

  /**
   * @param batchLines lines per message, at most
   * @param stopped whether the process is asked to end
   * @param log what a person is to know, a line each
   * @param stillAway called after each call that failed
   */
  LineShipper(
      EventQueue queue,
      int batchLines,
      BooleanSupplier stopped,
      LongSupplier clockNs,
      Consumer<String> log,
      Runnable stillAway) {
    this.queue = queue;
    this.batchLines = batchLines;
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

  /** Adds a line to the next message. */
  void add(String line, long bytes, Path directory) {
    batch.add(line);
    batchBytes += (int) Math.min(bytes, MESSAGE_BYTES);
    handedOut.merge(directory, 1L, Long::sum);
  }

  /** Whether the next message is as long as it may be. */
  boolean isFull() {
    return batch.size() >= batchLines || batchBytes >= MESSAGE_BYTES;
  }

  /**
   * Hands the next message to the broker, which may lose it until {@link #confirm}.
   *
   * @throws StoppedException if the broker is away and the process is asked to end
   */
  void handOut() {
    if (!batch.isEmpty()) {
      untilDone(() -> queue.send(List.copyOf(batch)));
      batch.clear();
      batchBytes = 0;
    }
  }

  /**
   * Waits until the broker has all that was handed out.
   *
   * @throws StoppedException if the broker is away and the process is asked to end
   */
  void confirm() {
    untilDone(queue::flush);
    confirmed = Map.copyOf(handedOut);
  }

  /** Drops the next message. */
  void abandon() {
    batch.clear();
    batchBytes = 0;
  }

  /** Lines that the broker has confirmed, by directory. */
  Map<Path, Long> confirmedLines() {
    return confirmed;
  }

  /** Whether the last call failed. */
  boolean isAway() {
    return away;
  }

  private void untilDone(CheckedRunnable call) {
    try {
      Failsafe.with(untilBack).run(call);
      back();
    } catch (FailsafeException e) {
      // Stopped or interrupted. What it did not confirm is in no saved position.
      throw new StoppedException();
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

  private void back() {
    if (away) {
      away = false;
      long awayNs = clockNs.getAsLong() - awaySinceNs;
      log.accept("the broker is back after " + TimeUnit.NANOSECONDS.toSeconds(awayNs) + " s");
    }
  }
}
