package clickcounter.counting;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.ToIntFunction;

/**
 * A cache of documents without pending events, limited by bytes. An evicted document is read again
 * when its next event comes.
 */
public interface IdleDocuments<E> {
  /** Removes the document from the cache and returns it; null when it is not there. */
  E take(String id);

  void keep(String id, E document);

  /** Creates the cache of a task. */
  interface Maker {
    <E> IdleDocuments<E> make(long maxBytes, ToIntFunction<E> bytes);
  }

  /** A cache that keeps what is used often; which of two similar documents it evicts is random. */
  static <E> IdleDocuments<E> byFrequency(long maxBytes, ToIntFunction<E> bytes) {
    Cache<String, E> cache =
        Caffeine.newBuilder()
            .maximumWeight(maxBytes)
            .weigher((String id, E document) -> bytes.applyAsInt(document))
            .executor(Runnable::run)
            .build();
    return new IdleDocuments<>() {
      @Override
      public E take(String id) {
        return cache.asMap().remove(id);
      }

      @Override
      public void keep(String id, E document) {
        cache.put(id, document);
      }
    };
  }
}
