package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterView;
import clickcounter.document.OtherFields;
import clickcounter.document.RecountBase;
import clickcounter.document.WriteId;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEventFields;
import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * A writer's copy of one ad's document. It decides whether an event is new, counts it, and gives
 * the document to put. It implements rules 1, 2 and 5 of clicks/RATIONALE.md, and parts of rules 4
 * and 6.
 *
 * <p>A copy is valid until a put of it fails, times out or is answered with siblings. The caller
 * then drops the copy and reads the document again. Events that were not durable are delivered
 * again.
 *
 * <p>An id that is counted but not yet settled is in one of four states:
 *
 * <pre>
 *   pending    counted here and in no put yet; or read from a write that is not known to be stored by a quorum:
 *              our next put names it among what it adds, on the same base
 *   in flight  counted here, in the put that is under way
 *   durable    in a put of this copy that a quorum stored as the single value: may be marked
 *   loaded     read from the store, which proves nothing durable: may be marked after the next put of this copy
 * </pre>
 *
 * <p>The copy also keeps who waits for which put: a number that the caller chose for each event.
 *
 * <p>Not thread-safe. At most one put at a time.
 */
public final class AdLedger {
  /** The waiter of an event that no delivery waits for. */
  public static final long NOBODY = -1;

  private final String adId;
  private final AdTotals totals;
  private final RecentHours hours;
  private final int maxUnsettledIds;
  private final UnsettledCounters unsettled;
  private OtherFields other = OtherFields.NONE;
  private WriteId base;
  private long storedNumber;
  private List<String> sinceBase = List.of();
  private long number;

  /**
   * True when ids may have left the document, so that an id that is not unsettled may still be
   * counted.
   */
  private boolean mayHaveForgotten;

  /**
   * A put is needed although nothing is pending: to replace siblings, or because a loaded id was
   * delivered again.
   */
  private boolean needsRewrite;

  private WriteStamp inFlight;

  private AdLedger(
      String adId,
      AdTotals totals,
      RecentHours hours,
      UnsettledCounters unsettled,
      int maxUnsettledIds) {
    this.adId = Objects.requireNonNull(adId, "adId");
    this.totals = totals;
    this.hours = hours;
    this.unsettled = unsettled;
    this.maxUnsettledIds = maxUnsettledIds;
  }

  /**
   * The copy of a document that does not exist. It needs no views: no event of this ad was counted.
   */
  public static AdLedger absent(String adId, int maxUnsettledIds) {
    return new AdLedger(
        adId, new AdTotals(), new RecentHours(), new UnsettledCounters(), maxUnsettledIds);
  }

  /**
   * The copy of a document that was read.
   *
   * @throws ArithmeticException when its numbers are beyond what events can add up to
   */
  public static AdLedger of(SiblingMerge.Merged merged, int maxUnsettledIds) {
    AdDocument main = merged.main();
    AdLedger ledger =
        new AdLedger(
            main.adId(),
            main.totals().copy(),
            main.hours().copy(),
            new UnsettledCounters(),
            maxUnsettledIds);
    String base = main.write().base();
    ledger.base = base == null ? null : WriteId.of(base);
    ledger.storedNumber = main.write().storedNumber();
    ledger.sinceBase = merged.contained();
    ledger.number = merged.number();
    ledger.other = OtherFields.merged(merged.siblings());
    ledger.mayHaveForgotten = true;
    ledger.needsRewrite = merged.siblings().size() > 1;
    main.unsettled().forEach(ledger.unsettled::load);
    merged.addedByOthers().forEach(ledger::countFromSibling);
    merged.siblings().forEach(s -> ledger.totals.includeTimes(s.totals()));
    return ledger;
  }

