package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import shaded.com.google.protobuf.ByteString;

/**
 * What one replica has of a key: its siblings, and the clock of everything that it has seen.
 *
 * <p>The rule is that of a dotted version vector set. A write replaces exactly the siblings that
 * its context covers. A merge of two replicas drops a sibling that one of them lacks although its
 * clock covers it: it was overwritten there.
 */
record StoredSiblings(Clock clock, List<Sibling> siblings) {

  static final StoredSiblings ABSENT = new StoredSiblings(Clock.NONE, List.of());

  /*
   * On disk:
   *
   *   0            1
   *   | format = 2 | clock | sibling | sibling | ...
   *
   *   sibling: | actor: long | dot: long | modified in µs: long | deleted: byte | length: int | RpbContent |
   */
  private static final byte FORMAT = 2;

  private static final int SIBLING_HEADER_BYTES = 3 * Long.BYTES + 1 + Integer.BYTES;

  StoredSiblings {
    siblings = List.copyOf(siblings);
  }

  boolean isAbsent() {
    return siblings.isEmpty();
  }

  /** Whether a reader gets the answer that the key does not exist. */
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

  StoredSiblings with(Clock context, Sibling written) {
    Clock seen = seenBy(context, written);
    if (siblings.isEmpty()) {
      return new StoredSiblings(seen, List.of(written));
    }
    List<Sibling> kept = new ArrayList<>(siblings.size() + 1);
    for (Sibling sibling : siblings) {
      if (!sibling.isCoveredBy(context)) {
        kept.add(sibling);
      }
    }
    kept.add(written);
    return new StoredSiblings(seen, kept);
  }

  /** Replaces all siblings, whatever the writer had seen. */
  StoredSiblings replacedBy(Clock context, Sibling written) {
    return new StoredSiblings(seenBy(context, written), List.of(written));
  }

  private Clock seenBy(Clock context, Sibling written) {
    return clock.join(context).join(Clock.of(written.actor(), written.dot()));
  }

  StoredSiblings merge(StoredSiblings other) {
    if (clock.equals(other.clock)) {
      return this;
    }
    List<Sibling> kept = new ArrayList<>(siblings.size() + other.siblings.size());
    for (Sibling sibling : siblings) {
      if (other.siblings.contains(sibling) || !sibling.isCoveredBy(other.clock)) {
        kept.add(sibling);
      }
    }
    for (Sibling sibling : other.siblings) {
      if (!siblings.contains(sibling) && !sibling.isCoveredBy(clock)) {
        kept.add(sibling);
      }
    }
    return new StoredSiblings(clock.join(other.clock), kept);
  }

  /** What a bucket with {@code allow_mult=false} keeps: the value modified last. */
  StoredSiblings newestOnly() {
    if (siblings.size() < 2) {
      return this;
    }
    Sibling newest = siblings.get(0);
    for (Sibling sibling : siblings) {
      newest = sibling.isNewerThan(newest) ? sibling : newest;
    }
    return new StoredSiblings(clock, List.of(newest));
  }

  int encodedSize() {
    int size = 1 + clock.encodedSize();
    for (Sibling sibling : siblings) {
      size = Math.addExact(size, SIBLING_HEADER_BYTES + sibling.content().size());
    }
    return size;
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(encodedSize()).put(FORMAT);
    clock.encode(out);
    for (Sibling sibling : siblings) {
      out.putLong(sibling.actor()).putLong(sibling.dot()).putLong(sibling.modifiedMicros());
      out.put((byte) (sibling.deleted() ? 1 : 0)).putInt(sibling.content().size());
      sibling.content().copyTo(out);
    }
    return out.array();
  }

  static StoredSiblings decode(byte[] stored) {
    ByteBuffer in = ByteBuffer.wrap(stored);
    byte format = in.get();
    if (format != FORMAT) {
      throw new IllegalStateException(
          "stored object has format %d, expected %d: the data directory is of another version; use a new one"
              .formatted(format, FORMAT));
    }
    Clock clock = Clock.decode(in);
    List<Sibling> siblings = new ArrayList<>(1);
    while (in.hasRemaining()) {
      siblings.add(decodeSibling(in));
    }
    return new StoredSiblings(clock, siblings);
  }

  private static Sibling decodeSibling(ByteBuffer in) {
    long actor = in.getLong();
    long dot = in.getLong();
    long modifiedMicros = in.getLong();
    boolean deleted = in.get() != 0;
    int length = in.getInt();
    return new Sibling(actor, dot, modifiedMicros, deleted, ByteString.copyFrom(in, length));
  }
}
