package clickcounter.devnode;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.concurrent.TimeUnit;

/**
 * A single node that speaks Riak KV's protocol buffers interface, for development and tests: the
 * Riak Java Client is used against it exactly as against a cluster. <em>Never for production.</em>
 *
 * <p>An acknowledged put survives {@code kill -9} of the process, not a power loss. There are no
 * replicas, so quorums are checked and otherwise without effect. Of Riak's operations it has get,
 * put, delete, bucket properties, listings, ping and server info; it refuses all others by name.
 */
public final class DevNode implements AutoCloseable {

  /** Above Riak's largest object, so that a value too large is refused as Riak does it. */
  private static final int MAX_FRAME_BYTES = 128 << 20;

  private static final long STOP_SECONDS = 5;
  private static final byte[] DIRECTORY_ID = "node/id".getBytes(StandardCharsets.UTF_8);
  private static final byte[] RESERVED_DOTS = "node/dots".getBytes(StandardCharsets.UTF_8);

  private final ObjectStore store;
  private final KeyValues values;
  private final Dispatcher dispatcher;
  private final EventLoopGroup threads;
  private final ChannelGroup channels = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final Channel server;
  private boolean closed;

  private DevNode(DevNodeConfig config, ObjectStore store) throws IOException {
    this.store = store;
    BucketTypes types = new BucketTypes(store);
    Dots dots = new Dots(readLong(RESERVED_DOTS), dot -> writeLong(RESERVED_DOTS, dot));
    VClocks vclocks = new VClocks(directoryId());
    values = new KeyValues(store, types, vclocks, dots, config.clock(), config.tombstoneLife());
    dispatcher = new Dispatcher(values, types, new Listings(store, values), config.faults());
    threads = new NioEventLoopGroup(config.threads(), new DefaultThreadFactory("devnode"));
    server = listen(config);
  }

  /**
   * Opens the data directory, then listens.
   *
   * @throws IOException when another process has the directory or the port; the message says which,
   *     and what to change
   */
  public static DevNode start(DevNodeConfig config) throws IOException {
    ObjectStore store = ObjectStore.open(config.data());
    try {
      return new DevNode(config, store);
    } catch (IOException | RuntimeException e) {
      store.close();
      throw e;
    }
  }

  private Channel listen(DevNodeConfig config) throws IOException {
    ChannelFuture bound =
        new ServerBootstrap()
            .group(threads)
            .channel(NioServerSocketChannel.class)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childHandler(connections(config.security()))
            .bind(config.host(), config.port())
            .awaitUninterruptibly();
    if (!bound.isSuccess()) {
      stopThreads();
      throw cannotListen(config, bound.cause());
    }
    return bound.channel();
  }

  private static IOException cannotListen(DevNodeConfig config, Throwable cause) {
    boolean inUse = String.valueOf(cause.getMessage()).contains("in use");
    String advice =
        inUse
            ? "stop the program that has the port, or choose another with --port (0 takes a free one)"
            : "choose an address of this machine with --host, and a port that you may use with --port";
    return new IOException(
        "cannot listen on %s:%d (%s): %s"
            .formatted(config.host(), config.port(), cause.getMessage(), advice),
        cause);
  }

  private ChannelInitializer<SocketChannel> connections(Security security) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(SocketChannel channel) {
        channels.add(channel);
        channel
            .pipeline()
            .addLast(
                new LengthFieldBasedFrameDecoder(
                    MAX_FRAME_BYTES, 0, Integer.BYTES, 0, Integer.BYTES));
        if (security != null) {
          channel.pipeline().addLast(new SecurityGate(security));
        }
        channel.pipeline().addLast(new Connection(dispatcher));
      }
    };
  }

  private long directoryId() {
    long id = readLong(DIRECTORY_ID);
    if (id == 0) {
      id = new SecureRandom().nextLong();
      writeLong(DIRECTORY_ID, id);
    }
    return id;
  }

  private long readLong(byte[] setting) {
    byte[] stored = store.readSetting(setting);
    return stored == null ? 0 : ByteBuffer.wrap(stored).getLong();
  }

  private void writeLong(byte[] setting, long value) {
    store.writeSetting(setting, ByteBuffer.allocate(Long.BYTES).putLong(value).array());
  }

  /** The port it listens on: the one taken, when 0 was asked for. */
  public int port() {
    return address().getPort();
  }

  public String host() {
    return address().getAddress().getHostAddress();
  }

  private InetSocketAddress address() {
    return (InetSocketAddress) server.localAddress();
  }

  /** Puts stored since the start; refused ones are not counted, nor are deletes. */
  public long puts() {
    return values.puts.sum();
  }

  /** Gets served since the start, keys not found included. */
  public long gets() {
    return values.gets.sum();
  }

  /** Bytes of the values in {@link #puts()}. */
  public long bytesPut() {
    return values.bytesPut.sum();
  }

  /** Cuts the connections; what was acknowledged is kept. */
  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    closed = true;
    server.close().awaitUninterruptibly();
    channels.close().awaitUninterruptibly();
    // The database goes last: an event loop that still ran would use freed native memory.
    stopThreads();
    store.close();
  }

  private void stopThreads() {
    threads.shutdownGracefully(0, STOP_SECONDS, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
