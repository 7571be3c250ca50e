package clickcounter.riak;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections to one node. Its name is resolved for each of them, because its address may
 * have changed, and its password is read again. Both may wait, so they happen off the event loop.
 *
 * @param waits runs what may wait for a name server or a file
 * @param logIn null for none
 */
record Connector(
    EventLoop loop, Executor waits, String host, int port, RiakSettings settings, LogIn logIn) {
  private static final Logger LOG = LoggerFactory.getLogger(Connector.class);

  /** Riak takes values of 50 MiB. */
  private static final int MAX_FRAME_BYTES = 256 << 20;

  /** A connection that {@link #open} is to open; the listener learns what becomes of it. */
  Connection connection(Connection.Listener listener) {
    return new Connection(
        listener, logIn, () -> logIn.tls(host, port, settings.openingTimeoutMs()));
  }

  void open(Connection connection) {
    try {
      waits.execute(() -> prepare(connection));
    } catch (RejectedExecutionException e) {
      connection.close(e);
    }
  }

  private void prepare(Connection connection) {
    InetSocketAddress address = new InetSocketAddress(host, port);
    Exception failure =
        address.isUnresolved() ? new UnknownHostException("host " + host + " is unknown") : null;
    try {
      if (logIn != null) {
        logIn.readPassword();
      }
    } catch (RiakSetupException e) {
      failure = e;
    }
    Exception why = failure;
    try {
      loop.execute(() -> connect(connection, address, why));
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed before a connection to {} was opened", address, e);
    }
  }

  /**
   * @param failure why it cannot be opened; null if it can
   */
  private void connect(Connection connection, InetSocketAddress address, Exception failure) {
    if (failure != null) {
      connection.close(failure);
      return;
    }
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
