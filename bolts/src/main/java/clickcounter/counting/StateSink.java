package clickcounter.counting;

import clickcounter.document.StateMessage;
import java.util.function.Consumer;

/** Where a task sends the states of its ads. */
public interface StateSink extends AutoCloseable {
  /**
   * Sends a state. A message that is sent may arrive twice, and one whose send failed may arrive.
   *
   * @param failure receives null when the message is durable at the broker, else why it may not be;
   *     within a limited time, on any thread
   */
  void send(StateMessage message, Consumer<String> failure);

  /** What was not confirmed is answered with a failure. */
  @Override
  void close();
}
