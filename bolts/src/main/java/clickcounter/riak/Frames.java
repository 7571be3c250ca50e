package clickcounter.riak;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import shaded.com.google.protobuf.CodedOutputStream;
import shaded.com.google.protobuf.MessageLite;

/** Frames of Riak's protocol: four bytes of length, then the message code, then the body. */
final class Frames {
  static final int LENGTH_BYTES = 4;

  private static final int HEAD_BYTES = LENGTH_BYTES + 1;

  private Frames() {}

  /** A frame whose body of this size is still to be written. */
  static byte[] withHead(int code, int bodyBytes) {
    byte[] frame = new byte[HEAD_BYTES + bodyBytes];
    ByteBuffer.wrap(frame).putInt(1 + bodyBytes).put((byte) code);
    return frame;
  }

  static byte[] of(int code, MessageLite message) {
    byte[] frame = withHead(code, message.getSerializedSize());
    try {
      CodedOutputStream out =
          CodedOutputStream.newInstance(frame, HEAD_BYTES, frame.length - HEAD_BYTES);
      message.writeTo(out);
      out.checkNoSpaceLeft();
      return frame;
    } catch (IOException e) {
      throw new UncheckedIOException("an array does not fail", e);
    }
  }
}
