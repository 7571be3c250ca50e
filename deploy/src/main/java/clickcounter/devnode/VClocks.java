package clickcounter.devnode;

import java.nio.ByteBuffer;
import shaded.com.google.protobuf.ByteString;

/**
 * The opaque vector clocks that clients carry from a read to a write.
 *
 * <p>Stricter than Riak: a clock of another data directory or of another key is refused, because
 * with a single node it can only be a mistake of the client.
 */
final class VClocks {

  /*
   *   0       4                    12             16
   *   | magic | data directory id  | key checksum | dot: long |
   */
  private static final int MAGIC = 0x43435631;

  private static final int BYTES = Integer.BYTES + Long.BYTES + Integer.BYTES + Long.BYTES;

  private final long directoryId;

  VClocks(long directoryId) {
    this.directoryId = directoryId;
  }

  ByteString encode(ObjectKey key, long dot) {
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.putInt(MAGIC).putLong(directoryId).putInt(key.check()).putLong(dot).flip();
    return ByteString.copyFrom(out);
  }

  /** The dot in a clock that {@link #encode} made; no context for an empty one, as in Riak. */
  long decode(ObjectKey key, ByteString vclock) {
    if (vclock.isEmpty()) {
      return Versions.NO_CONTEXT;
    }
    require(vclock.size() == BYTES, vclock, "it has another length");
    ByteBuffer in = vclock.asReadOnlyByteBuffer();
    require(in.getInt() == MAGIC, vclock, "it does not begin with the node's mark");
    require(in.getLong() == directoryId, vclock, "it comes from another data directory");
    require(in.getInt() == key.check(), vclock, "it belongs to another key");
    long dot = in.getLong();
    require(dot > 0, vclock, "its counter is not positive");
    return dot;
  }

  private static void require(boolean holds, ByteString vclock, String why) {
    if (!holds) {
      throw new RefusedException(
          "vclock of %d bytes was not made by this development node for this key: %s; read the key again and put with the vclock of that read"
              .formatted(vclock.size(), why));
    }
  }
}
