package clickcounter.defer;

import java.util.Arrays;

/**
 * Decides when changed documents are written (deferred writes).
 *
 * <p>A quiet document is written at once. One that was written within the last {@code deferralMs}
 * is held back until that time is over, and takes what changes meanwhile in one put. At most one
 * put per document is in flight, at most {@code maxPutsInFlight} in all, and they start at a
 * bounded steady rate. When demand exceeds these bounds, documents wait longer, the one with the
 * earliest deadline (its first unwritten change plus {@code deferralMs}) goes first, and takes more
 * changes with it: the put rate stays while the event rate grows. So no document waits past its
 * deadline while one with a later deadline is written.
 *
 * <p>The rate yields to what has waited for {@code maxWaitMs}: where more documents change all the
 * time than the rate has room for, each is written once in about that time.
 *
 * <p>Time is passed in, in ms of any clock that does not go back. Not thread-safe.
 *
 * @param <K> what is written
 */
public final class WriteScheduler<K> {
  private static final double BURST_SECONDS = 0.05;

  private final WriteLimits limits;
  private final PutQueue<K> deferred = new PutQueue<>();
  private final PutQueue<K> ready = new PutQueue<>();
  private long arrivals;
  private int inFlight;
  private double permits;
  private long permitsAtMs = Long.MIN_VALUE;

  public WriteScheduler(WriteLimits limits) {
    this.limits = limits;
  }

  /**
   * Slots by time, the earliest first, of equals the one that came first: a heap, from which any
   * can be taken. Tens of thousands wait at a time; a tree of objects cost twice as much. What they
   * are compared by lies beside the slots, as looking into each slot would fetch it from far
   * memory.
   */
  private static final class PutQueue<K> {
    private PutSlot<K>[] heap = newHeap(64);
    private long[] timesMs = new long[64];
    private long[] arrivals = new long[64];
    private int size;

    @SuppressWarnings("unchecked") // there are no arrays of a generic type
    private static <K> PutSlot<K>[] newHeap(int length) {
      return (PutSlot<K>[]) new PutSlot<?>[length];
    }

    boolean isEmpty() {
      return size == 0;
    }

    int size() {
      return size;
    }

    /** There must be one. */
    PutSlot<K> first() {
      return heap[0];
    }

    /** Of the first; there must be one. */
    long firstTimeMs() {
      return timesMs[0];
    }

    void add(PutSlot<K> slot, long timeMs) {
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
        timesMs = Arrays.copyOf(timesMs, 2 * size);
        arrivals = Arrays.copyOf(arrivals, 2 * size);
      }
      size++;
      moveUp(slot, timeMs, slot.arrival, size - 1);
    }

    PutSlot<K> poll() {
      PutSlot<K> first = heap[0];
      remove(first);
      return first;
    }

    void remove(PutSlot<K> slot) {
      int at = slot.heapIndex;
      size--;
      PutSlot<K> last = heap[size];
      long lastTimeMs = timesMs[size];
      long lastArrival = arrivals[size];
      heap[size] = null;
      if (at < size) {
        moveUp(last, lastTimeMs, lastArrival, at);
        moveDown(last, lastTimeMs, lastArrival, last.heapIndex);
      }
    }

    private void moveUp(PutSlot<K> slot, long timeMs, long arrival, int from) {
      int at = from;
      while (at > 0 && isBefore(timeMs, arrival, (at - 1) / 2)) {
        move((at - 1) / 2, at);
        at = (at - 1) / 2;
      }
      set(at, slot, timeMs, arrival);
    }

    private void moveDown(PutSlot<K> slot, long timeMs, long arrival, int from) {
      int at = from;
      for (int child = earlierChild(at);
          child < size && !isBefore(timeMs, arrival, child);
          child = earlierChild(at)) {
        move(child, at);
        at = child;
      }
      set(at, slot, timeMs, arrival);
    }

    private int earlierChild(int at) {
      int left = 2 * at + 1;
      int right = left + 1;
      return right < size && isBefore(timesMs[right], arrivals[right], left) ? right : left;
    }

    private boolean isBefore(long timeMs, long arrival, int other) {
      return timeMs < timesMs[other] || timeMs == timesMs[other] && arrival < arrivals[other];
    }

    private void move(int from, int to) {
      set(to, heap[from], timesMs[from], arrivals[from]);
    }

