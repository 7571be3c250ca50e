package clickcounter.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Message texts in the order of sending. */
interface QueueMessages {
  void forEach(Sink sink) throws IOException;

  /** Receives a message. */
  interface Sink {
    void message(String text, int lines) throws IOException;
  }

  /** One text per message, of one line or more. */
  static QueueMessages of(List<String> texts) {
    return sink -> {
      for (String text : texts) {
        sink.message(text, (int) text.lines().count());
      }
    };
  }

  /** Sends to a sink that does no I/O. */
  default void forEachInMemory(Sink sink) {
    try {
      forEach(sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
