package clickcounter.ledger;

import clickcounter.document.AddedIds;
import clickcounter.document.Contribution;
import clickcounter.document.CounterView;
import clickcounter.document.UnsettledIds;
import clickcounter.ids.LongRanges;
import java.util.Arrays;

/**
 * The unsettled ids of one counter in one ad's document, in the four states that {@link AdLedger}
 * describes.
 *
 * <p>Ids that are pending or in flight are kept in one array each, ordered by sequence, three
 * numbers an id: its sequence, its {@link PackedContribution} and its waiter. A set that is empty
 * has no memory.
 *
 * <p>Mutable, not thread-safe.
 */
final class CounterIds {
  private static final long[] EMPTY = {};

  /** Only read. */
  private static final LongRanges NO_IDS = new LongRanges();

  private static final int NUMBERS = 3;
  private static final int SEQUENCE = 0;
  private static final int CONTRIBUTION = 1;
  private static final int WAITER = 2;

  final String counterId;
  private LongRanges loaded;
  private LongRanges durable;
  private long[] pending = EMPTY;
  private long[] inFlight = EMPTY;
  private int pendingIds;
  private int idsInFlight;

  /**
   * The highest id in any of the four sets. Events arrive mostly in order, so most look-ups end
   * here.
   */
  private long highest = -1;

  CounterIds(String counterId) {
    this.counterId = counterId;
  }

  void addPending(long sequence, long contribution, long waiter) {
    int at =
        pendingIds == 0 || sequence > sequence(pending, pendingIds - 1)
            ? pendingIds
            : -find(pending, pendingIds, sequence) - 1;
    if (at < 0) {
      return; // it is pending already
    }
    if (pendingIds * NUMBERS == pending.length) {
      pending = Arrays.copyOf(pending, (pendingIds + Math.max(1, pendingIds / 2)) * NUMBERS);
    }
    int from = at * NUMBERS;
    System.arraycopy(pending, from, pending, from + NUMBERS, (pendingIds - at) * NUMBERS);
    pending[from + SEQUENCE] = sequence;
    pending[from + CONTRIBUTION] = contribution;
    pending[from + WAITER] = waiter;
    pendingIds++;
    highest = Math.max(highest, sequence);
  }

  /**
   * Adds what a document lists: older ids as loaded, those that its write added as pending, without
   * a waiter.
   */
  void load(UnsettledIds ids) {
    if (!ids.older().isEmpty()) {
      loaded = ids.older().copy();
      highest = Math.max(highest, loaded.last());
    }
    AddedIds added = ids.added();
    for (int i = 0; i < added.size(); i++) {
      addPending(added.sequence(i), PackedContribution.of(added.contribution(i)), AdLedger.NOBODY);
    }
  }

  boolean mayContain(long sequence) {
    return sequence <= highest;
  }

  boolean contains(long sequence) {
    return sequence <= highest
        && (isPending(sequence)
            || isInFlight(sequence)
            || isDurable(sequence)
            || isLoaded(sequence));
  }

  boolean isPending(long sequence) {
    return find(pending, pendingIds, sequence) >= 0;
  }

  boolean isInFlight(long sequence) {
    return find(inFlight, idsInFlight, sequence) >= 0;
  }

  boolean isDurable(long sequence) {
    return durable != null && durable.contains(sequence);
  }

  boolean isLoaded(long sequence) {
    return loaded != null && loaded.contains(sequence);
  }

  int pendingIds() {
    return pendingIds;
  }

  /** Null when there are none. */
  LongRanges durable() {
    return durable;
  }

  int size() {
    return (int) (size(loaded) + size(durable)) + idsInFlight + pendingIds;
  }

  private static long size(LongRanges ids) {
    return ids == null ? 0 : ids.size();
  }

  /** Whether it has ids that no put has made durable here, and that are not in flight. */
  boolean hasUnprovenIds() {
    return loaded != null || pendingIds > 0;
  }

  boolean mayForget() {
    return loaded != null || durable != null;
  }

