package clickcounter.devnode;

import shaded.com.google.protobuf.ByteString;

/** A bucket within its bucket type. */
record BucketId(ByteString type, ByteString bucket) {

  static final ByteString DEFAULT_TYPE = ByteString.copyFromUtf8("default");

  BucketId {
    requireName("Bucket", bucket);
    requireName("Type", type);
  }

  static BucketId of(boolean hasType, ByteString type, ByteString bucket) {
    return new BucketId(typeOf(hasType, type), bucket);
  }

  static ByteString typeOf(boolean hasType, ByteString type) {
    return hasType ? type : DEFAULT_TYPE;
  }

  private static void requireName(String what, ByteString name) {
    if (name.isEmpty()) {
      throw new RefusedException(what + " cannot be zero-length");
    }
    ObjectKey.requireLength(what, name);
  }
}
