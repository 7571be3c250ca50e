package clickcounter.service;

import java.io.IOException;
import java.util.List;

/** Carries event lines from a service to the queue. */
public interface Transport extends AutoCloseable {
  /**
   * Sends these lines, in this order, as one message.
   *
   * <p>When it returns, the queue has them, or will have them when {@link #flush} returns. When it
   * throws, the queue may have them or not; sending them again is harmless.
   *
   * @param lines event lines without newlines, at least one
   */
  void send(List<String> lines) throws IOException;

  /** Waits until the queue has all that was sent. A transport without this has it already. */
  default void flush() throws IOException {}

  /**
   * Called once, at the end, by another thread than {@link #send}'s. If a send hangs at that time,
   * it should end with an exception.
   */
  @Override
  void close() throws IOException;
}