  /** Removes what the view confirms, and returns how many ids that were. */
  int forget(CounterView view) {
    int before = size();
    loaded = unconfirmed(loaded, view);
    durable = unconfirmed(durable, view);
    return before - size();
  }

  private static LongRanges unconfirmed(LongRanges ids, CounterView view) {
    if (ids == null) {
      return null;
    }
    view.removeConfirmed(ids);
    return ids.isEmpty() ? null : ids;
  }

  boolean isEmpty() {
    return loaded == null && durable == null && idsInFlight == 0 && pendingIds == 0;
  }

  /** What is pending is in flight now. Writes all ids as the document names them. */
  void beginPut(PutBuffers buffers) {
    inFlight = pending;
    idsInFlight = pendingIds;
    pending = EMPTY;
    pendingIds = 0;
    buffers.document.counter(counterId, older(), added(buffers.added));
  }

  private LongRanges older() {
    if (durable == null || loaded == null) {
      return durable != null ? durable : loaded != null ? loaded : NO_IDS;
    }
    LongRanges older = durable.copy();
    older.addAll(loaded);
    return older;
  }

  private AddedIds added(AddedIds added) {
    added.clear();
    for (int i = 0; i < idsInFlight; i++) {
      long code = inFlight[i * NUMBERS + CONTRIBUTION];
      added.add(
          sequence(inFlight, i),
          PackedContribution.kind(code),
          PackedContribution.amountMicros(code),
          PackedContribution.hour(code));
    }
    return added;
  }

  /** What was in flight or loaded is durable now; who waited for it is passed on. */
  void putSucceeded(WaiterSink done) {
    if (loaded != null || idsInFlight > 0) {
      durable = durable == null ? new LongRanges() : durable;
    }
    if (loaded != null) {
      durable.addAll(loaded);
      loaded = null;
    }
    for (int i = 0; i < idsInFlight; i++) {
      durable.add(sequence(inFlight, i));
    }
    forEachWaiter(inFlight, idsInFlight, done);
    inFlight = EMPTY;
    idsInFlight = 0;
  }

  void forEachWaiter(WaiterSink sink) {
    forEachWaiter(inFlight, idsInFlight, sink);
    forEachWaiter(pending, pendingIds, sink);
  }

  private static void forEachWaiter(long[] ids, int count, WaiterSink sink) {
    for (int i = 0; i < count; i++) {
      long waiter = ids[i * NUMBERS + WAITER];
      if (waiter != AdLedger.NOBODY) {
        sink.accept(waiter, false);
      }
    }
  }

  private static long sequence(long[] ids, int index) {
    return ids[index * NUMBERS + SEQUENCE];
  }

  private static Contribution contribution(long[] ids, int index) {
    return PackedContribution.decode(ids[index * NUMBERS + CONTRIBUTION]);
  }

  /** As {@link Arrays#binarySearch}. */
  private static int find(long[] ids, int count, long sequence) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      long found = sequence(ids, middle);
      if (found == sequence) {
        return middle;
      }
      if (found < sequence) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -low - 1;
  }

  CounterIds copy() {
    CounterIds copy = new CounterIds(counterId);
    copy.loaded = loaded == null ? null : loaded.copy();
    copy.durable = durable == null ? null : durable.copy();
    copy.pending = pending.clone();
    copy.pendingIds = pendingIds;
    copy.inFlight = inFlight; // nothing is added to it any more
    copy.idsInFlight = idsInFlight;
    copy.highest = highest;
    return copy;
  }

  @Override
  public String toString() {
    return "%s=loaded [%s] durable [%s] in flight [%s] pending [%s]"
        .formatted(
            counterId,
            loaded == null ? "" : loaded,
            durable == null ? "" : durable,
            text(inFlight, idsInFlight),
            text(pending, pendingIds));
  }

  private static String text(long[] ids, int count) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(i == 0 ? "" : ", ").append(sequence(ids, i));
      text.append(' ').append(contribution(ids, i));
    }
    return text.toString();
  }
}
