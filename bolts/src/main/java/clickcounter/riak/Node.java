package clickcounter.riak;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections to one node, and its state. Used on the store's event loop only, and never blocks
 * it.
 *
 * <p>A connection is used only after the node has described its cluster over it and was found to
 * belong to it. So a node that comes back without its ring gets no document, even if it was away
 * for less than a second.
 */
final class Node {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private static final int LENGTH_BYTES = 4;

  /** Riak takes values of 50 MiB. */
  private static final int MAX_FRAME_BYTES = 256 << 20;

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A change of the ring spreads within seconds. */
  static final long LOOK_AGAIN_MS = 2_000;

  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MS);

  /** A node with requests in flight that answers nothing for this long gets no more. */
  private static final long SUSPECT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private enum Standing {
    UNKNOWN,
    MEMBER,
    /** In another cluster, by one probe. */
    DIFFERENT,
    /** In another cluster, by two probes. */
    LEFT_OUT
  }

  /** Learns what the connections find out. */
  interface Listener {
    void saw(Node node, NodeView view, String refusal);

    /** A connection could not be opened, or broke. */
    void lost(Node node);

    /** A connection can take the next request. */
    void freed();
  }

  private final String name;
  private final InetSocketAddress address;
  private final RiakSettings settings;
  private final LogIn logIn;
  private final Messages messages;
  private final EventLoop loop;
  private final Listener listener;

  /** Connections that are being opened or probed, or that wait for the decision. */
  private final Set<Connection> opening = new HashSet<>();

  private final Set<Connection> unjudged = new HashSet<>();
  private final Set<Connection> ready = new HashSet<>();
  private final Deque<Connection> idle = new ArrayDeque<>();
  private Standing standing = Standing.UNKNOWN;
  private String difference = "";

  /** Read by other threads. */
  private volatile String everLeftOutFor = "";

  private long differentSinceNanos;
  private long lastAnswerNanos = System.nanoTime();
  private long nextAttemptNanos = System.nanoTime();
  private Throwable lastFailure;
  private boolean attemptFailed;
  private Boolean used;
  private boolean closed;

  Node(
      String name,
      InetSocketAddress address,
      RiakSettings settings,
      LogIn logIn,
      EventLoop loop,
      Listener listener) {
    this.name = name;
    this.address = address;
    this.settings = settings;
    this.logIn = logIn;
    this.messages = new Messages(settings);
    this.loop = loop;
    this.listener = listener;
  }

  String name() {
    return name;
  }

  void open() {
    Connection connection =
        new Connection(
            new Connection.Listener() {
              @Override
              public void opened(Connection opened) {
                look(opened);
              }

              @Override
              public void closed(Connection closed, Throwable why) {
                forget(closed, why);
              }
            },
            logIn,
            settings.operationTimeoutMs());
    opening.add(connection);
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
                            MAX_FRAME_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES))
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

  private void look(Connection opened) {
    NodeProbe.Receiver receiver =
        new NodeProbe.Receiver() {
          @Override
          public void saw(NodeView view, String refusal) {
            unjudged.add(opened);
            listener.saw(Node.this, view, refusal);
          }

          @Override
          public void failed(Throwable why) {
            opened.close(why);
          }
        };
    new NodeProbe(opened, messages, receiver).begin();
  }

  private void forget(Connection closed, Throwable why) {
    boolean wasOnItsWay = opening.remove(closed);
    unjudged.remove(closed);
    ready.remove(closed);
    idle.remove(closed);
    if (wasOnItsWay) {
      attemptFailed = true;
      lastFailure = why;
      nextAttemptNanos = System.nanoTime() + RETRY_NANOS;
    } else if (ready.isEmpty()) {
      lastFailure = why;
    }
    note();
    listener.lost(this);
  }

  /** The node belongs to the cluster: its probed connections may be used. */
  void accept() {
    if (standing == Standing.LEFT_OUT) {
      LOG.warn("Riak node {} agrees with the others again and is used again", name);
    }
    standing = Standing.MEMBER;
    opening.removeAll(unjudged);
    ready.addAll(unjudged);
    idle.addAll(unjudged);
    unjudged.clear();
    attemptFailed &= ready.isEmpty();
    note();
  }

  /** The node seems to belong to another cluster: it gets no requests, and is probed again. */
  void reject(String newDifference) {
    boolean looked = !unjudged.isEmpty();
    if (!looked && standing != Standing.MEMBER) {
      return;
    }
    long now = System.nanoTime();
    difference = newDifference;
    if (standing == Standing.UNKNOWN || standing == Standing.MEMBER) {
      standing = Standing.DIFFERENT;
      differentSinceNanos = now;
    } else if (standing == Standing.DIFFERENT && now - differentSinceNanos >= LOOK_AGAIN_NANOS) {
      standing = Standing.LEFT_OUT;
      everLeftOutFor = difference;
      LOG.error(
          "Riak node {} is left out, it is not in the cluster of the other nodes: {}. Nothing is read from it or written to it until it agrees with them. Check that it has joined the cluster (riak-admin member-status), or take it out of riak.nodes",
          name,
          difference);
    } else if (standing == Standing.LEFT_OUT) {
      everLeftOutFor = difference;
    }
    IllegalStateException why =
        new IllegalStateException("it is not in the cluster: " + difference);
    List.copyOf(opening).forEach(each -> each.close(why));
    List.copyOf(idle).forEach(each -> each.close(why));
    nextAttemptNanos = now + LOOK_AGAIN_NANOS;
    note();
  }

  /** Why it was left out, by its latest probe as such; empty if it never was. */
  String everLeftOutFor() {
    return everLeftOutFor;
  }

  /** Whether it may become usable soon: no attempt to connect has failed since it last was. */
  boolean isHopeful() {
    return standing == Standing.DIFFERENT || !attemptFailed;
  }

  /** Whether its state is known: how it sees its cluster, or that it does not answer. */
  boolean isSettled() {
    return standing == Standing.MEMBER
        || standing == Standing.LEFT_OUT
        || standing == Standing.UNKNOWN && lastFailure != null;
  }

  boolean isUsable() {
    return standing == Standing.MEMBER && !ready.isEmpty();
  }

  boolean isSuspect() {
    return busy() > 0 && System.nanoTime() - lastAnswerNanos > SUSPECT_NANOS;
  }

  boolean hasIdle() {
    return standing == Standing.MEMBER && !idle.isEmpty();
  }

  int busy() {
    return ready.size() - idle.size();
  }

  int connections() {
    return opening.size() + ready.size();
  }

  int opening() {
    return opening.size();
  }

  boolean mayOpenMore() {
    return standing == Standing.MEMBER
        && connections() < settings.maxConnections()
        && System.nanoTime() - nextAttemptNanos >= 0;
  }

  /** Sends over an idle connection; the receiver gets the reply or the error. */
  void send(Request request, BiConsumer<Reply, Throwable> receiver) {
    if (busy() == 0) {
      lastAnswerNanos = System.nanoTime();
    }
    Connection connection = idle.removeLast();
    connection.send(
        request,
        (reply, error) -> {
          if (reply != null) {
            lastAnswerNanos = System.nanoTime();
            free(connection);
          }
          receiver.accept(reply, error);
          listener.freed();
        });
  }

  private void free(Connection connection) {
    if (standing == Standing.MEMBER) {
      idle.addLast(connection);
    } else {
      connection.close(new IllegalStateException("it is not in the cluster: " + difference));
    }
  }

  /**
   * Opens and closes connections that are due. To be called every {@code TICK_MS} of {@link
   * RiakConnections}.
   */
  void tick() {
    long now = System.nanoTime();
    closeOverdue(now);
    closeUnused(now);
    boolean wanted =
        standing == Standing.MEMBER
            ? connections() < Math.max(1, settings.minConnections())
            : connections() == 0;
    if (wanted && now - nextAttemptNanos >= 0) {
      open();
    }
  }

  private void closeOverdue(long now) {
    long limit = TimeUnit.MILLISECONDS.toNanos(settings.operationTimeoutMs());
    for (Set<Connection> each : List.of(Set.copyOf(ready), Set.copyOf(opening))) {
      for (Connection connection : each) {
        if (connection.isOverdue(now, limit)) {
          giveUp(connection);
        }
      }
    }
  }

  private void giveUp(Connection connection) {
    TimeoutException why =
        new TimeoutException("no answer within riak.timeoutMs=" + settings.operationTimeoutMs());
    boolean nodeIsSilent = connection.sentNanos() - lastAnswerNanos >= 0;
    connection.close(why);
    if (nodeIsSilent) {
      // The node must answer a probe over a new connection before it gets the next document.
      List.copyOf(idle).forEach(each -> each.close(why));
    }
  }

  private void closeUnused(long now) {
    while (idle.size() > 0
        && connections() > settings.minConnections()
        && now - idle.peekFirst().sentNanos() > IDLE_NANOS) {
      idle.peekFirst().close(new IllegalStateException("idle for too long"));
    }
  }

  private void note() {
    boolean isUsed = isUsable();
    if (closed || !isUsed && lastFailure == null || Boolean.valueOf(isUsed).equals(used)) {
      return;
    }
    used = isUsed;
    if (isUsed) {
      LOG.info("Riak node {} is used", name);
    } else {
      LOG.warn(
          "Riak node {} is not used; it is retried, and calls go to the other nodes: {}",
          name,
          PutErrors.describe(lastFailure));
    }
  }

  /** Why it cannot be used. */
  String trouble() {
    if (standing == Standing.DIFFERENT || standing == Standing.LEFT_OUT) {
      return name + ": " + difference;
    }
    return name + ": " + (lastFailure == null ? "no answer yet" : PutErrors.describe(lastFailure));
  }

  void close(Throwable why) {
    closed = true;
    List.copyOf(opening).forEach(each -> each.close(why));
    List.copyOf(ready).forEach(each -> each.close(why));
  }
}
