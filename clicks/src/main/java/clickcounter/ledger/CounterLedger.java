package clickcounter.ledger;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.OtherFields;
import clickcounter.document.RecountBase;
import clickcounter.document.WriteStamp;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongPredicate;

/**
 * A writer's copy of one counter's document. It records which events were counted, and gives the
 * document to put. The document is a union of what was seen, so siblings merge and order does not
 * matter.
 *
 * <p>An id is confirmed (rule 5) when a put that recorded it succeeded and a <em>later</em> put
 * succeeds too. Ids that were read unconfirmed are recorded again in the next put: a read proves
 * nothing durable. Nor does a read prove that others find the ids confirmed. So the first mark of
 * an id that was read has the document put once.
 *
 * <p>The copy also keeps who waits for which put. A waiter for something that is durable already is
 * not kept.
 *
 * <p>Not thread-safe. At most one put at a time. After a put that did not succeed the caller drops
 * the copy.
 *
 * @param <W> who waits
 */
public final class CounterLedger<W> {
  /** When a requested change is durable. */
  public enum Durability {
    NOW,
    WITH_PUT_IN_FLIGHT,
    WITH_NEXT_PUT
  }

  /** Times of gaps are rounded down to a second, so that gaps of one second are stored together. */
  private static final long SINCE_GRAIN_MS = 1_000;

  private final String counterId;
  private final GapList gaps;
  private boolean closed;
  private long lastEventAtMs;
  private OtherFields other = OtherFields.NONE;
  private List<String> basedOn;
  private long number;

  /**
   * Recorded, but in no successful put of this copy and not confirmed when the document was read. A
   * {@link GapList} and not {@link LongRanges}: a replay records thousands of single ids in any
   * order, and each would move one long array.
   */
  private GapList pending = new GapList();

  /** The ids that the put under way added; between puts, those of the last put. */
  private LongRanges lastAdded = new LongRanges();

  private boolean changed;

  /** Whether the document was read and not put since. */
  private boolean onlyRead;

  private WriteStamp inFlight;
  private List<W> forNextPut = new ArrayList<>();
  private List<W> forPutInFlight = new ArrayList<>();

  private CounterLedger(String counterId, GapList gaps, List<String> basedOn, long number) {
    this.counterId = Objects.requireNonNull(counterId);
    this.gaps = gaps;
    this.basedOn = basedOn;
    this.number = number;
  }

  /** The copy of a document that does not exist. */
  public static <W> CounterLedger<W> absent(String counterId) {
    return new CounterLedger<>(counterId, new GapList(), List.of(), 0);
  }

  /**
   * The copy of a document that is rebuilt from the archives.
   *
   * @param other what a newer build added to the document that stood there
   */
  public static <W> CounterLedger<W> recounted(
      String counterId, RecountBase base, OtherFields other) {
    CounterLedger<W> ledger =
        new CounterLedger<>(counterId, new GapList(), List.of(base.id()), base.number());
    ledger.other = other;
    return ledger;
  }

  /** The copy of a document that was read, from all its siblings; at least one. */
  public static <W> CounterLedger<W> of(List<CounterDocument> siblings) {
    CounterDocument first = siblings.get(0);
    CounterLedger<W> ledger =
        new CounterLedger<>(
            first.counterId(),
            first.gaps().copy(),
            siblings.stream().map(s -> s.write().id()).sorted().distinct().toList(),
            siblings.stream().mapToLong(s -> s.write().number()).max().orElseThrow());
    ledger.other = OtherFields.merged(siblings);
    ledger.changed = siblings.size() > 1;
    for (CounterDocument sibling : siblings) {
      ledger.gaps.merge(sibling.gaps());
      ledger.closed |= sibling.closed();
      ledger.lastEventAtMs = Math.max(ledger.lastEventAtMs, sibling.lastEventAtMs());
    }
    ledger.pending.markAll(CounterViews.unconfirmed(siblings), 0);
    ledger.onlyRead = true;
    return ledger;
  }

  /** The copy of a retired counter: a quorum has what it recorded, and a put would revive it. */
  public static <W> CounterLedger<W> retired(List<CounterDocument> siblings) {
    CounterLedger<W> ledger = of(siblings);
    ledger.onlyRead = false;
    return ledger;
  }

