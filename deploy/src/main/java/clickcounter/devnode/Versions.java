package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import shaded.com.google.protobuf.ByteString;

/**
 * All that is stored under a key: its siblings, and the newest dot ever given to it.
 *
 * <p>The rule is that of a dotted version vector set. Because one node gives all dots, under a lock
 * per key, the vector has a single entry: whoever has read the key at dot n has seen, or knows
 * overwritten, every dot up to n. So a context is one number, and a write replaces exactly the
 * siblings which its context covers.
 */
record Versions(long newestDot, List<Sibling> siblings) {

  /** The context of a writer that has read nothing: it covers no sibling. */
  static final long NO_CONTEXT = 0;

  static final Versions ABSENT = new Versions(0, List.of());

  /*
   * On disk:
   *
   *   0            1                  9
   *   | format = 1 | newest dot: long | sibling | sibling | ...
   *
   *   sibling: | dot: long | modified in µs: long | deleted: byte | length: int | RpbContent |
   */
  private static final byte FORMAT = 1;

  private static final int HEADER_BYTES = 1 + Long.BYTES;
  private static final int SIBLING_HEADER_BYTES = Long.BYTES + Long.BYTES + 1 + Integer.BYTES;

  Versions {
    siblings = List.copyOf(siblings);
  }

  boolean isAbsent() {
    return siblings.isEmpty();
  }

  /** Whether a reader is told that the key does not exist. */
  boolean isAbsentOrDeleted() {
    for (Sibling sibling : siblings) {
      if (!sibling.deleted()) {
        return false;
      }
    }
    return true;
  }

  boolean isDeletedSince(long micros) {
    for (Sibling sibling : siblings) {
      if (!sibling.deleted() || sibling.modifiedMicros() > micros) {
        return false;
      }
    }
    return !siblings.isEmpty();
  }

  Versions with(long context, Sibling written) {
    if (siblings.isEmpty()) {
      return only(written);
    }
    List<Sibling> kept = new ArrayList<>(siblings.size() + 1);
    for (Sibling sibling : siblings) {
      if (sibling.dot() > context) {
        kept.add(sibling);
      }
    }
    kept.add(written);
    return new Versions(written.dot(), kept);
  }

  static Versions only(Sibling sibling) {
    return new Versions(sibling.dot(), List.of(sibling));
  }

  /** What a bucket with {@code allow_mult=false} keeps: the value modified last. */
  Versions newestOnly() {
    if (siblings.size() < 2) {
      return this;
    }
    Sibling newest = siblings.get(0);
    for (Sibling sibling : siblings) {
      newest = sibling.isNewerThan(newest) ? sibling : newest;
    }
    return new Versions(newestDot, List.of(newest));
  }

  int encodedSize() {
    int size = HEADER_BYTES;
    for (Sibling sibling : siblings) {
      size = Math.addExact(size, SIBLING_HEADER_BYTES + sibling.content().size());
    }
    return size;
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(encodedSize()).put(FORMAT).putLong(newestDot);
    for (Sibling sibling : siblings) {
      out.putLong(sibling.dot()).putLong(sibling.modifiedMicros());
      out.put((byte) (sibling.deleted() ? 1 : 0)).putInt(sibling.content().size());
      sibling.content().copyTo(out);
    }
    return out.array();
  }

  static Versions decode(byte[] stored) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    byte format = in.get();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "stored object has format %d, expected %d: the data directory is of another version; use a new one"
              .formatted(format, FORMAT));
    }
    long newestDot = in.getLong();
    List<Sibling> siblings = new ArrayList<>(1);
    while (in.hasRemaining()) {
      siblings.add(decodeSibling(in));
    }
    return new Versions(newestDot, siblings);
  }

  private static Sibling decodeSibling(ByteBuffer in) {
    long dot = in.getLong();
    long modifiedMicros = in.getLong();
    boolean deleted = in.get() != 0;
    int length = in.getInt();
    return new Sibling(dot, modifiedMicros, deleted, ByteString.copyFrom(in, length));
  }
}
