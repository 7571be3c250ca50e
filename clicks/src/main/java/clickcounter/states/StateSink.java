package clickcounter.states;

import java.util.function.Consumer;

/** Where a task sends the states of its ads. Thread-safe. */
public interface StateSink extends AutoCloseable {
  /**
   * Sends a state; does not wait. A message may arrive twice, and one whose send failed may arrive.
   *
   * @param ended receives null when the message is durable at the broker, else why it may not be:
   *     once, within a limited time, on any thread
   */
  void send(StateMessage message, Consumer<String> ended);

  /** What is not confirmed yet is answered with a failure. */
  @Override
  void close();
}
