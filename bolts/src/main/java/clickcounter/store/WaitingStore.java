package clickcounter.store;

import java.util.concurrent.CompletableFuture;

/**
 * Calls a store and waits for its answer, which comes within the store's time-out: for a start-up
 * check or a tool that does one thing after the other. Never call it on a thread of the store.
 */
public record WaitingStore(DocumentStore store) {
  /**
   * Reads one document, again at once if that fails.
   *
   * @param attempts at least 1
   * @return the last answer; it is {@link Fetched.Failed} only if every attempt failed
   */
  public Fetched fetch(DocumentKey key, int attempts) {
    for (int attempt = 1; ; attempt++) {
      CompletableFuture<Fetched> answer = new CompletableFuture<>();
      store.fetch(key, answer::complete);
      Fetched fetched = answer.join();
      boolean isAnswered = fetched.decide(found -> true, absent -> true, failed -> false);
      if (isAnswered || attempt >= attempts) {
        return fetched;
      }
    }
  }

  /** Writes one document, as {@link DocumentStore#put} does. */
  public Stored put(DocumentKey key, StoredValue value, StoreContext context) {
    CompletableFuture<Stored> answer = new CompletableFuture<>();
    store.put(key, value, context, answer::complete);
    return answer.join();
  }
}
