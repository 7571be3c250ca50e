package clickcounter.counting;

import clickcounter.defer.WriteLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;
import java.util.Objects;

/**
 * The limits of one counters task.
 *
 * @param writes when documents are put, and how many at a time
 * @param confirmAfterMs from the last put of a counter that gets no more events until the put that
 *     confirms it
 * @param maxSequenceJump how far a sequence may be above its counter's highest
 * @param maxGapsPerCounter ranges of missed ids in one counter; a close or write-off that would add
 *     one more is rejected, but counted ids are always recorded
 * @param maxReadsInFlight counter documents read at a time
 * @param maxHeldDeliveries in memory; at this many, a delivery fails at once
 * @param idleMs without use until a counter's document is dropped from memory
 * @param blockedRetryMs from the blocking of a document until it is read again
 */
@RecordBuilder
public record CountersSettings(
    WriteLimits writes,
    long confirmAfterMs,
    long maxSequenceJump,
    int maxGapsPerCounter,
    int maxReadsInFlight,
    int maxHeldDeliveries,
    long idleMs,
    long blockedRetryMs)
    implements Serializable, CountersSettingsBuilder.With {
  public CountersSettings {
    Objects.requireNonNull(writes, "writes");
    if (confirmAfterMs < 0
        || maxSequenceJump < 1
        || maxGapsPerCounter < 1
        || maxReadsInFlight < 1
        || maxHeldDeliveries < 1
        || idleMs < 0
        || blockedRetryMs < 0) {
      throw new IllegalArgumentException(
          "counters: expected confirmAfterMs >= 0, maxSequenceJump >= 1, maxGapsPerCounter >= 1, maxReadsInFlight >= 1, maxHeldDeliveries >= 1, idleMs >= 0, blockedRetryMs >= 0, found "
              + confirmAfterMs
              + ", "
              + maxSequenceJump
              + ", "
              + maxGapsPerCounter
              + ", "
              + maxReadsInFlight
              + ", "
              + maxHeldDeliveries
              + ", "
              + idleMs
              + ", "
              + blockedRetryMs);
    }
  }

  /** The share of each of a worker's tasks that keep these limits together. */
  public CountersSettings dividedBy(int tasks) {
    return with(
        s ->
            s.writes(writes.dividedBy(tasks))
                .maxReadsInFlight(Math.max(1, maxReadsInFlight / tasks))
                .maxHeldDeliveries(Math.max(1, maxHeldDeliveries / tasks)));
  }
}
