package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What somebody has seen of a key: the newest dot of each actor (a replica, from one loss of its
 * disk to the next). Whoever has seen a dot of an actor has seen, or knows to be overwritten,
 * everything that this actor wrote to the key before it.
 */
final class Clock {

  /** The clock of a writer that has read nothing. It covers no sibling. */
  static final Clock NONE = new Clock(new long[0]);

  static final int MAX_ACTORS = 255;

  private static final int ENTRY_BYTES = 2 * Long.BYTES;

  /** Actor, dot, actor, dot …, by actor. */
  private final long[] entries;

  private Clock(long[] entries) {
    this.entries = entries;
  }

  static Clock of(long actor, long dot) {
    return new Clock(new long[] {actor, dot});
  }

  boolean isNone() {
    return entries.length == 0;
  }

  boolean covers(long actor, long dot) {
    for (int i = 0; i < entries.length; i += 2) {
      if (entries[i] == actor) {
        return entries[i + 1] >= dot;
      }
    }
    return false;
  }

  boolean covers(Clock other) {
    for (int i = 0; i < other.entries.length; i += 2) {
      if (!covers(other.entries[i], other.entries[i + 1])) {
        return false;
      }
    }
    return true;
  }

  Clock join(Clock other) {
    if (covers(other)) {
      return this;
    }
    return other.covers(this) ? other : merged(entries, other.entries);
  }

  private static Clock merged(long[] ours, long[] theirs) {
    long[] all = new long[ours.length + theirs.length];
    int size = 0;
    int i = 0;
    int j = 0;
    while (i < ours.length || j < theirs.length) {
      boolean same = i < ours.length && j < theirs.length && ours[i] == theirs[j];
      boolean fromOurs = j == theirs.length || i < ours.length && ours[i] <= theirs[j];
      long dot = fromOurs ? ours[i + 1] : theirs[j + 1];
      all[size] = fromOurs ? ours[i] : theirs[j];
      all[size + 1] = same ? Math.max(dot, theirs[j + 1]) : dot;
      size += 2;
      i += fromOurs ? 2 : 0;
      j += same || !fromOurs ? 2 : 0;
    }
    return new Clock(Arrays.copyOf(all, size));
  }

  /** The largest dot of all actors; 0 if there is none. */
  long newestDot() {
    long newest = 0;
    for (int i = 1; i < entries.length; i += 2) {
      newest = Math.max(newest, entries[i]);
    }
    return newest;
  }

  int encodedSize() {
    return 1 + entries.length / 2 * ENTRY_BYTES;
  }

  /** {@code | actors: byte | actor: long | dot: long | actor | dot | … } */
  void encode(ByteBuffer out) {
    int actors = entries.length / 2;
    if (actors > MAX_ACTORS) {
      throw new IllegalStateException(
          "a key has dots of %d actors, expected at most %d: use a new data directory"
              .formatted(actors, MAX_ACTORS));
    }
    out.put((byte) actors);
    for (long entry : entries) {
      out.putLong(entry);
    }
  }

  static Clock decode(ByteBuffer in) {
    long[] entries = new long[2 * Byte.toUnsignedInt(in.get())];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = in.getLong();
    }
    return new Clock(entries);
  }

  /** Checks the rules that every encoded clock keeps, for bytes that come from a client. */
  boolean isWellFormed() {
    for (int i = 0; i < entries.length; i += 2) {
      if (entries[i + 1] <= 0 || i > 0 && entries[i] <= entries[i - 2]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Clock that && Arrays.equals(entries, that.entries);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(entries);
  }

  @Override
  public String toString() {
    return "Clock" + Arrays.toString(entries);
  }
}
