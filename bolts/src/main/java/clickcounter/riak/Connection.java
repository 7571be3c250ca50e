package clickcounter.riak;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;

/**
 * One connection to a node, with at most one request in flight. Used on the store's event loop
 * only, and never blocks it.
 */
final class Connection extends SimpleChannelInboundHandler<ByteBuf> {
  /** Learns what becomes of the connection; a failed attempt to open it only closes. */
  interface Listener {
    /** The connection is open, and logged in if Riak needs that. */
    void opened(Connection connection);

    /** The reply to the last request has come: the next one may be sent. */
    void replied(Connection connection, Reply reply);

    void closed(Connection connection, Throwable why);
  }

  private final Listener listener;
  private final LogIn logIn;
  private final Supplier<SslHandler> encryption;
  private final ChannelFutureListener sent = this::sent;
  private ChannelHandlerContext context;
  private BiConsumer<Reply, Throwable> receiver;
  private final long createdNanos = System.nanoTime();
  private long sentNanos;
  private Throwable closedBy;
  private boolean closed;

  /**
   * @param logIn null for none
   * @param encryption asked if there is one
   */
  Connection(Listener listener, LogIn logIn, Supplier<SslHandler> encryption) {
    this.listener = listener;
    this.logIn = logIn;
    this.encryption = encryption;
  }

  @Override
  public void channelActive(ChannelHandlerContext active) {
    context = active;
    if (closed) {
      active.close();
    } else if (logIn == null) {
      listener.opened(this);
    } else {
      send(Messages.startTls(), this::startTls);
    }
  }

  private void startTls(Reply reply, Throwable error) {
    if (refused(reply, error, RiakMessageCodes.MSG_StartTls)) {
      return;
    }
    SslHandler tls = encryption.get();
    context.pipeline().addFirst(tls);
    tls.handshakeFuture()
        .addListener(
            done -> {
              if (done.isSuccess()) {
                send(logIn.request(), this::loggedIn);
              } else {
                close(done.cause());
              }
            });
  }

  private void loggedIn(Reply reply, Throwable error) {
    if (!refused(reply, error, RiakMessageCodes.MSG_AuthResp)) {
      listener.opened(this);
    }
  }

  private boolean refused(Reply reply, Throwable error, int expected) {
    if (error != null) {
      return true;
    }
    try {
      reply.requireCode(expected);
      return false;
    } catch (Exception e) {
      close(e);
      return true;
    }
  }

  /** Sends a request; the receiver gets the reply or the error, once. */
  void send(byte[] request, BiConsumer<Reply, Throwable> newReceiver) {
    if (closed) {
      newReceiver.accept(null, closedBy);
      return;
    }
    receiver = newReceiver;
    sentNanos = System.nanoTime();
    context
        .writeAndFlush(context.alloc().buffer(request.length).writeBytes(request))
        .addListener(sent);
  }

  private void sent(ChannelFuture write) {
    if (!write.isSuccess()) {
      close(write.cause());
    }
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ignored, ByteBuf frame) {
    if (receiver == null || !frame.isReadable()) {
      close(new IOException("a reply without a request"));
      return;
    }
    int code = frame.readByte();
    byte[] body = new byte[frame.readableBytes()];
    frame.readBytes(body);
    BiConsumer<Reply, Throwable> waiting = receiver;
    receiver = null;
    Reply reply = new Reply(code, body);
    listener.replied(this, reply);
    waiting.accept(reply, null);
  }

  long createdNanos() {
    return createdNanos;
  }

  /** When the last request was sent. */
  long sentNanos() {
    return sentNanos;
  }

  boolean isOverdue(long nowNanos, long limitNanos) {
    return receiver != null && nowNanos - sentNanos > limitNanos;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ignored, Throwable cause) {
    close(cause);
  }

  @Override
  public void channelInactive(ChannelHandlerContext ignored) {
    close(new ClosedChannelException());
  }

  /** Closes; a request in flight fails with this reason. */
  void close(Throwable why) {
    if (closed) {
      return;
    }
    closed = true;
    closedBy = why;
    if (context != null) {
      context.close();
    }
    BiConsumer<Reply, Throwable> waiting = receiver;
    receiver = null;
    if (waiting != null) {
      waiting.accept(null, why);
    }
    listener.closed(this, why);
  }
}
