package clickcounter.copies;

import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.List;

/**
 * What a task decides about its documents, while {@link Copies} leads them through their lives. All
 * calls come on the task's thread.
 *
 * @param <C> the task's copies
 */
public interface Keeper<C extends Copy> {
  C newCopy(String id);

  DocumentKey key(C copy);

  /** What was read does not exist. The keeper calls {@link Copies#ready} or has it read again. */
  void absent(C copy);

  /** What was read. The keeper calls {@link Copies#ready}, blocks it or has it read again. */
  void found(C copy, List<StoredValue> siblings);

  /** Reads what puts of these copies will, so that it is in the processor's cache. */
  default void lookAt(List<C> due) {}

  /** How many events or requests the next put makes durable. */
  int pending(C copy);

  /** Begins a put and gives the document. */
  StoredValue beginPut(C copy, String writeId);

  /** The put is stored as the single value. What waited for it is done. */
  void stored(C copy);

  /** The document is read again: what waits for a put waits for that read. */
  void readAgain(C copy, String reason);

  /** The copy was blocked. What waits for it is rejected, and so is what comes until it is read. */
  void blocked(C copy, String reason);

  /** Whether nothing waits for this copy, so that it may be evicted. Asked of ready copies only. */
  boolean isIdle(C copy);
}
