package clickcounter.drill;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_ErrorResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PingReq;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.LongAdder;
import shaded.com.basho.riak.protobuf.RiakPB.RpbErrorResp;
import shaded.com.google.protobuf.ByteString;

/** A proxy between workers and a Riak node, which can hang, go away, and serve no documents. */
final class RiakLine implements AutoCloseable {
  private static final int HEADER_BYTES = Integer.BYTES + 1;

  private final FrameProxy proxy;
  private volatile boolean servesDocuments = true;

  /** Requests for documents that were answered by an error, while it served none. */
  final LongAdder notServed = new LongAdder();

  private RiakLine(String host, InetSocketAddress riak) throws IOException {
    proxy = FrameProxy.start(host, riak, this::answerTo);
  }

  static RiakLine start(String host, InetSocketAddress riak) throws IOException {
    return new RiakLine(host, riak);
  }

  int port() {
    return proxy.port();
  }

  /** Accepts connections from now on, but reads and answers nothing. */
  void hang() {
    proxy.hang();
  }

  /** Continues with what was sent meanwhile. */
  void resume() {
    proxy.resume();
  }

  /**
   * Whether the node serves documents. Riak's processes take connections and answer with properties
   * before all vnodes run, and still do so for a while after these were stopped.
   */
  void serveDocuments(boolean does) {
    servesDocuments = does;
  }

  /** Takes no connection and no request until it comes back. */
  void goAway() {
    proxy.goAway();
  }

  void comeBack() {
    proxy.comeBack();
  }

  @Override
  public void close() {
    proxy.close();
  }

  private byte[] answerTo(ByteBuf request) {
    byte type = request.getByte(FrameProxy.TYPE_INDEX);
    if (servesDocuments || type == MSG_GetBucketReq || type == MSG_PingReq) {
      return null;
    }
    notServed.increment();
    return error("Unknown message code: " + type);
  }

  private static byte[] error(String text) {
    byte[] body =
        RpbErrorResp.newBuilder()
            .setErrmsg(ByteString.copyFromUtf8(text))
            .setErrcode(0)
            .build()
            .toByteArray();
    return ByteBuffer.allocate(HEADER_BYTES + body.length)
        .putInt(1 + body.length)
        .put(MSG_ErrorResp)
        .put(body)
        .array();
  }
}
