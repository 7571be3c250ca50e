package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AdHours;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterView;
import clickcounter.document.Fence;
import clickcounter.document.HourCounts;
import clickcounter.document.HoursDocument;
import clickcounter.document.Quarters;
import clickcounter.document.WriteId;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEventFields;
import clickcounter.event.EventKind;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * A writer's copy of one ad's document. It decides whether an event is new, counts it, and gives
 * the document to put. It implements rules 1, 2 and 5 of clicks/RATIONALE.md, and parts of rules 4
 * and 6.
 *
 * <p>A copy is valid until a put of it fails, conflicts, times out or is answered with siblings.
 * The caller then drops the copy and reads the document again. Events that were not durable are
 * delivered again.
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
 * <p>Clicks by the hour are counted in the same put. Hours that are closed leave the document in
 * three steps, so that each is whole in one place at any time:
 *
 * <ol>
 *   <li>An hour is rolled, with what it counts as a whole, from a write that a quorum has stored.
 *       These writes are one line. The day's document keeps what several of them counted.
 *   <li>When a quorum has stored the day's document, the hour is dropped, unless an event of it
 *       came since.
 *   <li>A late event takes the hour back first: of what the day's document says, the newest that is
 *       of a write that this copy contains. Later ones count events that this copy lacks.
 * </ol>
 *
 * <p>{@code HoursModelTest} shows that none of this can be left out.
 *
 * <p>The copy also keeps who waits for which put: a number that the caller chose for each event.
 *
 * <p>Not thread-safe. At most one put at a time.
 */
public final class AdLedger {
  /** The waiter of an event for which nobody waits. */
  public static final long NOBODY = -1;

  private final String adId;
  private final AdTotals totals;
  private final AdHours hours;
  private final LedgerSettings settings;
  private final UnsettledCounters unsettled;
  private WriteId base;
  private long baseNumber;
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
  private boolean rewriteOwed;

  private WriteStamp inFlight;

  /** The number of the newest write that was stored by a quorum and that this copy contains. */
  private long containedNumber;

  /** Closed hours as the put under way has them, or the last one that was stored; or null. */
  private HourRoll closed;

  private AdLedger(
      String adId,
      AdTotals totals,
      AdHours hours,
      UnsettledCounters unsettled,
      LedgerSettings settings) {
    this.adId = Objects.requireNonNull(adId, "adId");
    this.totals = totals;
    this.hours = hours;
    this.unsettled = unsettled;
    this.settings = settings;
  }

  /**
   * The copy of a document that does not exist. It needs no views: no event of this ad was counted.
   */
  public static AdLedger absent(String adId, LedgerSettings settings) {
    return new AdLedger(adId, new AdTotals(), new AdHours(), new UnsettledCounters(), settings);
  }

  /**
   * The hours that siblings added events to and that may be rolled in the main line: {@link #of}
   * needs what the documents of their days say, read after the siblings.
   */
  public static SortedSet<Long> rolledHours(SiblingMerge.Merged merged) {
    SortedSet<Long> rolled = new TreeSet<>();
    AdHours hours = merged.main().hours();
    merged.forEachAdded(
        event -> {
          if (hours.needsTakeBack(event.kind(), event.quarter())) {
            rolled.add(event.quarter());
          }
        });
    return rolled;
  }

  /**
   * The copy of a document that was read.
   *
   * @param takenBack the counts of all {@link #rolledHours} in the newest write that the main line
   *     contains
   * @throws ArithmeticException when its numbers are beyond what events can add up to
   */
  public static AdLedger of(
      SiblingMerge.Merged merged, LedgerSettings settings, Map<Long, HourCounts> takenBack) {
    AdDocument main = merged.main();
    AdLedger ledger =
        new AdLedger(
            main.adId(),
            main.totals().copy(),
            main.hours().copy(),
            new UnsettledCounters(),
            settings);
    String base = main.write().base();
    ledger.base = base == null ? null : WriteId.of(base);
    ledger.baseNumber = main.write().baseNumber();
    ledger.sinceBase = merged.contained();
    ledger.number = merged.number();
    ledger.containedNumber = merged.containedNumber();
    takenBack.forEach(ledger.hours::takeBack);
    ledger.mayHaveForgotten = true;
    ledger.rewriteOwed = merged.siblings().size() > 1;
    main.unsettled().forEach(ledger.unsettled::load);
    merged.addedByOthers().forEach(ledger::countFromSibling);
    merged.siblings().forEach(s -> ledger.totals.includeTimes(s.totals()));
    return ledger;
  }

