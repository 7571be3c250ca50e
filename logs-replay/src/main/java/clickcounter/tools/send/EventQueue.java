package clickcounter.tools.send;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** Where replayed lines go: the queue. */
public interface EventQueue extends Closeable {
  /** Sends these lines as one message; it may wait for the broker. */
  void send(List<String> lines) throws IOException;

  /** Returns when the queue has everything that was sent. */
  void flush() throws IOException;

  /** Flushes and disconnects. */
  @Override
  void close() throws IOException;
}
