package clickcounter.counting;

import clickcounter.defer.WriteLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;
import java.util.Objects;

/**
 * What bounds one counters task.
 *
 * @param writes the bounds of deferred writes
 * @param confirmAfterMs after its last put a counter that fell silent is written once more, to
 *     confirm it
 * @param maxSequenceJump how far above its counter's highest a sequence may be
 * @param maxGapsPerCounter a counter whose ids are missing in so many places takes no close or
 *     write-off that would add one; what is counted is recorded all the same
 * @param maxReadsInFlight counter documents read at once
 * @param maxHeldDeliveries in memory, above which deliveries are failed at once
 * @param idleMs after which a counter's document is dropped from memory
 * @param blockedRetryMs after which a blocked document is read again
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

  /** The share of one of several tasks of a worker that together keep these bounds. */
  public CountersSettings dividedBy(int tasks) {
    return with(
        s ->
            s.writes(writes.dividedBy(tasks))
                .maxReadsInFlight(Math.max(1, maxReadsInFlight / tasks))
                .maxHeldDeliveries(Math.max(1, maxHeldDeliveries / tasks)));
  }
}
