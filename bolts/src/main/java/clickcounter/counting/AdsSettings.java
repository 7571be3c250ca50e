package clickcounter.counting;

import clickcounter.defer.WriteLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;
import java.util.Objects;

/**
 * What bounds one ads task.
 *
 * @param writes the bounds of deferred writes
 * @param maxReadsInFlight ad documents read at once
 * @param hurryUnsettledBytes a document whose unsettled ids that are in no put yet will take about
 *     so many bytes, with their counters' names, is written ahead of its time
 * @param maxUnsettledIds a document with so many takes no more events until some are settled
 * @param trimUnsettledIds a document that fell quiet with more than this is written once more,
 *     smaller
 * @param trimAfterMs after its last put
 * @param markFlushMs how long marks wait for others of the same delivery
 * @param maxSequenceJump how far above its counter's highest a sequence may be
 * @param maxGapsPerCounter a counter whose ids are missing in so many places takes no event that
 *     would add one
 * @param maxHeldEvents events in memory; a delivery that finds so many is failed at once
 * @param cacheBytes of documents that are kept although nothing is under way for them, about
 * @param blockedRetryMs after which a blocked document is read again
 */
@RecordBuilder
public record AdsSettings(
    WriteLimits writes,
    int maxReadsInFlight,
    int hurryUnsettledBytes,
    int maxUnsettledIds,
    int trimUnsettledIds,
    long trimAfterMs,
    long markFlushMs,
    long maxSequenceJump,
    int maxGapsPerCounter,
    int maxHeldEvents,
    long cacheBytes,
    long blockedRetryMs)
    implements Serializable, AdsSettingsBuilder.With {
  public AdsSettings {
    Objects.requireNonNull(writes, "writes");
    requireAtLeast("maxReadsInFlight", maxReadsInFlight, 1);
    requireAtLeast("hurryUnsettledBytes", hurryUnsettledBytes, 1);
    requireAtLeast("maxUnsettledIds", maxUnsettledIds, 1);
    requireAtLeast("trimUnsettledIds", trimUnsettledIds, 0);
    requireAtLeast("trimAfterMs", trimAfterMs, 0);
    requireAtLeast("markFlushMs", markFlushMs, 0);
    requireAtLeast("maxSequenceJump", maxSequenceJump, 1);
    requireAtLeast("maxGapsPerCounter", maxGapsPerCounter, 1);
    requireAtLeast("maxHeldEvents", maxHeldEvents, 1);
    requireAtLeast("cacheBytes", cacheBytes, 0);
    requireAtLeast("blockedRetryMs", blockedRetryMs, 0);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": expected at least " + least + ", found " + value);
    }
  }

  /**
   * The share of one of several tasks of a worker that together keep these bounds. Held events are
   * not divided: the tasks share one {@link HeldEventsBudget}, as one hot ad may bring them all to
   * one task.
   */
  public AdsSettings dividedBy(int tasks) {
    return with(
        s ->
            s.writes(writes.dividedBy(tasks))
                .maxReadsInFlight(Math.max(1, maxReadsInFlight / tasks))
                .cacheBytes(cacheBytes / tasks));
  }
}
