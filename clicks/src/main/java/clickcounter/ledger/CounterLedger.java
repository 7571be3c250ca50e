package clickcounter.ledger;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import java.util.List;
import java.util.Objects;
import java.util.function.LongPredicate;

/**
 * One copy of a counter's document in the hands of a writer: records what was counted, and tells
 * what to put. It is a union of what was seen, so siblings merge and order does not matter.
 *
 * <p>An id counts as confirmed (rule 5) when a put that carried it has succeeded and a
 * <em>later</em> one says so. What was found by reading and not confirmed is put again like
 * something new: a read proves nothing durable.
 *
 * <p>Not thread-safe. At most one put at a time; after a put that did not succeed the copy has to
 * be dropped.
 */
public final class CounterLedger {
  /** When a change that was asked for is durable. */
  public enum Durability {
    NOW,
    WITH_PUT_IN_FLIGHT,
    WITH_NEXT_PUT
  }

  /** Gaps are known since a whole second: those of one second are then stored as one. */
  private static final long SINCE_GRAIN_MS = 1_000;

  private final String counterId;
  private final GapList gaps;
  private boolean closed;
  private long lastEventAtMs;
  private List<String> basedOn;
  private long number;

  /**
   * Seen here is what was recorded and is in no successful put of ours, nor was confirmed when we
   * read. While a day is replayed that is thousands of single ids, which come in any order: one
   * sorted array of them would be moved for each.
   */
  private GapList pending = new GapList();

  /** What the put under way, or else the last one, added. */
  private LongRanges lastAdded = new LongRanges();

  private boolean changed;
  private WriteStamp inFlight;

  private CounterLedger(String counterId, GapList gaps, List<String> basedOn, long number) {
    this.counterId = Objects.requireNonNull(counterId);
    this.gaps = gaps;
    this.basedOn = basedOn;
    this.number = number;
  }

  /** The copy of a document that does not exist. */
  public static CounterLedger absent(String counterId) {
    return new CounterLedger(counterId, new GapList(), List.of(), 0);
  }

  /** The copy of a document that was read, with all its siblings; at least one. */
  public static CounterLedger of(List<CounterDocument> siblings) {
    CounterDocument first = siblings.get(0);
    CounterLedger ledger =
        new CounterLedger(
            first.counterId(),
            first.gaps().copy(),
            siblings.stream().map(s -> s.write().id()).sorted().distinct().toList(),
            siblings.stream().mapToLong(s -> s.write().number()).max().orElseThrow());
    ledger.changed = siblings.size() > 1;
    for (CounterDocument sibling : siblings) {
      ledger.gaps.merge(sibling.gaps());
      ledger.closed |= sibling.closed();
      ledger.lastEventAtMs = Math.max(ledger.lastEventAtMs, sibling.lastEventAtMs());
    }
    ledger.pending.markAll(CounterViews.unconfirmed(siblings), 0);
    return ledger;
  }

  /** A second copy, for tests that take more than one way on from here. */
  CounterLedger copy() {
    CounterLedger copy = new CounterLedger(counterId, gaps.copy(), basedOn, number);
    copy.closed = closed;
    copy.lastEventAtMs = lastEventAtMs;
    copy.pending = pending.copy();
    copy.lastAdded = lastAdded.copy();
    copy.changed = changed;
    copy.inFlight = inFlight;
    return copy;
  }

  /** All that decides what it will do: two ledgers with one text behave alike. */
  @Override
  public String toString() {
    return "counter %s: %s%s until %d, pending [%s], last added [%s]%s, number %d based on %s, in flight %s"
        .formatted(
            counterId,
            gaps,
            closed ? " closed" : "",
            lastEventAtMs,
            pending.seenIds(),
            lastAdded,
            changed ? ", changed" : "",
            number,
            basedOn,
            inFlight);
  }

  /** Records that these ids are counted, durably. */
  public Durability mark(LongRanges ids, long lastEventAtMs, long nowMs) {
    long sinceMs = nowMs - nowMs % SINCE_GRAIN_MS;
    boolean isNew = gaps.markAll(ids, sinceMs, (from, to) -> pending.markRange(from, to, 0));
    if (!isNew && !any(ids, pending::seen)) {
      return inFlight != null && any(ids, lastAdded::contains)
          ? Durability.WITH_PUT_IN_FLIGHT
          : Durability.NOW;
    }
    this.lastEventAtMs = Math.max(this.lastEventAtMs, lastEventAtMs);
    changed = true;
    return Durability.WITH_NEXT_PUT;
  }

  private static boolean any(LongRanges ids, LongPredicate is) {
    for (int i = 0; i < ids.rangeCount(); i++) {
      for (long id = ids.from(i); id <= ids.to(i); id++) {
        if (is.test(id)) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Records that no id above the closing event's will come; that event itself is marked like any
   * other.
   */
  public Durability close(LongRanges closingId, long timestampMs, long nowMs) {
    Durability marked = mark(closingId, timestampMs, nowMs);
    changed |= !closed;
    closed = true;
    if (changed) {
      return Durability.WITH_NEXT_PUT;
    }
    return inFlight == null ? marked : Durability.WITH_PUT_IN_FLIGHT;
  }

  /** Writes a range off, or reopens it. Doing it again changes nothing, but is put all the same. */
  public Durability writeOff(long from, long to, WriteOff decision) {
    gaps.writeOff(from, to, decision);
    changed = true;
    return Durability.WITH_NEXT_PUT;
  }

  /** Whether a put would make something durable that is not. */
  public boolean owesPut() {
    return changed;
  }

  /** Whether one more put, that adds nothing, would confirm what the last one added. */
  public boolean owesConfirmation() {
    return inFlight == null && (!lastAdded.isEmpty() || pending.next() > 0);
  }

  public boolean putInFlight() {
    return inFlight != null;
  }

  /** One above the highest sequence known. */
  public long next() {
    return gaps.next();
  }

  public GapList gaps() {
    return gaps;
  }

  public boolean isClosed() {
    return closed;
  }

  /**
   * The document to put now.
   *
   * @throws IllegalStateException when a put is under way
   */
  public byte[] beginPut(String writeId) {
    if (inFlight != null) {
      throw new IllegalStateException(
          "counter " + counterId + ": put " + inFlight.id() + " is still under way");
    }
    inFlight = new WriteStamp(writeId, number + 1, basedOn);
    lastAdded = pending.seenIds();
    pending = new GapList();
    changed = false;
    return CounterDocumentCodec.write(
        new CounterDocument(counterId, gaps, closed, lastEventAtMs, lastAdded, inFlight));
  }

  /** The put was stored by a quorum as the single value. */
  public void putSucceeded() {
    if (inFlight == null) {
      throw new IllegalStateException("counter " + counterId + ": no put is under way");
    }
    basedOn = List.of(inFlight.id());
    number = inFlight.number();
    inFlight = null;
  }
}
