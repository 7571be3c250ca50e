package clickcounter.service;

import clickcounter.event.CounterId;
import clickcounter.event.EventLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a service writes and sends its events.
 *
 * @param archiveDir the files are {@code <archiveDir>/<host>/<counterId>-<hour>.ndjson}
 * @param host the first part of the counter's id; hosts that share archives need different ones
 * @param batchLines the most lines in one message
 * @param lingerMs how long a line waits for others to share its message
 * @param bufferLines the most lines that wait to be sent, beside the batch that is on its way
 * @param fullBufferWaitMs how long a call may wait for room in a full buffer; once one has waited
 *     in vain, others do not wait until the transport has taken a batch. What finds no room is left
 *     out
 * @param sendAttempts how often a batch is sent before it is left out
 * @param firstRetryWaitMs the wait before the second attempt; it doubles each time, up to 10 s
 * @param closeWaitMs how long {@link EventLog#close()} waits for what is not sent yet
 * @param fsync whether an event is on the device before it is given out. If not, an event survives
 *     the end of the process, but of a machine that loses power or crashes the last seconds may be
 *     missing in the archive: those not sent either are then unknown to anybody and stay gaps if a
 *     later one was sent. If so, every event waits for the device (some 0.1 to 10 ms)
 */
@RecordBuilder
public record EventLogSettings(
    Path archiveDir,
    String host,
    int batchLines,
    long lingerMs,
    int bufferLines,
    long fullBufferWaitMs,
    int sendAttempts,
    long firstRetryWaitMs,
    long closeWaitMs,
    boolean fsync)
    implements EventLogSettingsBuilder.With {
  /** Room for {@code -20131030_152543-k3f9xq} after the host's name. */
  private static final int MAX_HOST_LENGTH = EventLimits.MAX_COUNTER_ID_LENGTH - 23;

  private static final long MAX_WAIT_MS = 3_600_000;

  public EventLogSettings {
    Objects.requireNonNull(archiveDir, "archiveDir");
    requireHost(host);
    requireRange("batchLines", batchLines, 1, 100_000);
    requireRange("lingerMs", lingerMs, 0, MAX_WAIT_MS);
    requireRange("bufferLines", bufferLines, batchLines, 10_000_000);
    requireRange("fullBufferWaitMs", fullBufferWaitMs, 0, MAX_WAIT_MS);
    requireRange("sendAttempts", sendAttempts, 1, 1_000);
    requireRange("firstRetryWaitMs", firstRetryWaitMs, 0, MAX_WAIT_MS);
    requireRange("closeWaitMs", closeWaitMs, 0, MAX_WAIT_MS);
  }

  /**
   * Messages of up to 500 lines that wait 50 ms for each other, a buffer of 20,000 lines, 8
   * attempts in 13 s, no fsync.
   */
  public static EventLogSettings of(Path archiveDir, String host) {
    return new EventLogSettings(archiveDir, host, 500, 50, 20_000, 50, 8, 100, 10_000, false);
  }

  private static void requireHost(String host) {
    Objects.requireNonNull(host, "host");
    CounterId.fault(host)
        .ifPresent(
            fault -> {
              throw new IllegalArgumentException("host: as part of a " + fault);
            });
    // ".." would leave the archive's directory.
    if (host.startsWith(".") || host.length() > MAX_HOST_LENGTH) {
      throw new IllegalArgumentException(
          "host: expected 1 to " + MAX_HOST_LENGTH + " characters, the first no '.', got " + host);
    }
  }

  private static void requireRange(String name, long value, long least, long most) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          name + ": expected " + least + " to " + most + ", got " + value);
    }
  }
}
