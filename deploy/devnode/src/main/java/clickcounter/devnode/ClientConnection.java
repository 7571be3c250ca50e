package clickcounter.devnode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * One client's connection: requests are served one after another, and answered in that order.
 *
 * <p>The work is done on the event loop: it takes microseconds, and handing it to another thread
 * would cost more.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private final Dispatcher dispatcher;
  private boolean closed;

  ClientConnection(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    try {
      if (!closed) {
        write(context, answer(frame));
      }
    } catch (InvalidProtocolBufferException e) {
      closeWithError(context, "malformed request: " + e.getMessage());
    } finally {
      frame.release();
    }
  }

  private Response answer(ByteBuf frame) throws InvalidProtocolBufferException {
    if (!frame.isReadable()) {
      throw new InvalidProtocolBufferException("a frame of length 0 has no message code");
    }
    byte code = frame.readByte();
    return dispatcher.answer(code, ByteBufUtil.getBytes(frame));
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

  static ByteBuf frame(Response answer) {
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
