package clickcounter.defer;

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

  public void changed(PutSlot<K> slot, long nowMs) {
    changed(slot, nowMs, nowMs);
  }

  /**
   * Reports that the document holds a change that was to be written before, but was not.
   *
   * @param sinceMs when the change was first reported
   */
  public void changed(PutSlot<K> slot, long sinceMs, long nowMs) {
    if (slot.phase == PutSlot.Phase.IN_FLIGHT) {
      if (!slot.changedInFlight) {
        slot.changedInFlight = true;
        slot.changedAtMs = sinceMs;
      }
    } else if (slot.phase == PutSlot.Phase.IDLE) {
      enqueue(slot, sinceMs, nowMs);
    }
  }

  /**
   * Asks for an early write, as far as the bounds allow: the document is full, or an event waits
   * for it.
   */
  public void hurry(PutSlot<K> slot, long nowMs) {
    changed(slot, nowMs);
    if (slot.phase == PutSlot.Phase.DEFERRED) {
      long arrival = deferred.arrivalOf(slot);
      deferred.remove(slot);
      makeReady(slot, arrival);
    } else if (slot.phase == PutSlot.Phase.IN_FLIGHT) {
      slot.urgent = true;
    }
  }

  private void enqueue(PutSlot<K> slot, long changedAtMs, long nowMs) {
    slot.changedAtMs = changedAtMs;
    long arrival = arrivals++;
    boolean notWrittenRecently =
        slot.lastPutAtMs == PutSlot.NEVER || slot.lastPutAtMs + limits.deferralMs() <= nowMs;
    if (notWrittenRecently || slot.urgent) {
      makeReady(slot, arrival);
    } else {
      slot.phase = PutSlot.Phase.DEFERRED;
      deferred.add(slot, slot.lastPutAtMs + limits.deferralMs(), arrival);
    }
  }

  private void makeReady(PutSlot<K> slot, long arrival) {
    slot.urgent = false;
    slot.phase = PutSlot.Phase.READY;
    ready.add(slot, slot.changedAtMs + limits.deferralMs(), arrival);
  }

  /**
   * The document whose put has to start now, or null. The caller starts the put and reports its end
   * with {@link #finished}.
   */
  public PutSlot<K> next(long nowMs) {
    while (!deferred.isEmpty() && deferred.firstTimeMs() <= nowMs) {
      PutSlot<K> slot = deferred.first();
      long arrival = deferred.arrivalOf(slot);
      deferred.poll();
      makeReady(slot, arrival);
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
      enqueue(slot, slot.changedAtMs, nowMs);
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
}
