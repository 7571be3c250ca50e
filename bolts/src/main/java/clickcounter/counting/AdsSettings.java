package clickcounter.counting;

import static clickcounter.event.EventLimits.requireAtLeast;

import clickcounter.defer.WriteLimits;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.io.Serializable;
import java.util.Objects;

/**
 * The limits of one ads task.
 *
 * @param writes when documents are put, and how many at a time
 * @param maxReadsInFlight ad documents read at a time
 * @param hurryUnsettledBytes a document is put before its deferral ends when the ids that no put
 *     contains yet take about this many bytes, counter names included
 * @param maxUnsettledIds at this many, further events of the ad wait until some ids settle
 * @param trimUnsettledIds a document that gets no more events and has more than this is put once
 *     more, without the ids that settled since
 * @param trimAfterMs from a document's last put until {@code trimUnsettledIds} applies
 * @param markFlushMs how long marks wait for others of the same delivery
 * @param keepAliveMs how often a delivery whose documents stand in line is kept from timing out;
 *     well below the message time-out
 * @param maxSequenceJump how far a sequence may be above its counter's highest
 * @param maxGapsPerCounter ranges of missed ids in one counter; an event that would add one more is
 *     rejected
 * @param maxHeldEvents undecided events in memory; at this many, a delivery fails at once
 * @param cacheBytes of documents kept without pending events, an estimate
 * @param blockedRetryMs from the blocking of a document until it is read again
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
    long keepAliveMs,
    long maxSequenceJump,
    int maxGapsPerCounter,
    int maxHeldEvents,
    long cacheBytes,
    long blockedRetryMs)
    implements Serializable, AdsSettingsBuilder.With {
  /**
   * Enough for 33,000 puts/s of the development node. More would only wait in Riak, within the
   * time-out of each.
   */
  public static final int PUTS_IN_FLIGHT = 64;

  /** As many as puts, because after a start each document is read before it is put. */
  public static final int READS_IN_FLIGHT = 64;

  /**
   * Twice the size of an average document. A hot one is put after two seconds instead of five, so
   * its ids settle before they are many.
   */
  public static final int HURRY_UNSETTLED_BYTES = 800;

  /**
   * These take some 320 bytes, nearly as much as all else in a document; fewer are worth no put.
   */
  public static final int TRIM_UNSETTLED_IDS = 40;

  /** By then most ids have settled: after two puts of their counter and a read of its view. */
  public static final long TRIM_AFTER_MS = 3_000;

  /**
   * Short beside the deferral, long enough that documents put one after the other share a tuple. A
   * delivery whose events are all durable waits for none, and neither do marks while a document is
   * full.
   */
  public static final long MARK_FLUSH_MS = 1_000;

  public AdsSettings {
    Objects.requireNonNull(writes, "writes");
    requireAtLeast("maxReadsInFlight", maxReadsInFlight, 1);
    requireAtLeast("hurryUnsettledBytes", hurryUnsettledBytes, 1);
    requireAtLeast("maxUnsettledIds", maxUnsettledIds, 1);
    requireAtLeast("trimUnsettledIds", trimUnsettledIds, 0);
    requireAtLeast("trimAfterMs", trimAfterMs, 0);
    requireAtLeast("markFlushMs", markFlushMs, 0);
    requireAtLeast("keepAliveMs", keepAliveMs, 1);
    requireAtLeast("maxSequenceJump", maxSequenceJump, 1);
    requireAtLeast("maxGapsPerCounter", maxGapsPerCounter, 1);
    requireAtLeast("maxHeldEvents", maxHeldEvents, 1);
    requireAtLeast("cacheBytes", cacheBytes, 0);
    requireAtLeast("blockedRetryMs", blockedRetryMs, 0);
  }

  /**
   * The share of each of a worker's tasks that keep these limits together. Held events are not
   * divided, because one hot ad may bring all of them to one task: the tasks share one {@link
   * HeldEventsBudget}.
   */
  public AdsSettings dividedBy(int tasks) {
    return with(
        s ->
            s.writes(writes.dividedBy(tasks))
                .maxReadsInFlight(Math.max(1, maxReadsInFlight / tasks))
                .cacheBytes(cacheBytes / tasks));
  }
}
