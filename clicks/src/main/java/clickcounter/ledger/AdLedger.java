package clickcounter.ledger;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterView;
import clickcounter.document.UnsettledIds;
import clickcounter.document.WriteStamp;
import clickcounter.event.AdEvent;
import clickcounter.ids.LongRanges;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;

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
 * <p>Not thread-safe. At most one put at a time.
 */
public final class AdLedger {
  /** Bytes that a counter takes in the document besides its name: {@code "":"",}. */
  private static final int COUNTER_TEXT_BYTES = 6;

  /** Bytes that an id takes in the document, about: {@code 123456i,}. */
  private static final int ID_TEXT_BYTES = 8;

  private final String adId;
  private final AdTotals totals;
  private final int maxUnsettledIds;
  private final CounterMap<CounterIds> counters = new CounterMap<>();
  private String base;
  private long baseNumber;
  private List<String> sinceBase;
  private long number;
  private int unsettledIds;
  private int pendingIds;
  private int pendingTextBytes;

  /** The number of unsettled ids that {@link #setAside} excluded from the limit. */
  private int idsSetAside;

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

  private AdLedger(
      String adId,
      AdTotals totals,
      String base,
      long baseNumber,
      List<String> sinceBase,
      long number,
      int maxUnsettledIds) {
    this.adId = adId;
    this.totals = totals;
    this.base = base;
    this.baseNumber = baseNumber;
    this.sinceBase = sinceBase;
    this.number = number;
    this.maxUnsettledIds = maxUnsettledIds;
  }

  /**
   * The copy of a document that does not exist. It needs no views: no event of this ad was counted.
   */
  public static AdLedger absent(String adId, int maxUnsettledIds) {
    return new AdLedger(
        Objects.requireNonNull(adId), new AdTotals(), null, 0, List.of(), 0, maxUnsettledIds);
  }

  /** The copy of a document that was read. */
  public static AdLedger of(SiblingMerge.Merged merged, int maxUnsettledIds) {
    AdDocument main = merged.main();
    AdLedger ledger =
        new AdLedger(
            main.adId(),
            main.totals().copy(),
            main.write().base(),
            main.write().baseNumber(),
            merged.contained(),
            merged.number(),
            maxUnsettledIds);
    ledger.mayHaveForgotten = true;
    ledger.rewriteOwed = merged.siblings().size() > 1;
    main.unsettled().forEach(ledger::load);
    merged.addedByOthers().forEach(ledger::countFromSibling);
    merged.siblings().forEach(s -> ledger.totals.includeTimes(s.totals()));
    return ledger;
  }

  private void load(String counterId, UnsettledIds ids) {
    CounterIds of = counter(counterId);
    of.loaded.addAll(ids.older());
    if (!ids.older().isEmpty()) {
      of.highest = Math.max(of.highest, ids.older().last());
    }
    // The write that added these is not known to be stored by a quorum, so our next write names
    // them as added too, on the same base.
    for (int i = 0; i < ids.added().size(); i++) {
      of.addPending(ids.added().sequence(i), ids.added().contribution(i));
    }
    unsettledIds += (int) ids.older().size() + ids.added().size();
  }

  /** Counts what another sibling added, as if our next write added it. */
  private void countFromSibling(String counterId, AddedIds ids) {
    for (int i = 0; i < ids.size(); i++) {
      totals.add(ids.contribution(i));
      addPending(counterId, counter(counterId), ids.sequence(i), ids.contribution(i));
    }
  }

  private CounterIds counter(String counterId) {
    return counters.computeIfAbsent(counterId, CounterIds::new);
  }

  private void addPending(
      String counterId, CounterIds ids, long sequence, Contribution contribution) {
    if (ids.pending.size() == 0) {
      pendingTextBytes += counterId.length() + COUNTER_TEXT_BYTES;
    }
    pendingTextBytes += ID_TEXT_BYTES;
    ids.addPending(sequence, contribution);
    pendingIds++;
    unsettledIds++;
  }

