package clickcounter.tools.generate;

import java.io.IOException;

/** Takes a made-up day, event by event, in the order of time. */
public interface DaySink {
  /** A service has written the event into its archive. */
  void archived(String counterId, long sequence, String line) throws IOException;

  /** The counter's life has ended, properly or not. */
  default void ended(String counterId) throws IOException {}

  /** The line arrives at the queue. */
  void queued(String line) throws IOException;
}
