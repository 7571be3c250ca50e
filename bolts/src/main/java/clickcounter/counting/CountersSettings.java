package clickcounter.counting;

import static clickcounter.event.EventLimits.requireAtLeast;

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
 * @param maxHeldDeliveries in memory, one for each counter of a delivery; at this many, a delivery
 *     fails at once. One delivery may pass the limit
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
  /**
   * Marks of half a second share a put. An id stays unsettled for two of these and a read, and each
   * live counter costs two puts a second.
   */
  public static final long DEFERRAL_MS = 500;

  /** Counters are few beside ads: half as many as the ads' puts. */
  public static final int PUTS_IN_FLIGHT = 32;

  /** Of a worker: 90 live counters are put twice a second, and more of them less often. */
  public static final int PUTS_PER_SECOND = 180;

  /** A counter is read once in a life of the task, when its first event comes. */
  public static final int READS_IN_FLIGHT = 16;

  /** Twice the deferral: a counter that gets more events is confirmed by its next put. */
  public static final long CONFIRM_AFTER_MS = 1_000;

  /** Silent services keep their documents here for some minutes; finished ones do not stay. */
  public static final long IDLE_MS = 600_000;

  /**
   * A service that writes 1,000 events a second numbers so many in a day. A service that misses
   * more lost the archive of a day, or has a wrong number, which would make all events up to it a
   * gap.
   */
  public static final long MAX_SEQUENCE_JUMP = 100_000_000;

  /**
   * Besides those of pending events. A right counter has none for long; so many take 1 MB at most
   * in a document that is put every half second.
   */
  public static final int MAX_GAPS = 50_000;

  public CountersSettings {
    Objects.requireNonNull(writes, "writes");
    requireAtLeast("confirmAfterMs", confirmAfterMs, 0);
    requireAtLeast("maxSequenceJump", maxSequenceJump, 1);
    requireAtLeast("maxGapsPerCounter", maxGapsPerCounter, 1);
    requireAtLeast("maxReadsInFlight", maxReadsInFlight, 1);
    requireAtLeast("maxHeldDeliveries", maxHeldDeliveries, 1);
    requireAtLeast("idleMs", idleMs, 0);
    requireAtLeast("blockedRetryMs", blockedRetryMs, 0);
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
