package clickcounter.devnode;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import shaded.com.google.protobuf.InvalidProtocolBufferException;
import shaded.com.google.protobuf.MessageLite;

/**
 * One client's connection: requests are served one after another, and answered in that order.
 *
 * <p>The work is done on the event loop: it takes microseconds, and handing it to another thread
 * would cost more. A slow request (a listing, a delay by a fault) makes the requests behind it
 * wait, but does not block the thread.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {

  private static final Logger LOG = LoggerFactory.getLogger(ClientConnection.class);

  private static final int FRAME_HEADER_BYTES = Integer.BYTES + 1;

  private final Dispatcher dispatcher;
  private final Deque<ByteBuf> waiting = new ArrayDeque<>();
  private boolean busy;
  private boolean closed;

  ClientConnection(Dispatcher dispatcher) {
    this.dispatcher = dispatcher;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ByteBuf frame = (ByteBuf) message;
    if (closed) {
      frame.release();
    } else if (busy) {
      waiting.add(frame);
    } else {
      serve(context, frame);
    }
  }

  /** One flush for all requests that came in one read. */
  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    context.flush();
  }

  private void serve(ChannelHandlerContext context, ByteBuf frame) {
    try {
      perform(context, decode(frame));
    } catch (InvalidProtocolBufferException e) {
      closeWithError(context, "malformed request: " + e.getMessage());
    } catch (RuntimeException e) {
      LOG.error("A request could not be prepared: is the fault hook in order?", e);
      write(context, Response.error("development node failed: " + e));
    } finally {
      frame.release();
    }
  }

  private DecodedRequest decode(ByteBuf frame) throws InvalidProtocolBufferException {
    if (!frame.isReadable()) {
      throw new InvalidProtocolBufferException("a frame of length 0 has no message code");
    }
    byte code = frame.readByte();
    return dispatcher.decode(code, ByteBufUtil.getBytes(frame));
  }

  private void perform(ChannelHandlerContext context, DecodedRequest call) {
    Faults.Decision fault = call.fault();
    switch (fault.kind()) {
      case NONE -> write(context, call.run());
      case DROP_ANSWER -> call.run();
      case REFUSE -> write(context, Response.error(fault.message()));
      case ERROR -> {
        call.run();
        write(context, Response.error(fault.message()));
      }
      case DELAY -> later(context, fault.pause(), () -> write(context, call.run()));
      case DELAY_ANSWER -> {
        Response answer = call.run();
        later(context, fault.pause(), () -> write(context, answer));
      }
      case CLOSE_BEFORE -> close(context);
      case CLOSE_AFTER -> {
        call.run();
        close(context);
      }
    }
  }

  private void later(ChannelHandlerContext context, Duration pause, Runnable work) {
    pause(context);
    Runnable resumeAndWork =
        () -> {
          // First, because the work may have to wait again.
          busy = false;
          work.run();
          resume(context);
        };
    context.executor().schedule(resumeAndWork, pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void pause(ChannelHandlerContext context) {
    busy = true;
    context.channel().config().setAutoRead(false);
  }

  private void resume(ChannelHandlerContext context) {
    while (!busy && !waiting.isEmpty()) {
      serve(context, waiting.remove());
    }
    context.flush();
    readOn(context);
  }

  /** Stops reading from a client that does not read its answers. */
  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    readOn(context);
    context.fireChannelWritabilityChanged();
  }

  private void readOn(ChannelHandlerContext context) {
    if (!busy && !closed) {
      context.channel().config().setAutoRead(context.channel().isWritable());
    }
  }

  private void write(ChannelHandlerContext context, Response answer) {
    if (answer instanceof Response.One one) {
      context.write(frame(one.code(), one.body()), context.voidPromise());
    } else if (answer instanceof Response.Many many) {
      pause(context);
      writeNext(context, many.code(), many.bodies());
    } else if (answer instanceof Response.Text text) {
      context.write(frame(text.code(), text.text()), context.voidPromise());
    } else if (answer instanceof Response.Last last) {
      closeWith(context, last.error());
    } else if (answer instanceof Response.Later later) {
      later(context, later.pause(), () -> write(context, Response.to(later.work())));
    }
  }

  /** The next part is read when this one is sent, so that a slow client costs no memory. */
  private void writeNext(ChannelHandlerContext context, int code, Iterator<MessageLite> bodies) {
    MessageLite body;
    try {
      body = bodies.next();
    } catch (RuntimeException e) {
      LOG.error("A listing failed inside the development node", e);
      closeWithError(context, "development node failed: " + e);
      return;
    }
    ChannelFuture sent = context.writeAndFlush(frame(code, body));
    // Through the queue, so that other connections are served between two parts.
    sent.addListener(
        done ->
            context.executor().execute(() -> afterPart(context, code, bodies, done.isSuccess())));
  }

  private void afterPart(
      ChannelHandlerContext context, int code, Iterator<MessageLite> bodies, boolean sent) {
    if (sent && bodies.hasNext()) {
      writeNext(context, code, bodies);
    } else {
      busy = false;
      resume(context);
    }
  }

  static ByteBuf frame(int code, MessageLite body) {
    return frame(code, body.toByteArray());
  }

  private static ByteBuf frame(int code, byte[] bytes) {
    ByteBuf header = Unpooled.buffer(FRAME_HEADER_BYTES);
    header.writeInt(1 + bytes.length).writeByte(code);
    return bytes.length == 0
        ? header
        : Unpooled.wrappedBuffer(header, Unpooled.wrappedBuffer(bytes));
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    forgetWaiting();
    context.fireChannelInactive();
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

  private void closeWith(ChannelHandlerContext context, Response.One error) {
    forgetWaiting();
    context
        .writeAndFlush(frame(error.code(), error.body()))
        .addListener(ChannelFutureListener.CLOSE);
  }

  private void close(ChannelHandlerContext context) {
    forgetWaiting();
    context.close();
  }

  private void forgetWaiting() {
    closed = true;
    waiting.forEach(ByteBuf::release);
    waiting.clear();
  }
}
