package clickcounter.deploy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Texts of messages, in the order in which they are sent. */
interface Messages {
  void forEach(Sink sink) throws IOException;

  /** What takes a message. */
  interface Sink {
    void message(String text, int lines) throws IOException;
  }

  /** One line a message. */
  static Messages of(List<String> lines) {
    return sink -> {
      for (String line : lines) {
        sink.message(line, 1);
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
