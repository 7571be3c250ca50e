package clickcounter.simulation;

import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.ReadOnlyStore;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Stands between the views of one worker and its store, and knows which counters' documents they
 * found blocked, and until when.
 */
final class BlockedViews implements ReadOnlyStore {
  private final DocumentStore store;
  private final BiPredicate<DocumentKey, Fetched> isUnreadable;
  private final Consumer<String> onBlocked;
  private final LongSupplier nowMicros;
  private final Map<DocumentKey, Long> untilMicros = new HashMap<>();

  /**
   * @param onBlocked is told of each counter whose document is found blocked
   */
  BlockedViews(
      DocumentStore store,
      BiPredicate<DocumentKey, Fetched> isUnreadable,
      Consumer<String> onBlocked,
      LongSupplier nowMicros) {
    this.store = store;
    this.isUnreadable = isUnreadable;
    this.onBlocked = onBlocked;
    this.nowMicros = nowMicros;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    store.fetch(
        key,
        fetched -> {
          if (key.bucket().equals(DocumentKey.COUNTERS)) {
            read(key, fetched);
          }
          answer.accept(fetched);
        });
  }

  /** A read that failed changes nothing; one that found no document is not the last one. */
  private void read(DocumentKey key, Fetched answer) {
    if (isUnreadable.test(key, answer)) {
      untilMicros.put(key, Long.MAX_VALUE);
      onBlocked.accept(key.key());
    } else {
      answer.handle(found -> readable(key), absent -> {}, failed -> {});
    }
  }

  private void readable(DocumentKey key) {
    untilMicros.computeIfPresent(key, (k, until) -> Math.min(until, nowMicros.getAsLong()));
  }

  boolean isBlocked(String counterId) {
    return untilMicros.getOrDefault(DocumentKey.counter(counterId), 0L) == Long.MAX_VALUE;
  }

  /** The documents that were blocked then or later. */
  Stream<DocumentKey> blockedSince(long sinceMicros) {
    return untilMicros.entrySet().stream()
        .filter(document -> document.getValue() >= sinceMicros)
        .map(Map.Entry::getKey);
  }
}
