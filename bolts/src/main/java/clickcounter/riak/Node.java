package clickcounter.riak;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
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
final class Node implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(Node.class);

  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /** A node with requests in flight that answers nothing for this long gets no more. */
  private static final long SUSPECT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /**
   * A node that answers with an error is left alone for so long, twice as long after each further
   * error. It answers faster than a node that works, so it would get most of the calls.
   */
  private static final long FIRST_PENALTY_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long LAST_PENALTY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(30);

  /**
   * A log-in costs a genuine node most of a second of processor. Of many at once all would time out
   * while it works for them. So they begin one after the other, and logged-in connections are kept.
   */
  private static final int MOST_LOG_INS = 2;

  /** Learns what the connections find out. */
  interface Listener {
    void saw(Node node, NodeView view, String refusal);

    /** A connection could not be opened, or broke. */
    void lost(Node node);
  }

  private final String name;
  private final RiakSettings settings;
  private final Connector connector;
  private final Messages messages;
  private final Listener listener;
  private final NodeMembership membership;

  /** Connections that are being opened or probed, or that wait for the decision. */
  private final Set<Connection> opening = new HashSet<>();

  private final Set<Connection> unjudged = new HashSet<>();
  private final Set<Connection> ready = new HashSet<>();
  private final Deque<Connection> idle = new ArrayDeque<>();
  private long lastAnswerNanos = System.nanoTime();

  /** 0 unless its last answer was an error. */
  private long penaltyNanos;

  private long penaltyEndsNanos;
  private long nextAttemptNanos = System.nanoTime();
  private Throwable lastFailure;
  private boolean attemptFailed;
  private Boolean used;
  private boolean closed;

  Node(String name, RiakSettings settings, Connector connector, Listener listener) {
    this.name = name;
    this.settings = settings;
    this.connector = connector;
    this.messages = new Messages(settings);
    this.listener = listener;
    this.membership = new NodeMembership(name);
  }

  String name() {
    return name;
  }

  void open() {
    Connection connection = connector.connection(this);
    opening.add(connection);
    connector.open(connection);
  }

  /** Nothing is sent over it before the node has described its cluster. */
  @Override
  public void opened(Connection opened) {
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

  @Override
  public void closed(Connection connection, Throwable why) {
    boolean wasOnItsWay = opening.remove(connection);
    unjudged.remove(connection);
    ready.remove(connection);
    idle.remove(connection);
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
    membership.agrees();
    opening.removeAll(unjudged);
    ready.addAll(unjudged);
    idle.addAll(unjudged);
    unjudged.clear();
    attemptFailed &= ready.isEmpty();
    note();
  }

  /** The node seems to belong to another cluster: it gets no requests, and is probed again. */
  void reject(String difference) {
    if (unjudged.isEmpty() && !membership.isMember()) {
      return;
    }
    long nowNanos = System.nanoTime();
    membership.differs(difference, nowNanos);
    IllegalStateException why = notInCluster();
    List.copyOf(opening).forEach(each -> each.close(why));
    List.copyOf(idle).forEach(each -> each.close(why));
    nextAttemptNanos = nowNanos + NodeMembership.LOOK_AGAIN_NANOS;
    note();
  }

  private IllegalStateException notInCluster() {
    return new IllegalStateException("it is not in the cluster: " + membership.difference());
  }

  /** Why it was left out, by its latest probe as such; empty if it never was. */
  String everLeftOutFor() {
    return membership.everLeftOutFor();
  }

  /** Whether it may become usable soon: no attempt to connect has failed since it last was. */
  boolean mayConnectSoon() {
    return membership.isDoubted() || !attemptFailed;
  }

  /** Whether its state is known: how it sees its cluster, or that it does not answer. */
  boolean isSettled() {
    return membership.isUnknown() ? lastFailure != null : !membership.isDoubted();
  }

  boolean isUsable() {
    return membership.isMember() && !ready.isEmpty();
  }

  /**
   * Whether calls had better go elsewhere: it is silent, or its last answer was an error. After the
   * penalty one call at a time may show that it works again.
   */
  boolean isSuspect(long nowNanos) {
    boolean isSilent = busy() > 0 && nowNanos - lastAnswerNanos > SUSPECT_NANOS;
    boolean isPunished = penaltyNanos > 0 && (busy() > 0 || nowNanos - penaltyEndsNanos < 0);
    return isSilent || isPunished;
  }

  boolean hasIdle() {
    return membership.isMember() && !idle.isEmpty();
  }

  int busy() {
    return ready.size() - idle.size();
  }

  int connections() {
    return opening.size() + ready.size();
  }

  /** Connections that are being opened and may be expected soon. */
  int opening(long nowNanos) {
    return (int)
        opening.stream().filter(each -> nowNanos - each.createdNanos() < SUSPECT_NANOS).count();
  }

  /** A node on which connections take long to open gets no more of them. */
  boolean mayOpenMore(long nowNanos) {
    boolean opensSoon =
        settings.logsIn() ? opening.size() < MOST_LOG_INS : opening(nowNanos) == opening.size();
    return membership.isMember()
        && opensSoon
        && connections() < settings.maxConnections()
        && nowNanos - nextAttemptNanos >= 0;
  }

  /** Sends over an idle connection; the call gets the reply or the error. */
  void send(Call call, long nowNanos) {
    endRest(nowNanos);
    idle.removeLast().send(call.frame(), call);
  }

  /** A node without requests owes no answer: its silence begins with the next request. */
  private void endRest(long nowNanos) {
    if (busy() == 0) {
      lastAnswerNanos = nowNanos;
    }
  }

  @Override
  public void replied(Connection connection, Reply reply) {
    if (!ready.contains(connection)) {
      return;
    }
    lastAnswerNanos = System.nanoTime();
    String error = reply.errorText();
    judge(error);
    if (PutErrors.saysNotServing(error)) {
      IllegalStateException why = new IllegalStateException("it serves no documents: " + error);
      connection.close(why);
      List.copyOf(idle).forEach(each -> each.close(why));
    } else if (membership.isMember()) {
      idle.addLast(connection);
    } else {
      connection.close(notInCluster());
    }
  }

  private void judge(String error) {
    if (error.isEmpty()) {
      penaltyNanos = 0;
    } else if (PutErrors.isOfNode(error)
        && (penaltyNanos == 0 || lastAnswerNanos - penaltyEndsNanos >= 0)) {
      penaltyNanos = Math.min(LAST_PENALTY_NANOS, Math.max(FIRST_PENALTY_NANOS, 2 * penaltyNanos));
      penaltyEndsNanos = lastAnswerNanos + penaltyNanos;
    }
  }

  /**
   * Opens and closes connections that are due. To be called every {@code TICK_MS} of {@link
   * RiakConnections}.
   */
  void tick(long nowNanos) {
    closeOverdue(nowNanos);
    closeUnused(nowNanos);
    pingIdle(nowNanos);
    if (connections() == 0 && nowNanos - nextAttemptNanos >= 0) {
      open();
    }
  }

  /**
   * From when the request was sent, not from when its call began: a call may have waited for a
   * connection until shortly before its own time-out.
   */
  private void closeOverdue(long nowNanos) {
    giveUp(ready, nowNanos, settings.operationTimeoutMs());
    giveUp(opening, nowNanos, settings.openingTimeoutMs());
  }

  private void giveUp(Set<Connection> connections, long nowNanos, long limitMs) {
    long limitNanos = TimeUnit.MILLISECONDS.toNanos(limitMs);
    connections.stream()
        .filter(each -> each.isOverdue(nowNanos, limitNanos))
        .toList()
        .forEach(each -> giveUp(each, limitMs));
  }

  private void giveUp(Connection connection, long limitMs) {
    TimeoutException why =
        new TimeoutException(
            limitMs == settings.operationTimeoutMs()
                ? "no answer within riak.timeoutMs=" + limitMs
                : "not logged in within " + limitMs + " ms");
    boolean nodeIsSilent = connection.sentNanos() - lastAnswerNanos >= 0;
    connection.close(why);
    if (nodeIsSilent) {
      // The node must answer a probe over a new connection before it gets the next document.
      List.copyOf(idle).forEach(each -> each.close(why));
    }
  }

  private void closeUnused(long nowNanos) {
    while (!settings.logsIn()
        && idle.size() > 0
        && connections() > 1
        && nowNanos - idle.peekFirst().sentNanos() > IDLE_NANOS) {
      idle.peekFirst().close(new IllegalStateException("idle for too long"));
    }
  }

  /** A connection that is kept is tried now and then: a firewall may have forgotten it. */
  private void pingIdle(long nowNanos) {
    if (!idle.isEmpty() && nowNanos - idle.peekFirst().sentNanos() > IDLE_NANOS) {
      endRest(nowNanos);
      idle.removeFirst().send(Messages.ping(), (reply, error) -> {});
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
          "Riak node {} is not used; it is retried{}: {}",
          name,
          settings.nodes().size() > 1 ? ", and calls go to the other nodes" : "",
          PutErrors.describe(lastFailure));
    }
  }

  String whyUnusable() {
    if (!membership.isMember() && !membership.isUnknown()) {
      return name + ": " + membership.difference();
    }
    return name + ": " + (lastFailure == null ? "no answer yet" : PutErrors.describe(lastFailure));
  }

  void close(Throwable why) {
    closed = true;
    List.copyOf(opening).forEach(each -> each.close(why));
    List.copyOf(ready).forEach(each -> each.close(why));
  }
}
