package clickcounter.devnode;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A single node that speaks Riak KV's protocol buffers interface, for development and tests: the
 * Riak Java Client is used against it exactly as against a cluster. <em>Never for production.</em>
 *
 * <p>An acknowledged put survives {@code kill -9} of the process, not a power loss. There is one
 * copy of the data, so quorums are checked and otherwise without effect. Of Riak's operations it
 * has get, put, delete, bucket properties, preflists, ping and server info; it refuses all others
 * by name.
 */
public final class DevNode implements AutoCloseable {

  private static final long STOP_SECONDS = 5;
  private static final byte DIRECTORY_ID = 1;

  private final ObjectStore store;
  private final EventLoopGroup threads;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final List<Channel> servers = new ArrayList<>();
  private boolean closed;

  private DevNode(DevNodeConfig config, ObjectStore store) throws IOException {
    this.store = store;
    BucketTypes types = new BucketTypes(config.ringLost());
    long id = directoryId();
    KeyValues values = new KeyValues(store, types, new VClocks(id, new Dots()), config.clock());
    List<String> names = config.names(id);
    Ring ring = new Ring(names);
    threads = new NioEventLoopGroup(config.threads(), new DefaultThreadFactory("devnode"));
    for (int i = 0; i < config.ports().size(); i++) {
      String name = names.get(i);
      listen(config, config.ports().get(i), new Dispatcher(name, values, types, ring));
    }
  }

  /**
   * Opens the data directory, then listens.
   *
   * @throws IOException when another process has the directory or the port; the message says which,
   *     and what to change
   */
  public static DevNode start(DevNodeConfig config) throws IOException {
    ObjectStore store = new ObjectStore(config.data());
    try {
      return new DevNode(config, store);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private void listen(DevNodeConfig config, int port, Dispatcher dispatcher) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(connections(config.door(), dispatcher))
            .bind(DevNodeConfig.HOST, port)
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      stop();
      throw cannotListen(port, bound.cause());
    }
    servers.add(bound.channel());
  }

  private static IOException cannotListen(int port, Throwable cause) {
    boolean inUse = String.valueOf(cause.getMessage()).contains("in use");
    String advice =
        inUse
            ? "stop the program that has the port, or choose another with --port (0 takes a free one)"
            : "choose a port that you may use with --port";
    return new IOException(
        "cannot listen on %s:%d (%s): %s"
            .formatted(DevNodeConfig.HOST, port, cause.getMessage(), advice),
        cause);
  }

  private ChannelInitializer<SocketChannel> connections(
      Supplier<ChannelHandler> door, Dispatcher dispatcher) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        channels.add(channel);
        channel.pipeline().addLast(new FrameCutter());
        if (door != null) {
          channel.pipeline().addLast(door.get());
        }
        channel.pipeline().addLast(new ClientConnection(dispatcher));
      }
    };
  }

  private long directoryId() {
    long id = store.number(DIRECTORY_ID);
    if (id == 0) {
      id = new SecureRandom().nextLong();
      store.writeNumber(DIRECTORY_ID, id);
    }
    return id;
  }

  /** The port it listens on, also if 0 was configured. */
  public int port() {
    return ports().get(0);
  }

  /** One for each node of the cluster that it plays. */
  public List<Integer> ports() {
    return servers.stream()
        .map(server -> ((InetSocketAddress) server.localAddress()).getPort())
        .toList();
  }

  public String host() {
    return DevNodeConfig.HOST;
  }

  /** Closes the connections. Acknowledged puts are kept. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    stop();
    store.close();
  }

  /** The database goes last: an event loop that still ran would use freed native memory. */
  private void stop() {
    servers.forEach(server -> server.close().awaitUninterruptibly());
    channels.close().awaitUninterruptibly();
    threads.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
