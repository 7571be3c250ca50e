package clickcounter.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Texts of messages, in the order in which they are sent. */
interface QueueMessages {
  void forEach(Sink sink) throws IOException;

  /** What takes a message. */
  interface Sink {
    void message(String text, int lines) throws IOException;
  }

  /** A text a message, of one line or more. */
  static QueueMessages of(List<String> texts) {
    return sink -> {
      for (String text : texts) {
        sink.message(text, (int) text.lines().count());
      }
    };
  }

  /** For a sink that does no I/O. */
  default void forEachInMemory(Sink sink) {
    try {
      forEach(sink);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
