package clickcounter.service;

import static clickcounter.event.EventLimits.requireRange;

import clickcounter.event.CounterId;
import clickcounter.event.EventLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a service writes and sends its events. Start with {@link #of} and change single values by the
 * {@code with} methods.
 *
 * @param archiveDir the files are {@code <archiveDir>/<host>/<counterId>-<hour>.ndjson}
 * @param host the first part of the counter's id; hosts that share an archive need different names
 * @param batchLines the maximum number of lines in one message
 * @param lingerMs how long a line waits for others to share its message
 * @param bufferLines the maximum number of lines that wait to be sent, in addition to the batch
 *     that is being sent; at least {@code batchLines}
 * @param fullBufferWaitMs how long a call may wait for room in a full buffer. When one call has
 *     waited in vain, others do not wait until the transport has accepted a batch. An event that
 *     finds no room is left out
 * @param sendAttempts how often a batch is tried before it is left out
 * @param firstRetryWaitMs the wait before the second attempt; it doubles each time, up to 10 s
 * @param closeWaitMs how long {@link EventLog#close()} waits for unsent events
 * @param fsync whether each event is forced to the device before the call returns. If false, events
 *     survive the end of the process; when the machine loses power or crashes, the last seconds of
 *     the archive may be missing. Missing events that were not sent either are lost: they stay gaps
 *     of the counter if a later event was sent. If true, each event waits for the device
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
  /** The length of {@code -20131030_152543-k3f9xq} after the host's name. */
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
   * The defaults: messages of up to 500 lines that wait 50 ms for each other, a buffer of 20,000
   * lines, 8 attempts within about 13 s, no fsync.
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
    if (host.equals(CounterId.OPERATORS)) {
      throw new IllegalArgumentException(
          "host: '" + host + "' stands for the decisions of operators; give the host another name");
    }
    // A host named ".." would leave the archive's directory.
    if (host.startsWith(".") || host.length() > MAX_HOST_LENGTH) {
      throw new IllegalArgumentException(
          "host: expected 1 to " + MAX_HOST_LENGTH + " characters, the first no '.', got " + host);
    }
  }
}
