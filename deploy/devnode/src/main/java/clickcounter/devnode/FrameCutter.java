package clickcounter.devnode;

import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/** Cuts what comes in into frames: a length of four bytes, a message code and the message. */
final class FrameCutter extends LengthFieldBasedFrameDecoder {

  /** Above Riak's largest object, so that a value too large is refused as Riak does it. */
  static final int MAX_BYTES = 128 << 20;

  /** A name and a password are all that is said before the log-in. */
  static final int MAX_BYTES_BEFORE_LOG_IN = 8 << 10;

  FrameCutter(int maxBytes) {
    super(maxBytes, 0, Integer.BYTES, 0, Integer.BYTES);
  }

  /** Whether something stands behind the frame that is just served. */
  boolean hasMore() {
    return actualReadableBytes() > 0;
  }
}
