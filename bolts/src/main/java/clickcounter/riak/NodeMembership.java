package clickcounter.riak;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether a node is in the cluster of the others, as far as its probes have shown. One probe that
 * differs takes it out of use, a second one some time later leaves it out: a change of the ring
 * takes some seconds to reach all nodes. Used on the event loop only.
 */
final class NodeMembership {
  private static final Logger LOG = LoggerFactory.getLogger(NodeMembership.class);

  /** A change of the ring spreads within seconds. */
  static final long LOOK_AGAIN_MS = 2_000;

  static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(LOOK_AGAIN_MS);

  private enum State {
    UNKNOWN,
    MEMBER,
    /** In another cluster, by one probe. */
    DIFFERENT,
    /** In another cluster, by two probes. */
    LEFT_OUT
  }

  private final String node;
  private State state = State.UNKNOWN;
  private String difference = "";
  private long differentSinceNanos;

  /** Read by other threads. */
  private volatile String everLeftOutFor = "";

  NodeMembership(String node) {
    this.node = node;
  }

  void agrees() {
    if (state == State.LEFT_OUT) {
      LOG.warn("Riak node {} agrees with the others again and is used again", node);
    }
    state = State.MEMBER;
  }

  void differs(String newDifference, long nowNanos) {
    difference = newDifference;
    switch (state) {
      case UNKNOWN, MEMBER -> {
        state = State.DIFFERENT;
        differentSinceNanos = nowNanos;
      }
      case DIFFERENT -> {
        if (nowNanos - differentSinceNanos >= LOOK_AGAIN_NANOS) {
          leaveOut();
        }
      }
      case LEFT_OUT -> everLeftOutFor = difference;
    }
  }

  private void leaveOut() {
    state = State.LEFT_OUT;
    everLeftOutFor = difference;
    LOG.error(
        "Riak node {} is left out, it is not in the cluster of the other nodes: {}. Nothing is read from it or written to it until it agrees with them. Check that it has joined the cluster (riak admin member-status), or take it out of riak.nodes",
        node,
        difference);
  }

  boolean isMember() {
    return state == State.MEMBER;
  }

  boolean isUnknown() {
    return state == State.UNKNOWN;
  }

  /** Whether the next probe may clear it, or leave it out. */
  boolean isDoubted() {
    return state == State.DIFFERENT;
  }

  /** How it differs from the others, by its latest probe that did. */
  String difference() {
    return difference;
  }

  /** Why it was left out, by its latest probe as such; empty if it never was. */
  String everLeftOutFor() {
    return everLeftOutFor;
  }
}
