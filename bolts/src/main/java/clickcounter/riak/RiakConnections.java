package clickcounter.riak;

import io.netty.channel.EventLoop;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The nodes of Riak and the event loop ({@code riak-io}) on which everything about them happens. It
 * never waits: not for a connection to open, not for a free one, not for a reply. So a node that
 * hangs delays only the calls that were sent to it. Its {@link #calls} go to the nodes that are
 * found to be in one cluster.
 */
final class RiakConnections implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RiakConnections.class);

  private static final long TICK_MS = 50;
  private static final long STOP_MS = 500;

  private final RiakSettings settings;
  private final NioEventLoopGroup loops;
  private final EventLoop loop;
  private final List<ExecutorService> waits = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final ClusterMembership membership;
  private final Calls calls;
  private final CompletableFuture<Void> settled = new CompletableFuture<>();

  private String refusal = "";
  private volatile boolean oneClusterOnly;
  private boolean closed;

  private RiakConnections(RiakSettings settings) {
    this.settings = settings;
    requireAKnownHost();
    membership = new ClusterMembership(settings.nodes().size());
    loops = new NioEventLoopGroup(1, new DefaultThreadFactory("riak-io", true));
    loop = loops.next();
    LogIn logIn = LogIn.as(settings.credentials());
    settings.nodes().forEach(name -> nodes.add(node(name, logIn)));
    calls = new Calls(loop, nodes, settings.operationTimeoutMs(), this::whyNoNode);
  }

  /** A name that does not resolve is a node that is away; if none does, the setting is wrong. */
  private void requireAKnownHost() {
    List<String> hosts = settings.nodes().stream().map(RiakConnections::host).distinct().toList();
    if (hosts.stream().allMatch(host -> new InetSocketAddress(host, 0).isUnresolved())) {
      throw new RiakSetupException(
          "cannot connect to Riak at riak.nodes=%s: host %s is unknown; expected host names that this machine can resolve"
              .formatted(settings.nodes(), String.join(", ", hosts)),
          new UnknownHostException(hosts.get(0)));
    }
  }

  private static String host(String node) {
    return node.substring(0, node.lastIndexOf(':'));
  }

  private Node node(String name, LogIn logIn) {
    String host = host(name);
    int port = Integer.parseInt(name.substring(host.length() + 1));
    // A thread for each node: a name server that does not answer for one delays no other.
    ExecutorService names =
        Executors.newSingleThreadExecutor(new DefaultThreadFactory("riak-name-" + name, true));
    waits.add(names);
    Connector connector = new Connector(loop, names, host, port, settings, logIn);
    return new Node(name, settings, connector, listener());
  }

  /** Opens even when no node answers, and keeps trying to connect. */
  static RiakConnections open(RiakSettings settings) {
    RiakConnections connections = new RiakConnections(settings);
    connections.loop.execute(connections::start);
    return connections;
  }

  private void start() {
    tick();
    loop.scheduleWithFixedDelay(this::tick, TICK_MS, TICK_MS, TimeUnit.MILLISECONDS);
    loop.schedule(
        () -> {
          membership.waitNoLonger();
          judgeAll();
        },
        settings.connectTimeoutMs(),
        TimeUnit.MILLISECONDS);
  }

  private Node.Listener listener() {
    return new Node.Listener() {
      @Override
      public void saw(Node node, NodeView view, String newRefusal) {
        if (!newRefusal.isEmpty() && refusal.isEmpty() && nodes.size() > 1) {
          LOG.warn(
              "Cannot verify that {} form one cluster: node {} did not return its ring ({}). Comparing bucket types only",
              settings.nodes(),
              node.name(),
              newRefusal);
        }
        refusal = newRefusal;
        membership.saw(node.name(), view);
        judgeAll();
      }

      @Override
      public void lost(Node node) {
        membership.missed(node.name());
        judgeAll();
      }
    };
  }

  private void tick() {
    if (closed) {
      return;
    }
    try {
      long nowNanos = System.nanoTime();
      calls.giveUpOverdue(nowNanos);
      nodes.forEach(node -> node.tick(nowNanos));
      calls.askForTurn();
    } catch (RuntimeException e) {
      LOG.error("maintaining the connections to Riak failed; it is retried", e);
    }
  }

  private void judgeAll() {
    if (closed) {
      return;
    }
    if (membership.isDecided() || membership.isUndecidable()) {
      nodes.stream().filter(node -> membership.hasSeen(node.name())).forEach(this::judge);
    }
    if (nodes.stream().allMatch(Node::isSettled)) {
      settled.complete(null);
    }
    if (oneClusterOnly && !leftOut().isEmpty()) {
      calls.refuseAll(mixed(leftOut()));
    }
    calls.askForTurn();
  }

  private void judge(Node node) {
    membership.differenceOf(node.name()).ifPresentOrElse(node::reject, node::accept);
  }

  Calls calls() {
    return calls;
  }

  /** Why no node can be used and none is about to be; null if that is not so. */
  private Exception whyNoNode() {
    boolean mayServe = nodes.stream().anyMatch(node -> node.isUsable() || node.mayConnectSoon());
    return mayServe ? null : noNode();
  }

  private Exception noNode() {
    String troubles = nodes.stream().map(Node::whyUnusable).collect(Collectors.joining("; "));
    return membership.isUndecidable()
        ? mixed(troubles)
        : new IOException("no Riak node can be used: " + troubles);
  }

  private RiakSetupException mixed(String troubles) {
    return new RiakSetupException(
        "the nodes of riak.nodes=%s are not all in one cluster: %s. Documents in another cluster say nothing about the counts. Check that each has joined the cluster (riak admin member-status), or take it out of riak.nodes"
            .formatted(settings.nodes(), troubles));
  }

  /** Waits until each node has described its cluster or is known not to answer. */
  void awaitNodes() {
    long most =
        settings.connectTimeoutMs()
            + settings.openingTimeoutMs()
            + 2 * NodeMembership.LOOK_AGAIN_MS;
    try {
      settled.get(most, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      LOG.debug("not all of {} have answered", settings.nodes(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From now on every call fails once a node was found to be in another cluster. */
  void demandOneCluster() {
    oneClusterOnly = true;
    requireOneCluster();
  }

  /**
   * @throws RiakSetupException when a node was left out since this was opened
   */
  void requireOneCluster() {
    String leftOut = leftOut();
    if (!leftOut.isEmpty()) {
      throw mixed(leftOut);
    }
  }

  private String leftOut() {
    return nodes.stream()
        .filter(node -> !node.everLeftOutFor().isEmpty())
        .map(node -> node.name() + ": " + node.everLeftOutFor())
        .collect(Collectors.joining("; "));
  }

  /** Takes at most half a second; calls in flight fail. */
  @Override
  public void close() {
    calls.close();
    try {
      if (loop.inEventLoop()) {
        cutOff();
      } else {
        loop.execute(this::cutOff);
      }
    } catch (RejectedExecutionException e) {
      LOG.debug("closed before", e);
    }
    waits.forEach(ExecutorService::shutdownNow);
    Future<?> stopped = loops.shutdownGracefully(0, STOP_MS, TimeUnit.MILLISECONDS);
    if (!loop.inEventLoop()) {
      stopped.awaitUninterruptibly(STOP_MS);
    }
  }

  private void cutOff() {
    if (closed) {
      return;
    }
    closed = true;
    calls.endAll();
    IOException why = new IOException("the store was closed");
    nodes.forEach(node -> node.close(why));
  }
}
