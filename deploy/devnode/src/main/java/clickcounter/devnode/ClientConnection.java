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

  private static final int FRAME_HEADER_BYTES = Integer.BYTES + 1;

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

  /** Stops reading from a client that does not read its answers. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    if (!closed) {
      context.channel().config().setAutoRead(context.channel().isWritable());
    }
    context.fireChannelWritabilityChanged();
  }

  private void write(ChannelHandlerContext context, Response answer) {
    if (answer.isLast()) {
      closeWith(context, answer);
    } else {
      context.write(frame(answer), context.voidPromise());
    }
  }

  static ByteBuf frame(Response answer) {
    byte[] bytes = answer.body().toByteArray();
    ByteBuf header = Unpooled.buffer(FRAME_HEADER_BYTES);
    header.writeInt(1 + bytes.length).writeByte(answer.code());
    return bytes.length == 0
        ? header
        : Unpooled.wrappedBuffer(header, Unpooled.wrappedBuffer(bytes));
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof DecoderException) {
      closeWithError(context, "malformed frame: " + cause.getMessage());
    } else if (cause instanceof IOException) {
      // The client has closed the connection.
      close(context);
    } else {
      LOG.error("A connection failed inside the development node; it is closed", cause);
      close(context);
    }
  }

  private void closeWithError(ChannelHandlerContext context, String message) {
    LOG.warn("Closing the connection of {}: {}", context.channel().remoteAddress(), message);
    closeWith(context, Response.error(message));
  }

  private void closeWith(ChannelHandlerContext context, Response error) {
    closed = true;
    context.writeAndFlush(frame(error)).addListener(ChannelFutureListener.CLOSE);
  }

  private void close(ChannelHandlerContext context) {
    closed = true;
    context.close();
  }
}
