package clickcounter.devnode;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import shaded.com.google.protobuf.ByteString;

/**
 * A key in the database: {@code |length: short|bucket|key|}.
 *
 * @param check a checksum of the bytes; ties a vector clock to its key
 */
record ObjectKey(byte[] bytes, int check) {

  private static final int MAX_NAME_BYTES = 0xFFFF;

  static ObjectKey of(ByteString bucket, ByteString key) {
    requireName("Bucket", bucket);
    requireName("Key", key);
    ByteBuffer out = ByteBuffer.allocate(Short.BYTES + bucket.size() + key.size());
    out.putShort((short) bucket.size());
    bucket.copyTo(out);
    key.copyTo(out);
    CRC32C crc = new CRC32C();
    crc.update(out.array());
    return new ObjectKey(out.array(), (int) crc.getValue());
  }

  private static void requireName(String what, ByteString name) {
    RefusedException.unless(!name.isEmpty(), what + " cannot be zero-length");
    RefusedException.unless(
        name.size() <= MAX_NAME_BYTES,
        "%s has %d bytes, the development node takes at most %d"
            .formatted(what, name.size(), MAX_NAME_BYTES));
  }
}
