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

/**
 * A proxy that asks a judge about each request. Frames must begin with their length in four bytes,
 * as those of Riak and ActiveMQ do.
 *
 * <p>Frames in one direction of a connection keep their order.
 */
final class FrameProxy implements AutoCloseable {
  private static final int MAX_FRAME_BYTES = 128 << 20;

  /** The index of a frame's type, after its length. */
  static final int TYPE_INDEX = Integer.BYTES;

  static final Judge PASS_ALL = request -> null;

  private final EventLoopGroup threads =
      new NioEventLoopGroup(1, new DefaultThreadFactory("drill-proxy", true));
  private final ChannelGroup clients = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final InetSocketAddress target;
  private final Judge judge;
  private final Channel server;

  /** The connections to both sides. Only the event loop uses this and the two flags. */
  private final ChannelGroup ends = new DefaultChannelGroup(ImmediateEventExecutor.INSTANCE);

  private boolean hangs;
  private boolean refuses;

  private FrameProxy(String host, InetSocketAddress target, Judge judge) throws IOException {
    this.target = target;
    this.judge = judge;
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

  /** Listens on a free port. */
  static FrameProxy start(String host, InetSocketAddress target, Judge judge) throws IOException {
    return new FrameProxy(host, target, judge);
  }

  /** Decides about requests. Called by one thread. */
  interface Judge {
    /** What the client gets instead of the server's answer; null if the request passes. */
    byte[] answerTo(ByteBuf request);
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
                    join(client, new Carrier(backend, client, judge));
                    join(backend, new Carrier(client, client, PASS_ALL));
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

  private final class Carrier extends ChannelInboundHandlerAdapter {
    private final Channel to;
    private final Channel client;
    private final Judge judge;

    Carrier(Channel to, Channel client, Judge judge) {
      this.to = to;
      this.client = client;
      this.judge = judge;
    }

    @Override
    public void channelRead(ChannelHandlerContext from, Object message) {
      ByteBuf frame = (ByteBuf) message;
      byte[] answer = judge.answerTo(frame);
      if (answer == null) {
        to.write(frame);
      } else {
        frame.release();
        client.writeAndFlush(Unpooled.wrappedBuffer(answer));
      }
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

    @Override
    public void channelInactive(ChannelHandlerContext from) {
      to.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext from, Throwable cause) {
      from.close();
    }
  }
}