  /**
   * The copy of a document that is rebuilt from the archives: see {@link RecountedAd}.
   *
   * @param settled the totals of the events that are confirmed by their counters' documents
   * @param settledHours the same by the hour
   * @param base of its next write
   * @param other what a newer build added to the document
   */
  static AdLedger recounted(
      String adId,
      AdTotals settled,
      RecentHours settledHours,
      RecountBase base,
      OtherFields other) {
    AdLedger ledger =
        new AdLedger(
            adId, settled.copy(), settledHours.copy(), new UnsettledCounters(), Integer.MAX_VALUE);
    ledger.base = WriteId.of(base.id());
    ledger.storedNumber = base.number();
    ledger.number = base.number();
    ledger.other = other;
    ledger.needsRewrite = true;
    return ledger;
  }

  /** Counts what another sibling added, as if our next write added it. */
  private void countFromSibling(String counterId, AddedIds ids) {
    for (int i = 0; i < ids.size(); i++) {
      Contribution contribution = ids.contribution(i);
      totals.add(contribution);
      hours.add(contribution.kind(), contribution.amountMicros(), contribution.hour());
      unsettled.add(
          unsettled.get(counterId),
          counterId,
          ids.sequence(i),
          PackedContribution.of(contribution),
          NOBODY);
    }
  }

  /**
   * Decides whether an event is new, and counts it if so (rule 2). If the event has to wait for a
   * put, the waiter is kept until that put has succeeded.
   *
   * @param view of the event's counter, read after this document was; null when there is none yet
   * @param waiter who waits for the event to be durable; {@link #NOBODY} for none
   */
  public OfferResult offer(AdEventFields event, CounterView view, long waiter) {
    CounterIds known = unsettled.get(event.counterId());
    OfferResult duplicate = unsettled.duplicate(known, event.sequence(), waiter, inFlight != null);
    if (duplicate != null) {
      needsRewrite |= duplicate == OfferResult.DUPLICATE_NEEDS_PUT;
      return duplicate;
    }
    if (mayHaveForgotten) {
      if (view == null) {
        return OfferResult.NEEDS_VIEW;
      }
      if (view.seen(event.sequence())) {
        return view.confirmed(event.sequence())
            ? OfferResult.DUPLICATE_SETTLED
            : OfferResult.DUPLICATE_UNCONFIRMED;
      }
    }
    if (isFull()) {
      return OfferResult.FULL;
    }
    if (!totals.hasRoomFor(event.kind(), event.amountMicros())) {
      return OfferResult.SUM_TOO_LARGE;
    }
    EventKind kind = event.kind();
    long hour = Hours.of(kind, event.timestampMs());
    totals.add(kind, event.amountMicros(), event.timestampMs());
    hours.add(kind, event.amountMicros(), hour);
    unsettled.add(
        known,
        event.counterId(),
        event.sequence(),
        PackedContribution.of(kind, event.amountMicros(), hour),
        waiter);
    return OfferResult.COUNTED;
  }

  /** Reads what {@link #offer} and a put will, so that it is in the processor's cache. */
  public long lookAt() {
    return unsettled.lookAt() + hours.newest() + totals.impressions();
  }

  /** Whether the event is counted here and not yet settled. */
  public boolean isUnsettled(AdEventFields event) {
    CounterIds known = unsettled.get(event.counterId());
    return known != null && known.contains(event.sequence());
  }

  /** Whether the document accepts no new events until some ids are settled. */
  public boolean isFull() {
    return unsettled.size() - unsettled.setAside() >= maxUnsettledIds;
  }

  /** Clicks by the hour, of the newest hours. */
  public RecentHours hours() {
    return hours;
  }

  /** Whether a put would make something durable that is not yet. */
  public boolean needsPut() {
    return unsettled.pending() > 0 || needsRewrite;
  }

  /**
   * Requests a put when this copy holds loaded or pending ids, so that they become durable.
   *
   * @return whether it holds any
   */
  public boolean requestPutForLoadedIds() {
    boolean found = unsettled.hasUnprovenIds();
    needsRewrite |= found;
    return found;
  }

