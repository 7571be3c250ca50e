package clickcounter.event;

import java.nio.charset.StandardCharsets;

/**
 * A small cache that returns the same String for the same bytes. Events name few counters, and a
 * counter whose id is the same object is found by comparing references.
 *
 * <p>Not a HashMap: its key would have to be made from the bytes first.
 *
 * <p>Not thread-safe.
 */
final class RecentNames {
  private static final int PLACES = 512;

  private final String[] names = new String[PLACES];

  /** The text of these ASCII bytes. */
  String of(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + bytes[i];
    }
    int place = (hash ^ hash >>> 16) & PLACES - 1;
    String name = names[place];
    if (name == null || !is(name, bytes, from, to)) {
      name = CounterNames.shared(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
      names[place] = name;
    }
    return name;
  }

  private static boolean is(String name, byte[] bytes, int from, int to) {
    if (name.length() != to - from) {
      return false;
    }
    for (int i = from; i < to; i++) {
      if (name.charAt(i - from) != bytes[i]) {
        return false;
      }
    }
    return true;
  }
}