  /** The copy of a document that was read and has no siblings with events of rolled hours. */
  public static AdLedger of(SiblingMerge.Merged merged, LedgerSettings settings) {
    return of(merged, settings, Map.of());
  }

  /**
   * The copy of a document that is built anew from the archives, in the place of a fence: see
   * {@link RecountedAd}. Its next write has the fence as its base.
   *
   * @param settled the totals of the events that are confirmed by their counters' documents
   * @param settledHours the same by the hour
   * @param fence a quorum stored it as the single value
   */
  static AdLedger recounted(
      String adId, AdTotals settled, AdHours settledHours, LedgerSettings settings, Fence fence) {
    AdLedger ledger =
        new AdLedger(adId, settled.copy(), settledHours.copy(), new UnsettledCounters(), settings);
    ledger.containedNumber = fence.number();
    ledger.base = WriteId.of(fence.id());
    ledger.baseNumber = fence.number();
    ledger.number = fence.number();
    ledger.rewriteOwed = true;
    return ledger;
  }

  /** The hour is open here, and the next write has a number above that of the hour's roll. */
  void supersede(long quarter, long rolledNumber) {
    number = Math.max(number, rolledNumber);
    hours.add(quarter, HourCounts.NONE);
  }

  /** Counts what another sibling added, as if our next write added it. */
  private void countFromSibling(String counterId, AddedIds ids) {
    for (int i = 0; i < ids.size(); i++) {
      Contribution contribution = ids.contribution(i);
      totals.add(contribution);
      hours.add(contribution);
      unsettled.add(counterId, ids.sequence(i), ContributionCode.of(contribution), NOBODY);
    }
  }

