package clickcounter.riak;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The calls on their way to Riak and back. Each is sent at most once, and never after it has ended.
 * Each has exactly one outcome, whatever hangs: the reply, an error, the time-out, or the end of
 * the store.
 *
 * <p>Any thread may begin a call. All else happens on the event loop, in turns: a turn passes on
 * the outcomes that have come, then sends the calls that have begun. So many calls share one
 * wake-up of the loop, and many outcomes one of the thread that waits for them.
 *
 * <p>Time-outs are seen when {@link #giveUpOverdue} is called, and are the same for all calls. So
 * the calls in the order in which they began are all that a timer needs: none is set for a call,
 * and none cancelled.
 */
final class Calls {
  private final Executor loop;
  private final List<Node> nodes;
  private final long timeoutMs;
  private final Supplier<Exception> whyNoNode;
  private final Queue<Call> begun = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean turnAsked = new AtomicBoolean();
  private volatile boolean closed;

  // Below is used on the event loop only.
  /** Taken over and not ended, the oldest first. */
  private final Set<Call> open = new LinkedHashSet<>();

  /** Those of them that have no connection yet; ended ones stay until their turn comes. */
  private final Queue<Call> waiting = new ArrayDeque<>();

  private final Queue<Call> ended = new ArrayDeque<>();
  private Exception refusal;
  private int firstNode;

  /**
   * @param loop runs what it is given one after the other, on the thread of the connections
   * @param whyNoNode why calls cannot be sent soon; null if they may be
   */
  Calls(Executor loop, List<Node> nodes, long timeoutMs, Supplier<Exception> whyNoNode) {
    this.loop = loop;
    this.nodes = nodes;
    this.timeoutMs = timeoutMs;
    this.whyNoNode = whyNoNode;
  }

  /**
   * Begins a call. Never blocks.
   *
   * @param receiver gets the reply or the error, on the event loop, or on this thread after {@link
   *     #close}. Must not block
   */
  Call begin(byte[] frame, BiConsumer<Reply, Throwable> receiver) {
    Call call = new Call(this, frame, receiver);
    begun.add(call);
    askForTurn();
    return call;
  }

  /** Looks soon whether a call can be sent, or fails because no node can serve it. */
  void askForTurn() {
    if (closed) {
      refuseBegun();
    } else if (!turnAsked.get() && turnAsked.compareAndSet(false, true)) {
      try {
        loop.execute(this::turn);
      } catch (RejectedExecutionException e) {
        refuseBegun();
      }
    }
  }

  private void turn() {
    // First, so that a call that begins from now on asks for the next turn.
    turnAsked.set(false);
    deliver();
    takeOver();
    send();
    giveUpWithoutNode();
  }

  private void takeOver() {
    if (closed) {
      refuseBegun();
    }
    for (Call call = begun.poll(); call != null; call = begun.poll()) {
      open.add(call);
      if (refusal != null) {
        call.accept(null, refusal);
      } else {
        waiting.add(call);
      }
    }
  }

  /** The call has just ended; its outcome is passed on in the next turn. */
  void ended(Call call) {
    open.remove(call);
    ended.add(call);
    askForTurn();
  }

  private void deliver() {
    for (Call call = ended.poll(); call != null; call = ended.poll()) {
      call.deliver();
    }
  }

  private void send() {
    long nowNanos = System.nanoTime();
    for (Call call = waiting.peek(); call != null; call = waiting.peek()) {
      if (!call.isEnded()) {
        Node node = nodeToSendTo(nowNanos);
        if (node == null) {
          openWhatIsMissing(nowNanos);
          return;
        }
        node.send(call, nowNanos);
      }
      waiting.remove();
    }
  }

  /**
   * The one with the fewest calls in flight, of several equal ones each in turn. A suspect gets
   * calls only if all are suspects. Null if no connection is idle.
   */
  private Node nodeToSendTo(long nowNanos) {
    Node healthy = null;
    Node suspect = null;
    boolean choice = false;
    firstNode++;
    for (int i = 0; i < nodes.size(); i++) {
      Node node = nodes.get(Math.floorMod(firstNode + i, nodes.size()));
      if (!node.isUsable()) {
        continue;
      }
      if (node.isSuspect(nowNanos)) {
        suspect = lessBusy(suspect, node);
      } else {
        choice = true;
        healthy = lessBusy(healthy, node);
      }
    }
    return choice ? healthy : suspect;
  }

  private static Node lessBusy(Node best, Node node) {
    return node.hasIdle() && (best == null || node.busy() < best.busy()) ? node : best;
  }

  private void openWhatIsMissing(long nowNanos) {
    int coming = nodes.stream().mapToInt(node -> node.opening(nowNanos)).sum();
    for (int missing = waiting.size() - coming; missing > 0; missing--) {
      Node fewest = null;
      firstNode++;
      for (int i = 0; i < nodes.size(); i++) {
        Node node = nodes.get(Math.floorMod(firstNode + i, nodes.size()));
        boolean may = node.mayOpenMore(nowNanos) && !node.isSuspect(nowNanos);
        if (may && (fewest == null || node.connections() < fewest.connections())) {
          fewest = node;
        }
      }
      if (fewest == null) {
        return;
      }
      fewest.open();
    }
  }

  private void giveUpWithoutNode() {
    Exception why = waiting.isEmpty() ? null : whyNoNode.get();
    if (why != null) {
      waiting.forEach(call -> call.accept(null, why));
      waiting.clear();
    }
  }

  /** Ends the calls that are older than the time-out. To be called every few ms. */
  void giveUpOverdue(long nowNanos) {
    long limitNanos = TimeUnit.MILLISECONDS.toNanos(timeoutMs);
    TimeoutException why = null;
    for (Iterator<Call> oldest = open.iterator(); oldest.hasNext(); ) {
      Call call = oldest.next();
      if (nowNanos - call.begunNanos() < limitNanos) {
        return;
      }
      if (why == null) {
        why = timeout();
        askForTurn();
      }
      oldest.remove();
      call.end(null, why);
      ended.add(call);
    }
  }

  private TimeoutException timeout() {
    return new TimeoutException(
        "no answer within riak.timeoutMs=%d (waiting for a connection included)"
            .formatted(timeoutMs));
  }

  /** From now on every call ends with this error, unsent. */
  void refuseAll(Exception why) {
    refusal = why;
  }

  /**
   * From now on every call ends at once, on the thread that begins it. Those that are open end with
   * {@link #endAll}.
   */
  void close() {
    closed = true;
  }

  /** On the event loop: ends all that are open. */
  void endAll() {
    refuseBegun();
    IOException why = new IOException("the store was closed before the answer came");
    List.copyOf(open).forEach(call -> call.accept(null, why));
    waiting.clear();
    deliver();
  }

  private void refuseBegun() {
    for (Call call = begun.poll(); call != null; call = begun.poll()) {
      call.end(null, closedError());
      call.deliver();
    }
  }

  private static IOException closedError() {
    return new IOException("the store was closed before the call was sent");
  }
}