    private void set(int at, PutSlot<K> slot, long timeMs, long arrival) {
      heap[at] = slot;
      timesMs[at] = timeMs;
      arrivals[at] = arrival;
      slot.heapIndex = at;
    }
  }

  /**
   * A document's heapIndex in the schedule; its owner keeps it as long as the document is in
   * memory.
   */
  public static final class PutSlot<K> {
    private final K owner;
    private Phase phase = Phase.IDLE;
    private long lastPutAtMs = Long.MIN_VALUE;
    private long changedAtMs;
    private long deadlineMs;
    private long arrival;
    private int heapIndex;
    private boolean changedInFlight;
    private long changedInFlightAtMs;
    private boolean urgent;

    public PutSlot(K owner) {
      this.owner = owner;
    }

    public K owner() {
      return owner;
    }

    /** When the oldest change that the put under way carries was reported. */
    public long changedAtMs() {
      return changedAtMs;
    }

    /** Whether nothing is to be written and nothing under way. */
    public boolean isIdle() {
      return phase == Phase.IDLE;
    }

    private enum Phase {
      IDLE,
      DEFERRED,
      READY,
      IN_FLIGHT
    }
  }

  /** The document has something to write. */
  public void changed(PutSlot<K> slot, long nowMs) {
    if (slot.phase == PutSlot.Phase.IN_FLIGHT) {
      if (!slot.changedInFlight) {
        slot.changedInFlight = true;
        slot.changedInFlightAtMs = nowMs;
      }
    } else if (slot.phase == PutSlot.Phase.IDLE) {
      enqueue(slot, nowMs, nowMs);
    }
  }

  /**
   * The document's write is brought forward, as far as the bounds allow: it holds as much as it
   * may, or is waited for.
   */
  public void hurry(PutSlot<K> slot, long nowMs) {
    changed(slot, nowMs);
    if (slot.phase == PutSlot.Phase.DEFERRED) {
      deferred.remove(slot);
      makeReady(slot);
    } else if (slot.phase == PutSlot.Phase.IN_FLIGHT) {
      slot.urgent = true;
    }
  }

  private void enqueue(PutSlot<K> slot, long changedAtMs, long nowMs) {
    slot.changedAtMs = changedAtMs;
    slot.deadlineMs = changedAtMs + limits.deferralMs();
    slot.arrival = arrivals++;
    boolean quiet =
        slot.lastPutAtMs == Long.MIN_VALUE || slot.lastPutAtMs + limits.deferralMs() <= nowMs;
    if (quiet || slot.urgent) {
      makeReady(slot);
    } else {
      slot.phase = PutSlot.Phase.DEFERRED;
      deferred.add(slot, Math.min(slot.deadlineMs, slot.lastPutAtMs + limits.deferralMs()));
    }
  }

  private void makeReady(PutSlot<K> slot) {
    slot.urgent = false;
    slot.phase = PutSlot.Phase.READY;
    ready.add(slot, slot.deadlineMs);
  }

  /**
   * The document whose put has to start now, or null. The caller starts it and reports {@link
   * #finished}.
   */
  public PutSlot<K> next(long nowMs) {
    while (!deferred.isEmpty() && deferred.firstTimeMs() <= nowMs) {
      makeReady(deferred.poll());
    }
    if (ready.isEmpty() || inFlight >= limits.maxPutsInFlight()) {
      return null;
    }
    if (!acquirePermit(nowMs) && nowMs - ready.first().changedAtMs < limits.maxWaitMs()) {
      return null;
    }
    PutSlot<K> slot = ready.poll();
    slot.phase = PutSlot.Phase.IN_FLIGHT;
    slot.changedInFlight = false;
    slot.lastPutAtMs = nowMs;
    inFlight++;
    return slot;
  }

  private boolean acquirePermit(long nowMs) {
    if (limits.maxPutsPerSecond() == 0) {
      return true;
    }
    double most = Math.max(1, limits.maxPutsPerSecond() * BURST_SECONDS);
    if (permitsAtMs == Long.MIN_VALUE) {
      permits = most;
    } else {
      permits =
          Math.min(most, permits + (nowMs - permitsAtMs) * limits.maxPutsPerSecond() / 1000.0);
    }
    permitsAtMs = nowMs;
    if (permits < 1) {
      return false;
    }
    permits--;
    return true;
  }

  /** The put that {@link #next} asked for has ended, well or not. */
  public void finished(PutSlot<K> slot, long nowMs) {
    if (slot.phase != PutSlot.Phase.IN_FLIGHT) {
      throw new IllegalStateException("no put of " + slot.owner + " was under way");
    }
    inFlight--;
    slot.phase = PutSlot.Phase.IDLE;
    if (slot.changedInFlight) {
      enqueue(slot, slot.changedInFlightAtMs, nowMs);
    }
  }

  /**
   * Forgets what the document has to write: its copy was dropped. A put under way must have
   * finished.
   */
  public void drop(PutSlot<K> slot) {
    if (slot.phase == PutSlot.Phase.DEFERRED) {
      deferred.remove(slot);
    } else if (slot.phase == PutSlot.Phase.READY) {
      ready.remove(slot);
    } else if (slot.phase == PutSlot.Phase.IN_FLIGHT) {
      throw new IllegalStateException("a put of " + slot.owner + " is under way");
    }
    slot.phase = PutSlot.Phase.IDLE;
  }

  /** Puts that have started and not finished. */
  public int inFlight() {
    return inFlight;
  }

  /** Documents that have something to write and no put in flight. */
  public int waiting() {
    return deferred.size() + ready.size();
  }

  /**
   * When {@link #next} should be asked again if nothing happens before; {@code Long.MAX_VALUE} for
   * never.
   */
  public long wakeAtMs(long nowMs) {
    if (!ready.isEmpty()) {
      return inFlight < limits.maxPutsInFlight() ? nowMs + 1 : Long.MAX_VALUE;
    }
    return deferred.isEmpty() ? Long.MAX_VALUE : deferred.firstTimeMs();
  }
}
