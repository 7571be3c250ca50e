package clickcounter.riak;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetSocketAddress;

/** Opens connections to one address. */
final class Connector {
  /** Riak takes values of 50 MiB. */
  private static final int MAX_FRAME_BYTES = 256 << 20;

  private final EventLoop loop;
  private final InetSocketAddress address;
  private final RiakSettings settings;
  private final LogIn logIn;

  /**
   * @param logIn null for none
   */
  Connector(EventLoop loop, InetSocketAddress address, RiakSettings settings, LogIn logIn) {
    this.loop = loop;
    this.address = address;
    this.settings = settings;
    this.logIn = logIn;
  }

  /** A connection that {@link #open} is to open; the listener learns what becomes of it. */
  Connection connection(Connection.Listener listener) {
    return new Connection(listener, logIn, settings.operationTimeoutMs());
  }

  void open(Connection connection) {
    new Bootstrap()
        .group(loop)
        .channel(NioSocketChannel.class)
        .option(ChannelOption.TCP_NODELAY, true)
        .option(ChannelOption.SO_KEEPALIVE, true)
        .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, settings.connectTimeoutMs())
        .handler(
            new ChannelInitializer<Channel>() {
              @Override
              protected void initChannel(Channel channel) {
                channel
                    .pipeline()
                    .addLast(
                        new LengthFieldBasedFrameDecoder(
                            MAX_FRAME_BYTES, 0, Frames.LENGTH_BYTES, 0, Frames.LENGTH_BYTES))
                    .addLast(connection);
              }
            })
        .connect(address)
        .addListener(
            done -> {
              if (!done.isSuccess()) {
                connection.close(done.cause());
              }
            });
  }
}
