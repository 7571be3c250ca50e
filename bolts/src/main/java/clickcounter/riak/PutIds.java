package clickcounter.riak;

import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;

/** Unique ids of puts: a random part for this store, and a number. */
final class PutIds {
  private final String store = Long.toString(new SecureRandom().nextLong(1L << 40), 36) + '.';
  private final AtomicLong number = new AtomicLong();

  String next() {
    return store + Long.toString(number.getAndIncrement(), 36);
  }
}
