package clickcounter.store;

import java.util.function.Consumer;

/**
 * A key-value store as the six rules need it: asynchronous, one document at a time.
 *
 * <p>Every call is answered exactly once, within the store's time-out, on a thread of the store or
 * the caller's. The answer is one of a few cases, and the caller decides on each. The store never
 * retries: a put that timed out may have been stored. Reads and puts use quorums, so that an answer
 * shows every sibling that a quorum stored before.
 */
public interface DocumentStore extends AutoCloseable {
  /** Reads one document with all its siblings. */
  void fetch(DocumentKey key, Consumer<Fetched> answer);

  /**
   * Writes one document.
   *
   * @param context from the {@link Fetched} or {@link Stored.Single} of the copy that this put
   *     replaces; {@link StoreContext#NONE} when the document was absent without a tombstone
   */
  void put(DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer);

  /**
   * Deletes one document, as it was read: what others have put since then stays. Only tools delete.
   *
   * @param context from the {@link Fetched} of what is deleted
   * @param failure receives null when the document is deleted, else why it may not be
   */
  default void delete(DocumentKey key, StoreContext context, Consumer<String> failure) {
    failure.accept("this store deletes nothing");
  }

  /**
   * Closes the connections within a limited time. Puts in flight are answered with {@link
   * Stored.Doubt}, reads with {@link Fetched.Failed}.
   */
  @Override
  void close();
}
