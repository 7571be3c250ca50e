package clickcounter.store;

import java.util.function.Consumer;

/**
 * The key-value store, as the rules of exactly-once counting need it: asynchronous, one document at
 * a time.
 *
 * <p>Every call is answered exactly once, on a thread of the store or on the caller's, within the
 * store's time-out; the answer is one of a few cases, each with a decision of its own in the
 * caller. Nothing is ever retried here: a put that timed out may have happened. Reads and puts use
 * quorums, so that an answer shows every sibling which a quorum stored before it.
 */
public interface DocumentStore extends AutoCloseable {
  /** Reads one document with all its siblings. */
  void fetch(DocumentKey key, Consumer<Fetched> answer);

  /**
   * Writes one document.
   *
   * @param context what {@link Fetched} or {@link Stored.Single} gave for the copy that this put
   *     replaces; {@link StoreContext#NONE} when the document was absent without a tombstone
   */
  void put(DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer);

  /**
   * Ends connections within a bounded time; calls in flight are answered as {@link Stored.Doubt}.
   */
  @Override
  void close();
}
