package clickcounter.tools.send;

import clickcounter.service.Transport;
import dev.failsafe.RateLimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Sends lines in messages. {@link #add} waits if the broker is slower. Not thread-safe.
 *
 * <p>After a failure, an {@link UncheckedIOException}, the broker may have any of the lines that
 * were added since the last {@link #confirm}: they are to be added again.
 */
public final class LineSender {
  /** Lines per message, unless somebody says another number. */
  public static final int LINES_A_MESSAGE = 500;

  private static final int MESSAGE_CHARS = 1 << 20;

  private static final long NS_PER_SECOND = 1_000_000_000;

  private final Transport queue;
  private final int linesAMessage;

  /** Null for no limit. */
  private final RateLimiter<Object> rate;

  private final List<String> batch = new ArrayList<>();
  private int batchChars;

  /**
   * Sends at a steady rate. After a pause it does not catch up.
   *
   * @param linesAMessage lines per message, at most
   * @param linesPerSecond 0 for no limit
   */
  public LineSender(Transport queue, int linesAMessage, long linesPerSecond) {
    this.queue = queue;
    this.linesAMessage = linesAMessage;
    long atMost = Math.min(linesPerSecond, NS_PER_SECOND);
    rate = atMost == 0 ? null : RateLimiter.smoothBuilder(atMost, Duration.ofSeconds(1)).build();
  }

  /** Adds a line to the next message, and hands it to the broker if it is as long as it may be. */
  public void add(String line) {
    batch.add(line);
    batchChars += line.length();
    if (batch.size() >= linesAMessage || batchChars >= MESSAGE_CHARS) {
      send();
    }
  }

  private void send() {
    if (batch.isEmpty()) {
      return;
    }
    List<String> message = List.copyOf(batch);
    batch.clear();
    batchChars = 0;
    try {
      if (rate != null) {
        rate.acquirePermits(message.size());
      }
      queue.send(message);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException("interrupted while sending", e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends the rest and returns when the broker has all lines. */
  public void confirm() {
    send();
    try {
      queue.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
