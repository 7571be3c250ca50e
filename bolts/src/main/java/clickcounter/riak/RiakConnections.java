package clickcounter.riak;

import clickcounter.secret.SecretSource;
import com.basho.riak.client.core.FutureOperation;
import com.basho.riak.client.core.RiakCluster;
import com.basho.riak.client.core.RiakFuture;
import com.basho.riak.client.core.RiakNode;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to the nodes: sends an operation once, never twice, and tells what became of it,
 * if anything did. It sets no time limit itself: see {@link Calls}.
 *
 * <p>What the Riak client does without asking is switched off or bounded here: its three attempts,
 * its threads that keep a process alive, its answers that may never come ({@link AnswerDeadline}),
 * a shutdown that may hang.
 */
final class RiakConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RiakConnections.class);

  private static final int IDLE_TIMEOUT_MS = 30_000;

  /** The client's retry task keeps one for itself; health checks and reapers share the others. */
  private static final int MAINTENANCE_THREADS = 3;

  /** Two a node, so that one that waits for a slow node leaves another for the rest. */
  private static final int DISPATCHERS_PER_NODE = 2;

  private static final long STOP_MS = 500;

  private final RiakCluster cluster;
  private final EventLoopGroup eventLoops;
  private final ImpatientExecutor maintenance;

  /**
   * The client blocks its caller while it opens a connection and while it waits for a free one. On
   * an event loop, where a receiver of answers may well call the store again, that would be a
   * deadlock: it alone could free the connection. It may even block for good, see {@link
   * ImpatientExecutor}.
   */
  private final ExecutorService dispatchers;

  private RiakConnections(RiakSettings settings) throws UnknownHostException {
    RiakNode.Builder template = node(settings);
    eventLoops = new NioEventLoopGroup(0, DaemonThreads.named("riak-io"));
    maintenance =
        new ImpatientExecutor(
            MAINTENANCE_THREADS + settings.nodes().size(),
            DaemonThreads.named("riak-maintenance"),
            settings.connectTimeoutMs() + settings.operationTimeoutMs());
    dispatchers =
        Executors.newFixedThreadPool(
            DISPATCHERS_PER_NODE * settings.nodes().size(), DaemonThreads.named("riak-dispatch"));
    cluster =
        new RiakCluster.Builder(settings.addresses(), template)
            .withExecutionAttempts(1)
            .withBootstrap(bootstrap(settings.operationTimeoutMs()))
            .withExecutor(maintenance)
            .build();
  }

  /** Starts even when no node answers: the client goes on looking for them. */
  static RiakConnections open(RiakSettings settings) {
    try {
      RiakConnections connections = new RiakConnections(settings);
      return connections.start(settings.nodes());
    } catch (UnknownHostException e) {
      throw unknownHost(settings.nodes(), e);
    }
  }

  private RiakConnections start(List<String> nodes) throws UnknownHostException {
    cluster.registerNodeStateListener(RiakConnections::logState);
    maintenance.impatiently(cluster::start);
    for (RiakNode node : cluster.getNodes()) {
      if (node.getNodeState() == RiakNode.State.CREATED) {
        // The client only logs this, and then fails every operation that comes to this node's turn.
        close();
        throw new UnknownHostException(node.getRemoteAddress());
      }
    }
    return this;
  }

  private static RiakSetupException unknownHost(List<String> nodes, Exception cause) {
    return new RiakSetupException(
        "cannot connect to Riak at riak.nodes=%s: %s; expected host names that this machine knows"
            .formatted(nodes, cause),
        cause);
  }

  private static RiakNode.Builder node(RiakSettings settings) {
    RiakNode.Builder node =
        new RiakNode.Builder()
            .withMinConnections(settings.minConnections())
            .withMaxConnections(settings.maxConnections())
            .withBlockOnMaxConnections(true)
            .withConnectionTimeout(settings.connectTimeoutMs())
            .withIdleTimeout(IDLE_TIMEOUT_MS);
    if (!settings.credentials().isNone()) {
      logInAs(settings.credentials(), node);
    }
    return node;
  }

  private static void logInAs(Credentials who, RiakNode.Builder node) {
    char[] storePassword =
        who.trustStorePassword().isEmpty()
            ? null
            : secret("riak.trustStorePassword", who.trustStorePassword()).toCharArray();
    node.withAuth(
        who.user(),
        secret("riak.password", who.password()),
        TrustStores.load(Path.of(who.trustStore()), storePassword));
  }

  private static String secret(String setting, String place) {
    try {
      return SecretSource.parse(setting, place).read();
    } catch (IllegalStateException e) {
      throw new RiakSetupException(e.getMessage() + "; nothing was read or written", e);
    }
  }

  private Bootstrap bootstrap(long timeoutMs) {
    return new Bootstrap().group(eventLoops).channelFactory(() -> channel(timeoutMs));
  }

  /** The client puts its handlers in when the channel is registered; ours must come after them. */
  private static NioSocketChannel channel(long timeoutMs) {
    NioSocketChannel channel = new NioSocketChannel();
    channel
        .pipeline()
        .addLast(
            new ChannelInboundHandlerAdapter() {
              @Override
              public void channelRegistered(ChannelHandlerContext context) {
                context.pipeline().addLast(new AnswerDeadline(timeoutMs));
                context.fireChannelRegistered();
                context.pipeline().remove(this);
              }
            });
    return channel;
  }

  private static void logState(RiakNode node, RiakNode.State state) {
    if (state == RiakNode.State.HEALTH_CHECKING) {
      LOG.warn(
          "Riak node {}:{} does not answer; it is asked again every second, puts go to the others",
          node.getRemoteAddress(),
          node.getPort());
    } else if (state == RiakNode.State.RUNNING) {
      LOG.info("Riak node {}:{} is used", node.getRemoteAddress(), node.getPort());
    }
  }

  /**
   * Sends the operation.
   *
   * @param abandoned asked once, before it is sent: an operation that waited too long is not sent
   * @param outcome the result or the error, on another thread; may never be told
   */
  <V, S> void execute(
      FutureOperation<V, ?, S> operation,
      BooleanSupplier abandoned,
      BiConsumer<V, Throwable> outcome) {
    try {
      dispatchers.execute(() -> maintenance.impatiently(() -> send(operation, abandoned, outcome)));
    } catch (RejectedExecutionException e) {
      outcome.accept(null, e);
    }
  }

  private <V, S> void send(
      FutureOperation<V, ?, S> operation,
      BooleanSupplier abandoned,
      BiConsumer<V, Throwable> outcome) {
    if (abandoned.getAsBoolean()) {
      return;
    }
    try {
      cluster.execute(operation).addListener(future -> report(future, outcome));
    } catch (RuntimeException e) {
      outcome.accept(null, e);
    }
  }

  private static <V, S> void report(RiakFuture<V, S> done, BiConsumer<V, Throwable> outcome) {
    if (!done.isSuccess()) {
      outcome.accept(null, done.cause());
      return;
    }
    try {
      outcome.accept(done.getNow(), null);
    } catch (RuntimeException e) {
      // An answer that cannot be understood is an outcome too.
      outcome.accept(null, e);
    }
  }

  /**
   * Takes at most half a second; what is in flight is cut off, not waited for. The cluster's own
   * shutdown is left alone: it waits for operations that may never be answered.
   */
  @Override
  public void close() {
    dispatchers.shutdownNow();
    cluster.getNodes().forEach(RiakConnections::closeIdle);
    maintenance.shutdownNow();
    eventLoops.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS).awaitUninterruptibly(STOP_MS);
  }

  private static void closeIdle(RiakNode node) {
    try {
      node.shutdown();
    } catch (IllegalStateException e) {
      LOG.debug("{} was not running", node.getRemoteAddress(), e);
    }
  }
}
