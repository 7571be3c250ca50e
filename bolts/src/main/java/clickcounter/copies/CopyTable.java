package clickcounter.copies;

import clickcounter.event.EventBatch;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The copies of a task by their ids: a hash table with open addressing and linear probing, found by
 * the bytes of an id without making a String.
 *
 * <p>Written by hand although HashMap exists: each event looks its ad up among a million, and a
 * HashMap takes five memory accesses far apart for that, and 48 bytes an entry. This takes two, and
 * 22 bytes at most.
 *
 * <p>Not thread-safe.
 */
final class CopyTable<C extends Copy> {
  private static final int SMALLEST = 64;

  private int[] hashes = new int[SMALLEST];
  private Copy[] copies = new Copy[SMALLEST];
  private int size;
  private int hand;

  int size() {
    return size;
  }

  /** The copy with this id, given in UTF-8, or null. */
  C get(int hash, byte[] name, int from, int to) {
    for (int at = placeOf(hash); copies[at] != null; at = next(at)) {
      if (hashes[at] == hash && is(copies[at].id(), name, from, to)) {
        return copy(at);
      }
    }
    return null;
  }

  /** Reads what {@link #get} is likely to read for these ads. */
  int lookAt(EventBatch batch) {
    int seen = 0;
    Copy[] first = new Copy[batch.ads()];
    for (int ad = 0; ad < first.length; ad++) {
      int at = placeOf(batch.adHash(ad));
      first[ad] = copies[at];
      seen += hashes[at];
    }
    for (Copy copy : first) {
      seen += copy == null ? 0 : copy.id().length();
    }
    return seen;
  }

  private static boolean is(String id, byte[] name, int from, int to) {
    int length = to - from;
    if (id.length() == length) {
      int same = 0;
      while (same < length && id.charAt(same) == name[from + same]) {
        same++;
      }
      if (same == length) {
        return true; // all characters are ASCII: a byte above is negative
      }
    }
    // Hardly ever: an id that is not ASCII, or one of two ids with one hash.
    return id.equals(new String(name, from, length, StandardCharsets.UTF_8));
  }

  /** Adds a copy; there is none with its id. */
  void add(C copy) {
    if (4 * (size + 1) > 3 * copies.length) {
      grow();
    }
    insert(copy);
    size++;
  }

  private void insert(Copy copy) {
    int at = placeOf(copy.hash);
    while (copies[at] != null) {
      at = next(at);
    }
    copies[at] = copy;
    hashes[at] = copy.hash;
  }

  private void grow() {
    Copy[] old = copies;
    copies = new Copy[2 * old.length];
    hashes = new int[copies.length];
    hand = 0;
    for (Copy copy : old) {
      if (copy != null) {
        insert(copy);
      }
    }
  }

  /** Removes this copy; no effect when it is not in the table. */
  void remove(C copy) {
    int at = placeOf(copy.hash);
    while (copies[at] != null && copies[at] != copy) {
      at = next(at);
    }
    if (copies[at] == null) {
      return;
    }
    size--;
    // Moves those behind it forward, so that none is cut off from its place by the hole.
    int hole = at;
    for (int i = next(at); copies[i] != null; i = next(i)) {
      if (distance(placeOf(hashes[i]), i) >= distance(hole, i)) {
        copies[hole] = copies[i];
        hashes[hole] = hashes[i];
        hole = i;
      }
    }
    copies[hole] = null;
  }

  /**
   * The next copy that is not busy and was not used since this method last passed it by (the clock
   * algorithm, "second chance"). There must be a copy that is not busy.
   */
  C nextToEvict() {
    while (true) {
      Copy copy = copies[hand];
      if (copy == null || copy.busy) {
        hand = next(hand);
      } else if (copy.used) {
        copy.used = false;
        hand = next(hand);
      } else {
        return copy(hand);
      }
    }
  }

  /** Passes all copies; the table must not be changed meanwhile. */
  void forEach(Consumer<C> consumer) {
    for (int at = 0; at < copies.length; at++) {
      if (copies[at] != null) {
        consumer.accept(copy(at));
      }
    }
  }

  private int placeOf(int hash) {
    return hash & copies.length - 1;
  }

  private int next(int at) {
    return at + 1 & copies.length - 1;
  }

  private int distance(int from, int to) {
    return to - from & copies.length - 1;
  }

  @SuppressWarnings("unchecked") // only copies of this type are added
  private C copy(int at) {
    return (C) copies[at];
  }
}
