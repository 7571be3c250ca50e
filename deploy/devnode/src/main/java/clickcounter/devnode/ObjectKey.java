package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import shaded.com.google.protobuf.ByteString;

/**
 * A key in the database: {@code |length: short|type|length: short|bucket|key|}, so that a bucket is
 * one range of it.
 *
 * @param check a checksum of the bytes; ties a vector clock to its key
 */
record ObjectKey(byte[] bytes, int check) {

  private static final int MAX_NAME_BYTES = 0xFFFF;

  static ObjectKey of(BucketId bucket, ByteString key) {
    requireLength("key", key);
    byte[] bytes = concat(bucket, key);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return new ObjectKey(bytes, (int) crc.getValue());
  }

  static byte[] prefixOf(BucketId bucket) {
    return concat(bucket, ByteString.EMPTY);
  }

  /** The type's name at the beginning of a bucket's prefix. */
  static ByteString typeIn(ByteString prefix) {
    int length = Short.toUnsignedInt(prefix.asReadOnlyByteBuffer().getShort());
    return prefix.substring(Short.BYTES, Short.BYTES + length);
  }

  static void requireLength(String what, ByteString name) {
    if (name.size() > MAX_NAME_BYTES) {
      throw new RefusedException(
          "%s has %d bytes, the development node takes at most %d"
              .formatted(what, name.size(), MAX_NAME_BYTES));
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ObjectKey that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return check;
  }

  private static byte[] concat(BucketId id, ByteString key) {
    int size = 2 * Short.BYTES + id.type().size() + id.bucket().size() + key.size();
    ByteBuffer out = ByteBuffer.allocate(size);
    out.putShort((short) id.type().size());
    id.type().copyTo(out);
    out.putShort((short) id.bucket().size());
    id.bucket().copyTo(out);
    key.copyTo(out);
    return out.array();
  }
}
