package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import shaded.com.google.protobuf.ByteString;

/**
 * What the node has of a key: its siblings.
 *
 * <p>The rule is that of dotted version vectors, of which one node needs one number. A write
 * replaces exactly the siblings that its author had seen.
 *
 * @param seen the newest dot of the key, whose reader has seen all siblings; 0 if there is none
 */
record StoredSiblings(long seen, List<Sibling> siblings) {

  static final StoredSiblings ABSENT = new StoredSiblings(0, List.of());

  /*
   * On disk:
   *
   *   0            1
   *   | format = 3 | seen: long | sibling | sibling | ...
   *
   *   sibling: | dot: long | modified in µs: long | deleted: byte | length: int | RpbContent |
   */
  private static final byte FORMAT = 3;

  private static final int SIBLING_HEADER_BYTES = 2 * Long.BYTES + 1 + Integer.BYTES;

  StoredSiblings {
    siblings = List.copyOf(siblings);
  }

  boolean isAbsent() {
    return siblings.isEmpty();
  }

  /** Whether a reader gets the answer that the key does not exist. */
  boolean isAbsentOrDeleted() {
    return siblings.stream().allMatch(Sibling::deleted);
  }

  boolean isDeletedSince(long micros) {
    return !siblings.isEmpty()
        && siblings.stream().allMatch(each -> each.deleted() && each.modifiedMicros() <= micros);
  }

  /**
   * @param context what the author of the write has seen; 0 for nothing
   */
  StoredSiblings with(long context, Sibling written) {
    List<Sibling> kept = new ArrayList<>(siblings);
    kept.removeIf(sibling -> sibling.dot() <= context);
    kept.add(written);
    return new StoredSiblings(Math.max(seen, Math.max(context, written.dot())), kept);
  }

  int encodedSize() {
    int size = 1 + Long.BYTES;
    for (Sibling sibling : siblings) {
      size = Math.addExact(size, SIBLING_HEADER_BYTES + sibling.content().size());
    }
    return size;
  }

  byte[] encode() {
    ByteBuffer out = ByteBuffer.allocate(encodedSize()).put(FORMAT).putLong(seen);
    for (Sibling sibling : siblings) {
      out.putLong(sibling.dot()).putLong(sibling.modifiedMicros());
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
    long seen = in.getLong();
    List<Sibling> siblings = new ArrayList<>(1);
    while (in.hasRemaining()) {
      siblings.add(decodeSibling(in));
    }
    return new StoredSiblings(seen, siblings);
  }

  private static Sibling decodeSibling(ByteBuffer in) {
    long dot = in.getLong();
    long modifiedMicros = in.getLong();
    boolean deleted = in.get() != 0;
    int length = in.getInt();
    return new Sibling(dot, modifiedMicros, deleted, ByteString.copyFrom(in, length));
  }
}
