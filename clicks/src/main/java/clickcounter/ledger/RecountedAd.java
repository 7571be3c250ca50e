package clickcounter.ledger;

import clickcounter.document.AdTotals;
import clickcounter.document.CounterView;
import clickcounter.document.Fence;
import clickcounter.event.AdEventFields;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;

/**
 * An ad's document, built anew from the archives. So every event of the ad is counted exactly once
 * afterwards, whatever was under way, if all of this holds:
 *
 * <ul>
 *   <li>A quorum stored the fence as the single value before the archives were read to their end.
 *       What was ever marked was in a put before the fence, hence in the archives before it.
 *   <li>The archives contain every event of the ad that its counters' documents have recorded.
 *   <li>Each event is passed once, with a view of its counter of any age.
 *   <li>The document is put with the context of the fence's put. A put that is not answered with
 *       the single value may be merged with what others put: the merge is exact.
 * </ul>
 *
 * <p>An event is settled, and leaves no trace but in the totals, if the view confirms it. All
 * others are listed as unsettled: a mark for them may be under way, or come later.
 *
 * <p>Not thread-safe.
 */
public final class RecountedAd {
  private final AdLedger ledger;

  /**
   * @param settled totals of events that are confirmed; none of them may be passed again
   * @param settledHours the same by the hour
   */
  public RecountedAd(String adId, AdTotals settled, RecentHours settledHours, Fence fence) {
    this.ledger = AdLedger.recounted(adId, settled, settledHours, fence);
  }

  /**
   * Counts an event of the archives.
   *
   * @param view of its counter; null when there is none, which settles nothing
   */
  public void count(AdEventFields event, CounterView view) {
    if (view != null && view.confirmed(event.sequence())) {
      ledger.totals().add(event.kind(), event.amountMicros(), event.timestampMs());
      long hour = Hours.of(event.kind(), event.timestampMs());
      ledger.hours().add(event.kind(), event.amountMicros(), hour);
    } else {
      // A sum beyond all bounds is not counted: an ads task rejects such an event, too.
      ledger.offer(event, CounterView.EMPTY, AdLedger.NOBODY);
    }
  }

  /** How many events are listed as unsettled. */
  public int unsettledIds() {
    return ledger.unsettled().size();
  }

  public AdTotals totals() {
    return ledger.totals();
  }

  /** The document to put. */
  public byte[] document(String writeId, PutBuffers buffers) {
    return ledger.beginPut(writeId, buffers);
  }
}
