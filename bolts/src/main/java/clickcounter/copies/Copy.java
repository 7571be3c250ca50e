package clickcounter.copies;

import clickcounter.defer.PutSlot;
import clickcounter.store.StoreContext;

/**
 * A writer's copy of one document in memory, from its read until nothing waits for it. A task
 * extends it with what it needs to know of its documents; {@link Copies} leads it through its life.
 *
 * <p>A million copies may be in memory: what most of them lack is null.
 */
public class Copy {
  /** Where a copy is in its life. */
  enum State {
    /** Its document is being read, or what was read is not complete yet. */
    READING,
    /** It can be counted on. */
    READY,
    /** Its document cannot be used until an operator has repaired it. */
    BLOCKED
  }

  private final String id;
  State state = State.READING;
  StoreContext context;

  /** Its place in the schedule; null while nothing is to be written and no put is under way. */
  PutSlot<Copy> slot;

  long lastPutAtMs = PutSlot.NEVER;

  /** Why it is blocked, and until when; null unless it is blocked. */
  Block block;

  /** Its failures since its document was last put; null for none. */
  Failures failures;

  /** Size of the document when it was last read or put. */
  int bytes;

  /** The id's hash, for the table. */
  int hash;

  /** Whether something waits for it; a copy that is not busy may be evicted. */
  boolean busy = true;

  /** Whether it was used since the eviction last passed it by. */
  boolean used = true;

  record Block(String reason, long untilMs) {}

  /**
   * Reads and puts that failed, one after the other.
   *
   * @param count of them, at least 1
   * @param owedSinceMs when the oldest change came that was not put for them; {@link PutSlot#NEVER}
   *     if only reads failed
   */
  record Failures(int count, long owedSinceMs) {
    static final Failures NONE = new Failures(0, PutSlot.NEVER);

    Failures andAnother(long owedMs) {
      return new Failures(count + 1, owedSinceMs == PutSlot.NEVER ? owedMs : owedSinceMs);
    }
  }

  public Copy(String id) {
    this.id = id;
  }

  public final String id() {
    return id;
  }

  /** Whether it can be counted on. */
  public final boolean isReady() {
    return state == State.READY;
  }

  /** Why it is blocked; null when it is not. */
  public final String blockedReason() {
    return block == null ? null : block.reason;
  }

  /** Whether something waits for it. */
  public final boolean isBusy() {
    return busy;
  }

  /** Whether something of it is to be written, or a put is under way. */
  public final boolean hasPutToCome() {
    return slot != null && !slot.isIdle();
  }
}