  public boolean putInFlight() {
    return inFlight != null;
  }

  /**
   * The number of the put under way.
   *
   * @throws IllegalStateException when no put is under way
   */
  public long putNumber() {
    requirePut();
    return inFlight.number();
  }

  /** Requests a put although nothing has changed. */
  public void requestPut() {
    needsRewrite = true;
  }

  /** The ids that are counted in the document and not yet known to be settled. */
  public UnsettledCounters unsettled() {
    return unsettled;
  }

  /**
   * Removes the ids that are settled (rule 5): confirmed by their counter's document. Pending ids
   * and those in flight stay. Does nothing while a put is under way.
   *
   * @param views by counter id: a view that was read after this document was, or null
   * @return how many ids were removed
   */
  public int forgetSettled(Function<String, CounterView> views) {
    boolean onlyPending = unsettled.size() == unsettled.pending();
    if (onlyPending || inFlight != null) {
      return 0; // the put under way contains them and may become the next base
    }
    int forgotten = unsettled.forgetSettled(views);
    mayHaveForgotten |= forgotten > 0;
    return forgotten;
  }

  /**
   * Begins a put and returns the document to store: the totals and the ids that they include, in
   * one value (rule 1).
   *
   * @param writeId unique among all writes
   * @param buffers that no other thread uses
   * @throws IllegalStateException when a put is under way
   */
  public byte[] beginPut(String writeId, PutBuffers buffers) {
    if (inFlight != null) {
      throw new IllegalStateException(
          "ad " + adId + ": put " + inFlight.id() + " is still under way");
    }
    inFlight = new WriteStamp(writeId, number + 1, sinceBase, text(base), storedNumber);
    needsRewrite = false;
    buffers.document.begin(adId, totals, hours);
    unsettled.beginPut(buffers);
    return buffers.document.end(inFlight, other);
  }

  private static String text(WriteId id) {
    return id == null ? null : id.toString();
  }

  /**
   * Records that a quorum stored the put as the single value: everything in it is durable.
   *
   * @param done gets those who waited for it, who are forgotten then
   * @throws IllegalStateException when no put is under way
   */
  public void putSucceeded(WaiterSink done) {
    requirePut();
    base = WriteId.of(inFlight.id());
    storedNumber = inFlight.number();
    sinceBase = List.of();
    number = inFlight.number();
    inFlight = null;
    unsettled.putSucceeded(done);
  }

  private void requirePut() {
    if (inFlight == null) {
      throw new IllegalStateException("ad " + adId + ": no put is under way");
    }
  }

  /** Passes all who wait for a put, of a copy that is dropped. */
  public void forEachWaiter(WaiterSink sink) {
    unsettled.forEachWaiter(sink);
  }

  public AdTotals totals() {
    return totals;
  }

  /** An independent copy, for the models. The lists of repeated waiters are not copied. */
  AdLedger copy() {
    AdLedger copy =
        new AdLedger(adId, totals.copy(), hours.copy(), unsettled.copy(), maxUnsettledIds);
    copy.other = other;
    copy.base = base;
    copy.storedNumber = storedNumber;
    copy.sinceBase = sinceBase;
    copy.number = number;
    copy.mayHaveForgotten = mayHaveForgotten;
    copy.needsRewrite = needsRewrite;
    copy.inFlight = inFlight;
    return copy;
  }

  /**
   * The complete state besides the waiters: two ledgers with the same text behave the same. The
   * models rely on it.
   */
  @Override
  public String toString() {
    return "ad %s: %s, hours %s, %s%s%s%s, number %d, base %s, since then %s, in flight %s"
        .formatted(
            adId,
            totals,
            hours,
            unsettled,
            mayHaveForgotten ? ", may have forgotten" : "",
            needsRewrite ? ", needs a rewrite" : "",
            other == OtherFields.NONE ? "" : ", " + other,
            number,
            base,
            sinceBase,
            inFlight);
  }
}
