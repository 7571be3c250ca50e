package clickcounter.devnode;

import java.nio.ByteBuffer;
import shaded.com.google.protobuf.ByteString;

/**
 * The opaque vector clocks that clients carry from a read to a write.
 *
 * <p>Stricter than Riak: a clock of another data directory or another key is refused, because with
 * a single node it can only be a client's mistake. Bytes that are not a clock close the connection,
 * as in Riak.
 */
record VClocks(long directoryId, Dots dots) {
  /*
   *   0       4                    12             16
   *   | magic | data directory id  | key checksum | newest dot: long |
   */
  private static final int MAGIC = 0x43435632;

  private static final int BYTES = 2 * Integer.BYTES + 2 * Long.BYTES;

  ByteString encode(ObjectKey key, long dot) {
    ByteBuffer out = ByteBuffer.allocate(BYTES);
    out.putInt(MAGIC).putLong(directoryId).putInt(key.check()).putLong(dot);
    return ByteString.copyFrom(out.flip());
  }

  /** Reads what {@link #encode} wrote. An empty one is no clock, as in Riak: 0. */
  long decode(ObjectKey key, ByteString vclock) {
    if (vclock.isEmpty()) {
      return 0;
    }
    ByteBuffer in = vclock.asReadOnlyByteBuffer();
    if (in.remaining() != BYTES || in.getInt() != MAGIC) {
      throw new RefusedException(
          "Error processing incoming message: error:data_error:[{zlib,uncompress,1,[]}]", true);
    }
    require(in.getLong() == directoryId, vclock, "it comes from another data directory");
    require(in.getInt() == key.check(), vclock, "it belongs to another key");
    long dot = in.getLong();
    require(dot > 0, vclock, "its counter is not in the node's format");
    require(dots.mayHaveGiven(dot), vclock, "its counter is far ahead of the node's");
    return dot;
  }

  private static void require(boolean holds, ByteString vclock, String why) {
    RefusedException.unless(
        holds,
        "vclock of %d bytes was not made by this development node for this key: %s; read the key again and put with the vclock of that read"
            .formatted(vclock.size(), why));
  }
}
