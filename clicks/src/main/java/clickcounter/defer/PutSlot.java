package clickcounter.defer;

/**
 * A document in the schedule. The caller keeps its slot while it is not idle. An idle slot can be
 * made again from {@link #lastPutAtMs()}, so a document that has nothing to write needs none.
 */
public final class PutSlot<K> {
  /** The time of the last put when there was none. */
  public static final long NEVER = Long.MIN_VALUE;

  enum Phase {
    IDLE,
    DEFERRED,
    READY,
    IN_FLIGHT
  }

  final K owner;
  Phase phase = Phase.IDLE;
  long lastPutAtMs;

  /** When the oldest change came that is not in a put; during a put, the oldest since its start. */
  long changedAtMs;

  /** Its place in the queue that it is in. */
  int heapIndex;

  boolean changedInFlight;
  boolean urgent;

  /**
   * @param lastPutAtMs when a put of the document started last, or {@link #NEVER}
   */
  public PutSlot(K owner, long lastPutAtMs) {
    this.owner = owner;
    this.lastPutAtMs = lastPutAtMs;
  }

  public K owner() {
    return owner;
  }

  /** When a put of the document started last, or {@code NEVER}. */
  public long lastPutAtMs() {
    return lastPutAtMs;
  }

  /** When the put starts: when its oldest change was reported. */
  public long changedAtMs() {
    return changedAtMs;
  }

  /** Whether the document has nothing to write and no put under way. */
  public boolean isIdle() {
    return phase == Phase.IDLE;
  }
}
