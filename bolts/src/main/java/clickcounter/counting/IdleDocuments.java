package clickcounter.counting;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.ToIntFunction;

/**
 * Keeps documents that nothing is under way for, up to a number of bytes; one that it lets go is
 * read again when its next event comes.
 */
public interface IdleDocuments<E> {
  /** Gives the document back and keeps it no longer; null when it is not here. */
  E take(String id);

  void keep(String id, E document);

  /** Makes one. */
  interface Maker {
    <E> IdleDocuments<E> make(long maxBytes, ToIntFunction<E> bytes);
  }

  /** One that keeps what comes often; of documents alike it lets go of any, by chance. */
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
