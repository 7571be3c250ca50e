package clickcounter.drill;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A proxy that asks a judge about each frame. Frames must begin with their length in four bytes, as
 * those of Riak and ActiveMQ do.
 *
 * <p>Frames in one direction of a connection keep their order, except those that are held up.
 */
final class FrameProxy implements AutoCloseable {
  private static final int MAX_FRAME_BYTES = 128 << 20;

  /** The index of a frame's type, after its length. */
  static final int TYPE_INDEX = Integer.BYTES;

  private final EventLoopGroup threads =
      new NioEventLoopGroup(1, new DefaultThreadFactory("drill-proxy", true));
  private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final InetSocketAddress target;
  private final Supplier<Judge> judges;
  private final Channel server;

  /** The connections to both sides. Only the event loop uses this and the two flags. */
  private final ChannelGroup ends = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

  private boolean hangs;
  private boolean refuses;

  private FrameProxy(String host, InetSocketAddress target, Supplier<Judge> judges)
      throws IOException {
    this.target = target;
    this.judges = judges;
    var bound =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            // A server that is down must look down: nothing is read before it is connected.
            .childOption(ChannelOption.AUTO_READ, false)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(client())
            .bind(host, 0)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      threads.shutdownGracefully();
      throw new IOException("no proxy can listen on " + host + ": " + bound.cause(), bound.cause());
    }
    server = bound.channel();
  }

  /**
   * Listens on a free port.
   *
   * @param judges makes a judge for each connection
   */
  static FrameProxy start(String host, InetSocketAddress target, Supplier<Judge> judges)
      throws IOException {
    return new FrameProxy(host, target, judges);
  }

  /** Decides about the frames of one connection. Called by one thread. */
  interface Judge {
    FrameAction onRequest(ByteBuf frame);

    FrameAction onAnswer(ByteBuf frame);
  }

  /**
   * What happens to a frame.
   *
   * @param answer what the client gets instead; null for nothing
   * @param holdUpMs the delay of the frame
   */
  record FrameAction(boolean passes, byte[] answer, long holdUpMs) {
    static final FrameAction PASS = new FrameAction(true, null, 0);
    static final FrameAction SWALLOW = new FrameAction(false, null, 0);

    static FrameAction holdUp(long ms) {
      return new FrameAction(true, null, ms);
    }

    static FrameAction answer(byte[] frame) {
      return new FrameAction(false, frame, 0);
    }
  }

  int port() {
    return ((InetSocketAddress) server.localAddress()).getPort();
  }

  /**
   * Behaves as a process after SIGSTOP: the system accepts connections and data, and nothing is
   * read.
   */
  void hang() {
    standStill(true);
  }

  /** Continues with what was sent meanwhile. */
  void resume() {
    standStill(false);
  }

  private void standStill(boolean still) {
    server
        .eventLoop()
        .submit(
            () -> {
              hangs = still;
              server.config().setAutoRead(!still);
              ends.forEach(end -> end.config().setAutoRead(!still));
            })
        .awaitUninterruptibly();
  }

  /** Closes all connections from now on, as if no process listened behind the line. */
  void goAway() {
    refuse(true);
    cut();
  }

  /** Takes connections again. */
  void comeBack() {
    refuse(false);
  }

  private void refuse(boolean all) {
    server.eventLoop().submit(() -> refuses = all).awaitUninterruptibly();
  }

  /** Closes all connections. */
  void cut() {
    clients.close().awaitUninterruptibly();
  }

  @Override
  public void close() {
    server.close().awaitUninterruptibly();
    cut();
    threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }

  private ChannelInitializer<SocketChannel> client() {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel client) {
        if (refuses) {
          client.close();
          return;
        }
        clients.add(client);
        connect(client);
      }
    };
  }

  private void connect(Channel client) {
    Judge judge = judges.get();
    new Bootstrap()
        .group(client.eventLoop())
        .channel(NioSocketChannel.class)
        .option(ChannelOption.AUTO_READ, false)
        .option(ChannelOption.TCP_NODELAY, true)
        .handler(new ChannelInboundHandlerAdapter())
        .connect(target)
        .addListener(
            (ChannelFutureListener)
                connected -> {
                  if (connected.isSuccess()) {
                    Channel backend = connected.channel();
                    join(client, new Carrier(backend, client, judge::onRequest));
                    join(backend, new Carrier(client, client, judge::onAnswer));
                    ends.add(client);
                    ends.add(backend);
                    client.config().setAutoRead(!hangs);
                    backend.config().setAutoRead(!hangs);
                  } else {
                    client.close();
                  }
                });
  }

  private static void join(Channel from, Carrier carrier) {
    from.pipeline()
        .addLast(new LengthFieldBasedFrameDecoder(MAX_FRAME_BYTES, 0, Integer.BYTES, 0, 0))
        .addLast(carrier);
  }

  private interface Direction {
    FrameAction judge(ByteBuf frame);
  }

  private final class Carrier extends ChannelInboundHandlerAdapter {
    private final Channel to;
    private final Channel client;
    private final Direction direction;
    private int heldUp;
    private boolean ended;

    Carrier(Channel to, Channel client, Direction direction) {
      this.to = to;
      this.client = client;
      this.direction = direction;
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
      ByteBuf frame = (ByteBuf) message;
      FrameAction action = direction.judge(frame);
      if (action.holdUpMs() > 0) {
        heldUp++;
        from.executor().schedule(() -> passOn(frame), action.holdUpMs(), TimeUnit.MILLISECONDS);
      } else if (action.passes()) {
        to.write(frame);
      } else {
        frame.release();
        if (action.answer() != null) {
          client.writeAndFlush(Unpooled.wrappedBuffer(action.answer()));
        }
      }
    }

    private void passOn(ByteBuf frame) {
      to.writeAndFlush(frame);
      heldUp--;
      closeAfterEnd();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext from) {
      to.flush();
    }

    /** Stops reading from a side that sends faster than the other one reads. */
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext from) {
      to.config().setAutoRead(from.channel().isWritable() && !hangs);
    }

    /**
     * Frames that are held up arrive late even if the client has closed: they were on their way.
     */
    @Override
    public void channelInactive(ChannelHandlerContext from) {
      ended = true;
      closeAfterEnd();
    }

    private void closeAfterEnd() {
      if (ended && heldUp == 0) {
        to.close();
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
      from.close();
    }
  }
}
