package clickcounter.counting;

import clickcounter.defer.WriteLimits;
import clickcounter.document.HourLength;
import clickcounter.ledger.LedgerSettings;
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
 * @param maxSequenceJump how far a sequence may be above its counter's highest
 * @param maxGapsPerCounter ranges of missed ids in one counter; an event that would add one more is
 *     rejected
 * @param maxHeldEvents undecided events in memory; at this many, a delivery fails at once
 * @param cacheBytes of documents kept without pending events, an estimate
 * @param hourMinutes how long the hours are in which clicks are counted: 60 or 15
 * @param rollHoursBytes closed hours leave a document when they take about this many bytes in it
 * @param rollIntervalMs from one roll of a document's hours to the next, unless it gets long: a
 *     trickle of late events must not roll their hour at each put
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
    long maxSequenceJump,
    int maxGapsPerCounter,
    int maxHeldEvents,
    long cacheBytes,
    int hourMinutes,
    int rollHoursBytes,
    long rollIntervalMs,
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
    HourLength.ofMinutes(hourMinutes);
    requireAtLeast("rollHoursBytes", rollHoursBytes, 1);
    requireAtLeast("rollIntervalMs", rollIntervalMs, 0);
    requireAtLeast("blockedRetryMs", blockedRetryMs, 0);
  }

  /** How long the hours are in which clicks are counted. */
  public HourLength hours() {
    return HourLength.ofMinutes(hourMinutes);
  }

  /** What the copy of each ad keeps to. */
  LedgerSettings ledger() {
    return new LedgerSettings(maxUnsettledIds, hours(), rollHoursBytes);
  }

  private static void requireAtLeast(String name, long value, long least) {
    if (value < least) {
      throw new IllegalArgumentException(
          name + ": expected at least " + least + ", found " + value);
    }
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
