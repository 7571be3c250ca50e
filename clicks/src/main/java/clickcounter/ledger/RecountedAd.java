package clickcounter.ledger;

import clickcounter.document.AdTotals;
import clickcounter.document.CounterView;
import clickcounter.document.OtherFields;
import clickcounter.document.RecountBase;
import clickcounter.event.AdEventFields;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;

/**
 * An ad's document, rebuilt from the archives while the topology is paused: the sum of the archived
 * events that were counted. An old copy may mark an event, or put its document, at any moment.
 * Every event is counted exactly once afterwards if all of this holds:
 *
 * <ul>
 *   <li>A quorum's siblings of the document were read first, and documents of counters after them.
 *       What was marked before is recorded, or one of the siblings lists it as unsettled.
 *   <li>The archives contain every event of the ad that is recorded or listed so. Each is passed
 *       once.
 *   <li>The base is above the numbers of all siblings, and the document is put with their context.
 *   <li>The answer says: stored, by a quorum, as the single value, and that value is ours.
 *       Otherwise the same is put again, over siblings that are all known: the first ones, or ours.
 *       Until that is done nothing is known of the document's counts.
 *   <li>If a sibling cannot be read, it may have listed any event. What only a lost document listed
 *       is recorded before, or comes again.
 * </ul>
 *
 * <p>An event leaves no trace but in the totals if its counter's document confirms it. One that is
 * recorded only, or only listed, is unsettled in the new document: a mark of it may be under way.
 * All others are not counted: they come again, or are missing.
 *
 * <p>Not thread-safe.
 */
public final class RecountedAd {
  private final AdLedger ledger;

  /**
   * @param settled totals of events that are confirmed; none of them may be passed again
   * @param settledHours the same by the hour
   * @param other what a newer build added to the document that stood there
   */
  public RecountedAd(
      String adId,
      AdTotals settled,
      RecentHours settledHours,
      RecountBase base,
      OtherFields other) {
    this.ledger = AdLedger.recounted(adId, settled, settledHours, base, other);
  }

  /**
   * Counts an event of the archives, if it was counted before.
   *
   * @param view of its counter; null when there is none, which records nothing
   * @param listed whether one of the siblings lists it as unsettled, or may
   * @return whether it was counted before
   */
  public boolean count(AdEventFields event, CounterView view, boolean listed) {
    if (view != null && view.confirmed(event.sequence())) {
      ledger.totals().add(event.kind(), event.amountMicros(), event.timestampMs());
      long hour = Hours.of(event.kind(), event.timestampMs());
      ledger.hours().add(event.kind(), event.amountMicros(), hour);
      return true;
    }
    if (!listed && (view == null || !view.seen(event.sequence()))) {
      return false;
    }
    // A sum beyond all bounds is not counted: an ads task rejects such an event, too.
    ledger.offer(event, CounterView.EMPTY, AdLedger.NOBODY);
    return true;
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
