package clickcounter.devnode;

import java.util.Objects;
import shaded.com.google.protobuf.ByteString;

/**
 * One value of a key, or the tombstone that a delete left.
 *
 * @param dot names the write: unique in a data directory, and increasing
 * @param content an encoded {@code RpbContent}, as it is sent to clients
 */
record Sibling(long dot, long modifiedMicros, boolean deleted, ByteString content) {

  Sibling {
    if (dot <= 0) {
      throw new IllegalArgumentException("dot=" + dot + ", expected a positive number");
    }
    Objects.requireNonNull(content, "content");
  }
}
