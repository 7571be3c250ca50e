package clickcounter.copies;

import clickcounter.copies.Copy.Failures;
import clickcounter.defer.PutSlot;
import clickcounter.defer.WriteScheduler;
import clickcounter.event.AdIds;
import clickcounter.event.EventBatch;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * The copies of one task, and the life of each:
 *
 * <pre>
 *   take ──► READING ──► READY ◄──► put under way        Single: stored, the copy goes on
 *               │          │              │              Siblings, Doubt: read again
 *               │ failed   │              │              Refused: blocked
 *               ▼          ▼              ▼
 *             read again: what waits is decided by what is read then
 *             blocked: new deliveries are rejected; the document is read again after a minute
 * </pre>
 *
 * <p>When a document is put is decided by {@link WriteScheduler}, what is put by the task ({@link
 * Keeper}). Copies for which nothing waits are kept up to a number of bytes.
 *
 * <p>Not thread-safe: all methods are called inside the task's {@link Turns}, and so are the
 * store's answers.
 *
 * @param <C> the task's copies
 */
public final class Copies<C extends Copy> {
  private final CopyLimits limits;
  private final Keeper<C> keeper;
  private final DocumentStore store;
  private final Turns turns;
  private final StoreMetrics metrics;
  private final WriteIds writeIds;
  private final WriteScheduler<Copy> writes;
  private final CopyCache<C> memory;
  private final CopyReads<C> reads;
  private final List<C> due = new ArrayList<>();

  public Copies(
      CopyLimits limits,
      Keeper<C> keeper,
      DocumentStore store,
      Turns turns,
      RandomGenerator random,
      StoreMetrics metrics) {
    this.limits = limits;
    this.keeper = keeper;
    this.store = store;
    this.turns = turns;
    this.metrics = metrics;
    this.writeIds = new WriteIds(random);
    this.writes = new WriteScheduler<>(limits.writes());
    this.reads = new CopyReads<>(limits.maxReadsInFlight(), this, keeper, store, turns, metrics);
    this.memory = new CopyCache<>(limits.copyBytes(), limits.maxIdleBytes());
    turns.endWith(this::startWhatIsDue);
  }

  /** When the current turn began. */
  public long nowMs() {
    return turns.nowMs();
  }

  /** The copy with this id, as {@link #take(int, byte[], int, int)}. */
  public C take(String id) {
    byte[] name = AdIds.bytes(id);
    return take(AdIds.hash(name, 0, name.length), name, 0, name.length);
  }

  /**
   * The copy of the document with this id, whose read has begun if it was not in memory. It is
   * busy: {@link #release} lets it go.
   *
   * @param hash of the id, by {@link AdIds#hash}
   * @param name that contains the id in UTF-8
   */
  public C take(int hash, byte[] name, int from, int to) {
    C copy = memory.take(hash, name, from, to);
    if (copy != null && copy.state == Copy.State.BLOCKED && copy.block.untilMs() <= nowMs()) {
      memory.forget(copy);
      copy = null;
    }
    if (copy == null) {
      copy = keeper.newCopy(new String(name, from, to - from, StandardCharsets.UTF_8));
      copy.hash = hash;
      memory.add(copy);
      reads.add(copy);
    }
    return copy;
  }

  /** Reads what {@link #take} will for these ads, so that it is in the processor's cache. */
  public int lookAt(EventBatch batch) {
    return memory.lookAt(batch);
  }

  /** Lets the copy go if nothing waits for it. */
  public void release(C copy) {
    if (copy.busy && isIdle(copy)) {
      copy.failures = null;
      memory.makeIdle(copy);
    }
  }

  private boolean isIdle(C copy) {
    if (copy.slot != null && copy.slot.isIdle()) {
      copy.lastPutAtMs = copy.slot.lastPutAtMs();
      copy.slot = null;
    }
    return copy.state == Copy.State.BLOCKED
        || copy.state == Copy.State.READY && copy.slot == null && keeper.isIdle(copy);
  }

  /** Takes copies out of memory for which nothing waits. */
  public void forgetIdle(Predicate<C> which) {
    memory.forgetIdle(which);
  }

