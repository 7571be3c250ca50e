package clickcounter.event;

import java.nio.charset.StandardCharsets;

/** The ids of ads as UTF-8 bytes. */
public final class AdIds {
  private AdIds() {}

  /** The hash that {@link String#hashCode} gives if all characters are ASCII. */
  public static int polynomial(byte[] names, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = 31 * hash + names[i];
    }
    return hash;
  }

  /** A hash of an id, the same in every JVM. It has no pattern in its low bits. */
  public static int hash(byte[] names, int from, int to) {
    int hash = polynomial(names, from, to);
    // The finalizer of MurmurHash3, by Austin Appleby.
    hash ^= hash >>> 16;
    hash *= 0x85ebca6b;
    hash ^= hash >>> 13;
    hash *= 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  public static byte[] bytes(String adId) {
    return adId.getBytes(StandardCharsets.UTF_8);
  }
}
