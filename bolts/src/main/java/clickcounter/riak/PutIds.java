package clickcounter.riak;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Unique ids of puts: a random part for this store, and a number. Not those of the documents'
 * writes, which are inside the documents: a directory has none.
 *
 * <p>Thread-safe.
 */
final class PutIds {
  private final String store = Long.toString(new SecureRandom().nextLong(1L << 40), 36) + '.';
  private final AtomicLong number = new AtomicLong();

  String next() {
    return store + Long.toString(number.getAndIncrement(), 36);
  }
}
