package clickcounter.riak;

import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One call to Riak: its frame, and who waits for the outcome. Ends once, with the first reply or
 * error; what comes later is ignored. Used on the event loop only, or by the thread that took it
 * from the queue of a closed store.
 */
final class Call implements BiConsumer<Reply, Throwable> {
  private static final Logger LOG = LoggerFactory.getLogger(Call.class);

  private final Calls calls;
  private final byte[] frame;
  private final BiConsumer<Reply, Throwable> receiver;
  private final long begunNanos = System.nanoTime();
  private boolean ended;
  private Reply reply;
  private Throwable error;

  Call(Calls calls, byte[] frame, BiConsumer<Reply, Throwable> receiver) {
    this.calls = calls;
    this.frame = frame;
    this.receiver = receiver;
  }

  byte[] frame() {
    return frame;
  }

  long begunNanos() {
    return begunNanos;
  }

  boolean isEnded() {
    return ended;
  }

  /** Riak's reply has come, or an error in place of it. */
  @Override
  public void accept(Reply newReply, Throwable newError) {
    if (end(newReply, newError)) {
      calls.ended(this);
    }
  }

  /** False if the call has ended before. */
  boolean end(Reply newReply, Throwable newError) {
    if (ended) {
      return false;
    }
    ended = true;
    reply = newReply;
    error = newError;
    return true;
  }

  /** Passes the outcome on. To be called once, after the end. */
  void deliver() {
    try {
      receiver.accept(reply, error);
    } catch (RuntimeException | Error e) {
      // It must not reach the event loop, which would go on without the other answers.
      LOG.error("the receiver of an answer failed; the store goes on", e);
    }
  }
}