  /** The copy can be counted on. */
  public void ready(C copy) {
    copy.state = Copy.State.READY;
  }

  /** The document has changed: it is put when the schedule says so. */
  public void changed(C copy) {
    boolean isOwed =
        copy.failures != null
            && copy.failures.owedSinceMs() != PutSlot.NEVER
            && !copy.hasPutToCome();
    writes.changed(slot(copy), isOwed ? copy.failures.owedSinceMs() : nowMs(), nowMs());
  }

  /** The document is to be put early, as far as the limits allow. */
  public void hurry(C copy) {
    changed(copy);
    writes.hurry(copy.slot, nowMs());
  }

  private PutSlot<Copy> slot(C copy) {
    if (copy.slot == null) {
      copy.slot = new PutSlot<>(copy, copy.lastPutAtMs);
    }
    return copy.slot;
  }

  private void startWhatIsDue() {
    reads.start();
    long nowMs = nowMs();
    for (PutSlot<Copy> slot = writes.next(nowMs); slot != null; slot = writes.next(nowMs)) {
      due.add(ownerOf(slot));
    }
    keeper.lookAt(due);
    due.forEach(this::put);
    due.clear();
  }

  @SuppressWarnings("unchecked") // only copies of this type get slots here
  private C ownerOf(PutSlot<Copy> slot) {
    return (C) slot.owner();
  }

  private void put(C copy) {
    int pending = keeper.pending(copy);
    StoredValue document = keeper.beginPut(copy, writeIds.next());
    copy.bytes = document.bytes().length;
    long startMs = nowMs();
    long changedAtMs = copy.slot.changedAtMs();
    metrics.putStarted(pending, copy.bytes, startMs - changedAtMs);
    store.put(
        keeper.key(copy),
        document,
        copy.context,
        answer -> turns.execute(() -> onStored(copy, startMs, changedAtMs, answer)));
  }

  /** What each answer to a put means for the copy: rule 4. */
  private void onStored(C copy, long startMs, long changedAtMs, Stored answer) {
    writes.finished(copy.slot, nowMs());
    metrics.putEnded(StoreMetrics.PutEnd.of(answer), nowMs() - startMs);
    answer.handle(
        single -> stored(copy, single.context()),
        siblings -> readAgain(copy, answer.failure(), changedAtMs),
        doubt -> readAgain(copy, answer.failure(), changedAtMs),
        refused -> block(copy, answer.failure()));
  }

  private void stored(C copy, StoreContext context) {
    copy.context = context;
    copy.failures = null;
    keeper.stored(copy);
    release(copy);
  }

  /**
   * Nobody knows what the store has, or it is not what the copy says: the document is read again,
   * before those that were not read yet, and put before those whose changes are younger.
   */
  public void readAgain(C copy, String reason) {
    readAgain(copy, reason, PutSlot.NEVER);
  }

  private void readAgain(C copy, String reason, long owedSinceMs) {
    copy.failures = (copy.failures == null ? Failures.NONE : copy.failures).andAnother(owedSinceMs);
    leaveSchedule(copy);
    copy.state = Copy.State.READING;
    keeper.readAgain(copy, reason);
    reads.add(copy);
  }

  /** Rejects what needs the document until an operator has repaired it. */
  public void block(C copy, String reason) {
    leaveSchedule(copy);
    metrics.blocked(keeper.key(copy));
    copy.state = Copy.State.BLOCKED;
    copy.block = new Copy.Block(reason, nowMs() + limits.blockedRetryMs());
    keeper.blocked(copy, reason);
    release(copy);
  }

  private void leaveSchedule(C copy) {
    if (copy.slot != null) {
      writes.drop(copy.slot);
      copy.slot = null;
    }
  }

  /** Passes all copies in memory, which must not change meanwhile. */
  public void forEach(Consumer<C> consumer) {
    memory.forEach(consumer);
  }

  public int size() {
    return memory.size();
  }

  /** Copies for which something waits: events, a read or a put. */
  public int busy() {
    return memory.busy();
  }
}