  /**
   * Decides whether an event is new, and counts it if so (rule 2). If the event has to wait for a
   * put, the waiter is kept until that put has succeeded.
   *
   * @param view of the event's counter, read after this document was; null when there is none yet
   * @param waiter who waits for the event to be durable; {@link #NOBODY} for nobody
   */
  public OfferResult offer(AdEventFields event, CounterView view, long waiter) {
    OfferResult duplicate =
        unsettled.duplicate(event.counterId(), event.sequence(), waiter, inFlight != null);
    if (duplicate != null) {
      rewriteOwed |= duplicate == OfferResult.DUPLICATE_NEEDS_PUT;
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
    long quarter = settings.hours().quarterOf(kind, event.timestampMs());
    if (hours.needsTakeBack(kind, quarter)) {
      return OfferResult.NEEDS_HOUR;
    }
    totals.add(kind, event.amountMicros(), event.timestampMs());
    hours.add(kind, event.amountMicros(), quarter);
    unsettled.add(
        event.counterId(),
        event.sequence(),
        ContributionCode.of(kind, event.amountMicros(), quarter),
        waiter);
    return OfferResult.COUNTED;
  }

  /** Whether the event is counted here and not yet settled. */
  public boolean isUnsettled(AdEventFields event) {
    CounterIds known = unsettled.get(event.counterId());
    return known != null && known.contains(event.sequence());
  }

  /** Whether the document accepts no new events until some ids are settled. */
  public boolean isFull() {
    return unsettled.size() - unsettled.setAside() >= settings.maxUnsettledIds();
  }

  /** The quarter in which the hour of an event begins that {@link #offer} needs taken back. */
  public long hourOf(AdEventFields event) {
    return settings.hours().quarterOf(event.kind(), event.timestampMs());
  }

  /**
   * Opens an hour that may be rolled, so that events of it can be counted. Does nothing if it is
   * open by now.
   *
   * @param day the document of its day, read by a quorum after this document was
   * @return false if it has newer counts only: this copy is old, and has to be dropped
   */
  public boolean takeBack(long quarter, HoursDocument day) {
    if (!hours.mayBeRolled(quarter)) {
      return true;
    }
    HourCounts counts = day.counts(quarter, containedNumber);
    if (counts != null) {
      hours.takeBack(quarter, counts);
    }
    return counts != null;
  }

  /** Takes the closed hours of a day that are to be rolled, after a put; null for none. */
  public HourRoll takeRoll() {
    HourRoll roll = inFlight == null ? closed : null;
    closed = null;
    return roll;
  }

  /** The hours of the oldest day that has closed hours, if these take enough bytes; or null. */
  private HourRoll closedHours(long inWrite) {
    if (!hours.closedTake(settings.rollHoursBytes())) {
      return null;
    }
    SortedMap<Long, HourCounts> ofDay = new TreeMap<>();
    long day = Quarters.day(hours.quarterAt(0));
    for (int i = 0; i < hours.openHours() && hours.isClosed(i); i++) {
      if (Quarters.day(hours.quarterAt(i)) == day) {
        ofDay.put(hours.quarterAt(i), hours.countsAt(i));
      }
    }
    return new HourRoll(day, inWrite, ofDay);
  }

  /**
   * Drops the hours that were rolled, unless events of them came since.
   *
   * @param roll a quorum stored the document of its day
   */
  public void rolled(HourRoll roll) {
    roll.hours()
        .forEach(
            (quarter, counts) -> {
              if (hours.isOpen(quarter) && hours.counts(quarter).equals(counts)) {
                hours.drop(quarter);
              }
            });
  }

  /** Clicks by the hour, as far as they are open here. */
  public AdHours hours() {
    return hours;
  }

  /** Whether a put would make something durable that is not yet. */
  public boolean owesPut() {
    return unsettled.pending() > 0 || rewriteOwed;
  }

  /**
   * Requests a put when this copy holds loaded or pending ids, so that they become durable.
   *
   * @return whether it holds any
   */
  public boolean owePutForLoadedIds() {
    boolean found = unsettled.hasUnprovenIds();
    rewriteOwed |= found;
    return found;
  }

  /** Whether {@link #offer} may need a view, because ids may have left the document. */
  public boolean needsViews() {
    return mayHaveForgotten;
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
  public void owePut() {
    rewriteOwed = true;
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
    inFlight =
        new WriteStamp(writeId, number + 1, sinceBase, text(base), baseNumber, containedNumber);
    closed = closedHours(inFlight.number());
    rewriteOwed = false;
    buffers.document.begin(adId, totals, hours);
    unsettled.beginPut(buffers);
    return buffers.document.end(inFlight);
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
    containedNumber = inFlight.number();
    base = WriteId.of(inFlight.id());
    baseNumber = inFlight.number();
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
    AdLedger copy = new AdLedger(adId, totals.copy(), hours.copy(), unsettled.copy(), settings);
    copy.containedNumber = containedNumber;
    copy.closed = closed;
    copy.base = base;
    copy.baseNumber = baseNumber;
    copy.sinceBase = sinceBase;
    copy.number = number;
    copy.mayHaveForgotten = mayHaveForgotten;
    copy.rewriteOwed = rewriteOwed;
    copy.inFlight = inFlight;
    return copy;
  }

  /**
   * The complete state besides the waiters: two ledgers with the same text behave the same. The
   * models rely on it.
   */
  @Override
  public String toString() {
    return "ad %s: %s, hours %s by %d rolling %s, %s%s%s, number %d, base %s, since then %s, in flight %s"
        .formatted(
            adId,
            totals,
            hours,
            containedNumber,
            closed,
            unsettled,
            mayHaveForgotten ? ", may have forgotten" : "",
            rewriteOwed ? ", rewrite owed" : "",
            number,
            base,
            sinceBase,
            inFlight);
  }
}
