package clickcounter.devnode;

import java.time.Duration;
import java.util.Objects;

/**
 * Makes the node misbehave to order, for tests and drills only: what a client does when an answer
 * is lost can be tried in no other way.
 *
 * <p>Called on the node's own threads, from several connections at once: implementations must be
 * thread-safe and must not block. Deletes as a whole, listings and properties are never disturbed.
 */
public interface Faults {

  Faults NONE = new Faults() {};

  default Decision onPut(String bucketType, String bucket, String key) {
    return Decision.NONE;
  }

  default Decision onGet(String bucketType, String bucket, String key) {
    return Decision.NONE;
  }

  /**
   * How a put reaches one of the key's replicas, where there are several; deletes are puts.
   *
   * @param replica from 1
   */
  default Reach onPutToReplica(String bucketType, String bucket, String key, int replica) {
    return Reach.ANSWERS;
  }

  /**
   * How a get reaches one of the key's replicas, where there are several.
   *
   * @param replica from 1
   */
  default Reach onGetFromReplica(String bucketType, String bucket, String key, int replica) {
    return Reach.ANSWERS;
  }

  /**
   * Called when the condition of a put in an ordinary type has been found to hold, before the put:
   * what happens meanwhile is not seen. For a moment it may block.
   */
  default void onConditionHolds(String bucketType, String bucket, String key) {}

  enum Kind {
    /** Answer as usual. */
    NONE,
    /** Do it, then answer with an error all the same. */
    ERROR,
    /** Answer with an error and do nothing. */
    REFUSE,
    /** Do it and never answer; the connection stays open. */
    DROP_ANSWER,
    /** Wait, then do it and answer. */
    DELAY,
    /** Do it at once, and answer after a wait. */
    DELAY_ANSWER,
    /** Close the connection and do nothing. */
    CLOSE_BEFORE,
    /** Do it, then close the connection without an answer. */
    CLOSE_AFTER
  }

  /**
   * What to do with one request. While a request is delayed, those behind it on the same connection
   * wait too, as in Riak.
   */
  record Decision(Kind kind, String message, Duration pause) {

    public static final Decision NONE = new Decision(Kind.NONE, "", Duration.ZERO);

    public Decision {
      Objects.requireNonNull(kind, "kind");
      Objects.requireNonNull(message, "message");
      if (pause.isNegative()) {
        throw new IllegalArgumentException("pause=" + pause + ", expected zero or more");
      }
    }

    public static Decision error(String message) {
      return new Decision(Kind.ERROR, message, Duration.ZERO);
    }

    public static Decision refuse(String message) {
      return new Decision(Kind.REFUSE, message, Duration.ZERO);
    }

    public static Decision dropAnswer() {
      return new Decision(Kind.DROP_ANSWER, "", Duration.ZERO);
    }

    public static Decision delay(Duration pause) {
      return new Decision(Kind.DELAY, "", pause);
    }

    public static Decision delayAnswer(Duration pause) {
      return new Decision(Kind.DELAY_ANSWER, "", pause);
    }

    public static Decision closeBefore() {
      return new Decision(Kind.CLOSE_BEFORE, "", Duration.ZERO);
    }

    public static Decision closeAfter() {
      return new Decision(Kind.CLOSE_AFTER, "", Duration.ZERO);
    }
  }
}