  /** An independent copy without its waiters, for the models. */
  CounterLedger<W> copy() {
    CounterLedger<W> copy = new CounterLedger<>(counterId, gaps.copy(), basedOn, number);
    copy.other = other;
    copy.closed = closed;
    copy.lastEventAtMs = lastEventAtMs;
    copy.pending = pending.copy();
    copy.lastAdded = lastAdded.copy();
    copy.changed = changed;
    copy.onlyRead = onlyRead;
    copy.inFlight = inFlight;
    return copy;
  }

  /**
   * The complete state besides the waiters: two ledgers with the same text behave the same. The
   * models rely on it.
   */
  @Override
  public String toString() {
    return "counter %s: %s%s until %d, pending [%s], last added [%s]%s%s%s, number %d based on %s, in flight %s"
        .formatted(
            counterId,
            gaps,
            closed ? " closed" : "",
            lastEventAtMs,
            pending.seenIds(),
            lastAdded,
            changed ? ", changed" : "",
            onlyRead ? ", only read" : "",
            other == OtherFields.NONE ? "" : ", " + other,
            number,
            basedOn,
            inFlight);
  }

  /**
   * Records ids that are durably counted in their ads' documents.
   *
   * @param waiter who waits for that to be durable; null for none
   */
  public Durability mark(LongRanges ids, long lastEventAtMs, long nowMs, W waiter) {
    Durability durability = record(ids, lastEventAtMs, nowMs);
    if (onlyRead && durability == Durability.NOW) {
      changed = true;
      durability = Durability.WITH_NEXT_PUT;
    }
    return await(durability, waiter);
  }

  private Durability await(Durability durability, W waiter) {
    if (waiter != null && durability == Durability.WITH_NEXT_PUT) {
      forNextPut.add(waiter);
    } else if (waiter != null && durability == Durability.WITH_PUT_IN_FLIGHT) {
      forPutInFlight.add(waiter);
    }
    return durability;
  }

  private Durability record(LongRanges ids, long lastEventAtMs, long nowMs) {
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
   * Records that the counter has ended: no id above the closing event's will come. The closing
   * event itself is marked like any other.
   */
  public Durability close(LongRanges closingId, long timestampMs, long nowMs, W waiter) {
    Durability marked = record(closingId, timestampMs, nowMs);
    changed |= !closed;
    closed = true;
    if (changed) {
      return await(Durability.WITH_NEXT_PUT, waiter);
    }
    return await(inFlight == null ? marked : Durability.WITH_PUT_IN_FLIGHT, waiter);
  }

  /** Writes a range off, or reopens it. Repeating a decision changes nothing, but is put again. */
  public Durability writeOff(long from, long to, WriteOff decision, W waiter) {
    gaps.writeOff(from, to, decision);
    changed = true;
    return await(Durability.WITH_NEXT_PUT, waiter);
  }

  /** Whether a put would make something durable that is not yet. */
  public boolean needsPut() {
    return changed;
  }

  /** Whether one more put, which adds nothing, would confirm what the last one added. */
  public boolean needsConfirmation() {
    return inFlight == null && (!lastAdded.isEmpty() || pending.next() > 0);
  }

  public GapList gaps() {
    return gaps;
  }

  /**
   * Begins a put and returns the document to store.
   *
   * @param writeId unique among all writes
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
    onlyRead = false;
    forPutInFlight = forNextPut;
    forNextPut = new ArrayList<>();
    return CounterDocumentCodec.write(
        new CounterDocument(counterId, gaps, closed, lastEventAtMs, lastAdded, inFlight, other));
  }

  /**
   * Records that a quorum stored the put as the single value.
   *
   * @param done gets those who waited for it, who are forgotten then
   * @throws IllegalStateException when no put is under way
   */
  public void putSucceeded(Consumer<? super W> done) {
    if (inFlight == null) {
      throw new IllegalStateException("counter " + counterId + ": no put is under way");
    }
    basedOn = List.of(inFlight.id());
    number = inFlight.number();
    inFlight = null;
    List<W> waited = forPutInFlight;
    forPutInFlight = new ArrayList<>();
    waited.forEach(done);
  }

  /** How many wait for the next put. */
  public int waitingForNextPut() {
    return forNextPut.size();
  }

  /** Passes all who wait for a put, of a copy that is dropped. */
  public void forEachWaiter(Consumer<? super W> consumer) {
    forPutInFlight.forEach(consumer);
    forNextPut.forEach(consumer);
  }
}
