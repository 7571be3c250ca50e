package clickcounter.devnode;

import java.util.stream.IntStream;

/** A lock for each key; some keys share one. */
final class Locks {

  private static final int STRIPES = 1024;

  private final Object[] stripes =
      IntStream.range(0, STRIPES).mapToObj(i -> new Object()).toArray();

  Object of(ObjectKey key) {
    return stripes[key.check() & (STRIPES - 1)];
  }
}
