package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthResp;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import javax.net.ssl.SSLEngine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * One client's connection: requests are served one after another, and answered in that order. With
 * {@link Security} none is served until the client has started TLS and logged in; any other
 * request, or a wrong password, is answered with an error, and the connection is closed.
 *
 * <p>The work is done on the event loop: it takes microseconds, and handing it to another thread
 * would cost more.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private final Dispatcher dispatcher;
  private final Security security;
  private boolean isAdmitted;
  private boolean closed;

  /**
   * @param security null for none
   */
  ClientConnection(Dispatcher dispatcher, Security security) {
    this.dispatcher = dispatcher;
    this.security = security;
    isAdmitted = security == null;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      Response answer = closed ? null : answer(context, frame);
      if (answer != null) {
        write(context, answer);
      }
    } catch (InvalidProtocolBufferException e) {
      closeWithError(context, "malformed request: " + e.getMessage());
    } finally {
      frame.release();
    }
  }

  /** Null for an answer that comes later. */
  private Response answer(ChannelHandlerContext context, ByteBuf frame)
      throws InvalidProtocolBufferException {
    if (!frame.isReadable()) {
      throw new InvalidProtocolBufferException("a frame of length 0 has no message code");
    }
    byte code = frame.readByte();
    byte[] body = ByteBufUtil.getBytes(frame);
    return isAdmitted ? dispatcher.answer(code, body) : admit(context, code, body);
  }

  private Response admit(ChannelHandlerContext context, byte code, byte[] body)
      throws InvalidProtocolBufferException {
    SslHandler tls = context.pipeline().get(SslHandler.class);
    if (tls == null && code == MSG_StartTls) {
      return startTls(context);
    }
    if (tls == null || !tls.handshakeFuture().isSuccess() || code != MSG_AuthReq) {
      return Response.error("Security is enabled, please STARTTLS first").asLast();
    }
    RpbAuthReq request = RpbAuthReq.parseFrom(body);
    boolean admits =
        security.admits(request.getUser().toStringUtf8(), request.getPassword().toStringUtf8());
    security.logIns().accept(() -> context.executor().execute(() -> loggedIn(context, admits)));
    return null;
  }

  private void loggedIn(ChannelHandlerContext context, boolean admits) {
    isAdmitted = admits;
    write(
        context,
        admits ? Response.of(MSG_AuthResp) : Response.error("Authentication failed").asLast());
    context.flush();
  }

  /** The answer is the last one in plain text, and nothing sent in plain text is used after it. */
  private Response startTls(ChannelHandlerContext context) {
    if (context.pipeline().get(FrameCutter.class).hasMore()) {
      return Response.error("Data was sent after STARTTLS and before the handshake").asLast();
    }
    SSLEngine engine = security.tls().createSSLEngine();
    engine.setUseClientMode(false);
    context.pipeline().addFirst(new SslHandler(engine, true));
    return Response.of(MSG_StartTls);
  }

  /** One flush for all requests that came in one read. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  private void write(ChannelHandlerContext context, Response answer) {
    if (answer.isLast()) {
      closeWith(context, answer);
    } else {
      context.write(frame(answer), context.voidPromise());
    }
  }

  private static ByteBuf frame(Response answer) {
    byte[] body = answer.body().toByteArray();
    ByteBuf header = Unpooled.buffer(Integer.BYTES + 1);
    header.writeInt(1 + body.length).writeByte(answer.code());
    return Unpooled.wrappedBuffer(header, Unpooled.wrappedBuffer(body));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof DecoderException) {
      closeWithError(context, "malformed frame: " + cause.getMessage());
      return;
    }
    if (!(cause instanceof IOException)) {
      LOG.error("A connection failed inside the development node; it is closed", cause);
    }
    closed = true;
    context.close();
  }

  private void closeWithError(ChannelHandlerContext context, String message) {
    LOG.warn("Closing the connection of {}: {}", context.channel().remoteAddress(), message);
    closeWith(context, Response.error(message));
  }

  private void closeWith(ChannelHandlerContext context, Response error) {
    closed = true;
    context.writeAndFlush(frame(error)).addListener(ChannelFutureListener.CLOSE);
  }
}
