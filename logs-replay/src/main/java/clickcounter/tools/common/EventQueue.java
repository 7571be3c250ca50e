package clickcounter.tools.common;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/** The queue that events are sent to. */
public interface EventQueue extends Closeable {
  /** Takes all lines and sends none. */
  EventQueue NOWHERE =
      new EventQueue() {
        @Override
        public void send(List<String> lines) {}

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  /** Sends these lines as one message. May wait for the broker. */
  void send(List<String> lines) throws IOException;

  /** Waits until the broker has everything that was sent. */
  void flush() throws IOException;

  /** Flushes and disconnects. */
  @Override
  void close() throws IOException;
}
