package clickcounter.tools.send;

import clickcounter.jms.BrokerSettings;
import clickcounter.tools.common.Backends;
import java.io.IOException;
import java.util.function.LongConsumer;

/** Waits for an empty queue: a message is acknowledged when all of its events are settled. */
record QueueWait(Backends backends, BrokerSettings broker) {
  private static final long LOOK_MS = 500;

  /** How many messages are in the queue; a lower bound. */
  long messages() throws IOException {
    return backends.queuedMessages(broker);
  }

  /**
   * Waits for ever; other messages count, too.
   *
   * @param done gets how many messages have left the queue since the look before
   * @throws IOException if the broker does not answer
   */
  void untilEmpty(LongConsumer done) throws IOException {
    long before = messages();
    for (long left = before; left > 0; left = messages()) {
      done.accept(Math.max(0, before - left));
      before = left;
      backends.waits().pause(LOOK_MS);
    }
    done.accept(before);
  }
}
