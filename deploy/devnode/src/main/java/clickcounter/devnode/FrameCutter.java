package clickcounter.devnode;

import io.netty.handler.codec.LengthFieldBasedFrameDecoder;

/** Cuts what comes in into frames: a length of four bytes, a message code and the message. */
final class FrameCutter extends LengthFieldBasedFrameDecoder {

  /** Above Riak's largest object, so that a value too large is refused as Riak does it. */
  private static final int MAX_BYTES = 128 << 20;

  FrameCutter() {
    super(MAX_BYTES, 0, Integer.BYTES, 0, Integer.BYTES);
  }

  /** Whether something stands behind the frame that is just served. */
  boolean hasMore() {
    return actualReadableBytes() > 0;
  }
}