  /**
   * Decides whether an event is new, and counts it if so (rule 2).
   *
   * @param view of the event's counter, read after this document was; null when there is none yet
   */
  public OfferResult offer(AdEvent event, CounterView view) {
    CounterIds known = counters.get(event.counterId());
    OfferResult duplicate = known == null ? null : duplicate(known, event.sequence());
    if (duplicate != null) {
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
    totals.add(event);
    CounterIds ids = known == null ? counter(event.counterId()) : known;
    addPending(event.counterId(), ids, event.sequence(), Contribution.of(event));
    return OfferResult.COUNTED;
  }

  /** Whether the event is counted here and not yet settled. */
  public boolean isUnsettled(AdEvent event) {
    CounterIds known = counters.get(event.counterId());
    return known != null && known.contains(event.sequence());
  }

  /** Whether the document accepts no new events until some ids are settled. */
  public boolean isFull() {
    return unsettledIds - idsSetAside >= maxUnsettledIds;
  }

  public boolean hasSetAside() {
    return idsSetAside > 0;
  }

  /**
   * Excludes the ids of these counters from the limit on unsettled ids. While a counter's document
   * cannot be read, its ids cannot settle, and no new ones are counted.
   */
  public void setAside(Predicate<String> counterIds) {
    idsSetAside = 0;
    counters.forEach(
        (id, ids) -> {
          if (counterIds.test(id)) {
            idsSetAside += ids.size();
          }
        });
  }

  private OfferResult duplicate(CounterIds ids, long sequence) {
    if (sequence > ids.highest) {
      return null;
    }
    if (ids.pending.contains(sequence)) {
      rewriteOwed = true;
      return OfferResult.DUPLICATE_NEEDS_PUT;
    }
    if (ids.inFlight.contains(sequence)) {
      return OfferResult.DUPLICATE_PUT_IN_FLIGHT;
    }
    if (ids.durable.contains(sequence)) {
      return OfferResult.DUPLICATE_DURABLE;
    }
    if (!ids.loaded.contains(sequence)) {
      return null;
    }
    if (inFlight != null) {
      return OfferResult.DUPLICATE_PUT_IN_FLIGHT;
    }
    rewriteOwed = true;
    return OfferResult.DUPLICATE_NEEDS_PUT;
  }

  /** Whether a put would make something durable that is not yet. */
  public boolean owesPut() {
    return pendingIds > 0 || rewriteOwed;
  }

  /**
   * Requests a put when this copy holds loaded or pending ids, so that they become durable.
   *
   * @return whether it holds any
   */
  public boolean owePutForLoadedIds() {
    boolean found = false;
    for (int i = 0; i < counters.size() && !found; i++) {
      CounterIds ids = counters.value(i);
      found = !ids.loaded.isEmpty() || ids.pending.size() > 0;
    }
    rewriteOwed |= found;
    return found;
  }

  /** Passes the ids of each counter that a put of this copy made durable. They may be marked. */
  public void forEachDurable(BiConsumer<String, LongRanges> counterAndIds) {
    counters.forEach(
        (counterId, ids) -> {
          if (!ids.durable.isEmpty()) {
            counterAndIds.accept(counterId, ids.durable);
          }
        });
  }

  /** Whether {@link #offer} may need a view, because ids may have left the document. */
  public boolean needsViews() {
    return mayHaveForgotten;
  }

  public boolean putInFlight() {
    return inFlight != null;
  }

  /** The number of ids that are counted in the document and not yet known to be settled. */
  public int unsettledIds() {
    return unsettledIds;
  }

  /** The number of ids that the next put would add. */
  public int pendingIds() {
    return pendingIds;
  }

  /**
   * Bytes that the next put would add to the document for its new ids and their counters' names,
   * about.
   */
  public int pendingTextBytes() {
    return pendingTextBytes;
  }

  /** The counters that have unsettled ids here. */
  public List<String> unsettledCounters() {
    return counters.counterIds();
  }

  /**
   * Removes the ids that are settled (rule 5): confirmed by their counter's document. Pending ids
   * and those in flight stay. Does nothing while a put is under way.
   *
   * @param views by counter id: a view that was read after this document was, or null
   * @return how many ids were removed
   */
  public int forgetSettled(Function<String, CounterView> views) {
    int before = unsettledIds;
    boolean onlyPending = unsettledIds == pendingIds;
    if (onlyPending || inFlight != null) {
      return 0; // the put under way contains them and may become the next base
    }
    for (int i = counters.size() - 1; i >= 0; i--) {
      CounterIds ids = counters.value(i);
      CounterView view = ids.mayForget() ? views.apply(counters.counterId(i)) : null;
      if (view != null) {
        unsettledIds -= ids.forget(view);
      }
      if (ids.isEmpty()) {
        counters.removeAt(i);
      }
    }
    mayHaveForgotten |= unsettledIds < before;
    return before - unsettledIds;
  }

  /**
   * Begins a put and returns the document to store: the totals and the ids that they include, in
   * one value (rule 1).
   *
   * @param writeId unique among all writes
   * @throws IllegalStateException when a put is under way
   */
  public byte[] beginPut(String writeId) {
    if (inFlight != null) {
      throw new IllegalStateException(
          "ad " + adId + ": put " + inFlight.id() + " is still under way");
    }
    inFlight = new WriteStamp(writeId, number + 1, sinceBase, base, baseNumber);
    Map<String, UnsettledIds> unsettled = new HashMap<>(2 * counters.size());
    counters.forEach((id, ids) -> unsettled.put(id, ids.beginPut()));
    pendingIds = 0;
    pendingTextBytes = 0;
    rewriteOwed = false;
    return AdDocumentCodec.write(new AdDocument(adId, totals, unsettled, inFlight));
  }

  /**
   * Records that a quorum stored the put as the single value: everything in it is durable.
   *
   * @throws IllegalStateException when no put is under way
   */
  public void putSucceeded() {
    if (inFlight == null) {
      throw new IllegalStateException("ad " + adId + ": no put is under way");
    }
    for (int i = 0; i < counters.size(); i++) {
      counters.value(i).putSucceeded();
    }
    base = inFlight.id();
    baseNumber = inFlight.number();
    sinceBase = List.of();
    number = inFlight.number();
    inFlight = null;
  }

  public AdTotals totals() {
    return totals;
  }

  /** An independent copy, for the models. */
  AdLedger copy() {
    AdLedger copy =
        new AdLedger(adId, totals.copy(), base, baseNumber, sinceBase, number, maxUnsettledIds);
    counters.forEach((id, ids) -> copy.counters.computeIfAbsent(id, ids::copy));
    copy.unsettledIds = unsettledIds;
    copy.pendingIds = pendingIds;
    copy.pendingTextBytes = pendingTextBytes;
    copy.idsSetAside = idsSetAside;
    copy.mayHaveForgotten = mayHaveForgotten;
    copy.rewriteOwed = rewriteOwed;
    copy.inFlight = inFlight;
    return copy;
  }

  /** The complete state: two ledgers with the same text behave the same. The models rely on it. */
  @Override
  public String toString() {
    return "ad %s: %s, %s%s%s%s, number %d, base %s, since then %s, in flight %s"
        .formatted(
            adId,
            totals,
            counters,
            mayHaveForgotten ? ", may have forgotten" : "",
            rewriteOwed ? ", rewrite owed" : "",
            idsSetAside > 0 ? ", set aside " + idsSetAside : "",
            number,
            base,
            sinceBase,
            inFlight);
  }

  /** The unsettled ids of one counter. */
  private static final class CounterIds {
    final LongRanges loaded = new LongRanges();
    final LongRanges durable = new LongRanges();
    AddedIds inFlight = new AddedIds();
    AddedIds pending = new AddedIds();

    /**
     * The highest id in any of the four sets. Events arrive mostly in order, so most look-ups end
     * here.
     */
    long highest = -1;

    void addPending(long sequence, Contribution contribution) {
      pending.add(sequence, contribution);
      highest = Math.max(highest, sequence);
    }

    boolean contains(long sequence) {
      return sequence <= highest
          && (pending.contains(sequence)
              || inFlight.contains(sequence)
              || durable.contains(sequence)
              || loaded.contains(sequence));
    }

    int size() {
      return (int) (loaded.size() + durable.size()) + inFlight.size() + pending.size();
    }

    boolean mayForget() {
      return !loaded.isEmpty() || !durable.isEmpty();
    }

    int forget(CounterView view) {
      return forget(loaded, view) + forget(durable, view);
    }

    private static int forget(LongRanges ids, CounterView view) {
      if (ids.isEmpty()) {
        return 0;
      }
      LongRanges settled = new LongRanges();
      ids.forEachId(
          id -> {
            if (view.confirmed(id)) {
              settled.add(id);
            }
          });
      ids.removeAll(settled);
      return (int) settled.size();
    }

    boolean isEmpty() {
      return loaded.isEmpty() && durable.isEmpty() && inFlight.size() == 0 && pending.size() == 0;
    }

    UnsettledIds beginPut() {
      LongRanges older = durable;
      if (!loaded.isEmpty()) {
        older = durable.copy();
        older.addAll(loaded);
      }
      inFlight = pending;
      pending = new AddedIds();
      return new UnsettledIds(older, inFlight);
    }

    void putSucceeded() {
      durable.addAll(loaded);
      loaded.removeAll(durable);
      for (int i = 0; i < inFlight.size(); i++) {
        durable.add(inFlight.sequence(i));
      }
      inFlight = new AddedIds();
    }

    CounterIds copy() {
      CounterIds copy = new CounterIds();
      copy.highest = highest;
      copy.loaded.addAll(loaded);
      copy.durable.addAll(durable);
      copy.inFlight = inFlight; // nothing is added to it any more
      for (int i = 0; i < pending.size(); i++) {
        copy.pending.add(pending.sequence(i), pending.contribution(i));
      }
      return copy;
    }

    @Override
    public String toString() {
      return "loaded [%s] durable [%s] in flight [%s] pending [%s]"
          .formatted(loaded, durable, inFlight, pending);
    }
  }
}
