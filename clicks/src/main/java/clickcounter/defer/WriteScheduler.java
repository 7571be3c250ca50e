package clickcounter.defer;

import java.util.Arrays;

/**
 * Decides when changed documents are written (deferred writes).
 *
 * <p>A document that was not written within the last {@code deferralMs} is written at once. One
 * that was waits until {@code deferralMs} have passed, and its next put carries every change until
 * then. At most one put per document is in flight, at most {@code maxPutsInFlight} in all, and puts
 * start at a bounded steady rate. When more documents change than these bounds allow, they wait
 * longer. The one with the earliest deadline goes first (its first unwritten change plus {@code
 * deferralMs}), and later puts carry more changes: the put rate stays the same while the event rate
 * grows. No document waits past its deadline while one with a later deadline is written.
 *
 * <p>The rate limit gives way to documents that have waited for {@code maxWaitMs}. If more
 * documents change all the time than the rate allows, each is still written about once in that
 * time.
 *
 * <p>{@link #hurry} writes a document ahead of its time, for example one that is full.
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
   * Slots ordered by time, then by arrival: a binary heap that can remove any slot. Tens of
   * thousands of documents wait at a time. A PriorityQueue removes in linear time, and a tree
   * allocates a node for each slot. The keys are in arrays of their own, so that a comparison does
   * not load the slot.
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

    /** The first slot; the queue must not be empty. */
    PutSlot<K> first() {
      return heap[0];
    }

    /** The time of the first slot; the queue must not be empty. */
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

  /** A document in the schedule. The caller keeps its slot as long as it keeps the document. */
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

    /** Of a document that was never put. */
    public static final long NEVER = Long.MIN_VALUE;

    /**
     * @param lastPutAtMs when a put of the document started last, or {@link #NEVER}
     */
    public PutSlot(K owner, long lastPutAtMs) {
      this.owner = owner;
      this.lastPutAtMs = lastPutAtMs;
    }

    public PutSlot(K owner) {
      this(owner, NEVER);
    }

    public long lastPutAtMs() {
      return lastPutAtMs;
    }

    public K owner() {
      return owner;
    }

    /** When the oldest change in the put under way was reported. */
    public long changedAtMs() {
      return changedAtMs;
    }

    /** Whether the document has nothing to write and no put under way. */
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

  /** Reports that the document has changed. */
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
   * Asks for an early write, as far as the bounds allow: the document is full, or somebody waits
   * for it.
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
    boolean notWrittenRecently =
        slot.lastPutAtMs == Long.MIN_VALUE || slot.lastPutAtMs + limits.deferralMs() <= nowMs;
    if (notWrittenRecently || slot.urgent) {
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
   * The document whose put has to start now, or null. The caller starts the put and reports its end
   * with {@link #finished}.
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

  /** Reports that the put that {@link #next} returned has ended, successfully or not. */
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
   * Removes the document from the schedule, because its copy was dropped.
   *
   * @throws IllegalStateException when a put of it is under way
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

  /** The number of puts that have started and not finished. */
  public int inFlight() {
    return inFlight;
  }

  /** The number of documents that have something to write and no put in flight. */
  public int waiting() {
    return deferred.size() + ready.size();
  }

  /**
   * The latest time to call {@link #next} again if nothing else happens before; {@code
   * Long.MAX_VALUE} for never.
   */
  public long wakeAtMs(long nowMs) {
    if (!ready.isEmpty()) {
      return inFlight < limits.maxPutsInFlight() ? nowMs + 1 : Long.MAX_VALUE;
    }
    return deferred.isEmpty() ? Long.MAX_VALUE : deferred.firstTimeMs();
  }
}
