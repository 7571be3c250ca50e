package clickcounter.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/**
 * The lines of a generated day as the texts of messages. They are read while they are sent: a day in memory would cost the garbage
 * collector more than reading it does.
 */
final class DayMessages implements Messages {
  private static final int CHUNK_BYTES = 1 << 20;

  private final Path file;
  private final int linesEach;
  private final long events;
  private final UnaryOperator<String> rename;

  private DayMessages(Path file, int linesEach, long events, UnaryOperator<String> rename) {
    this.file = file;
    this.linesEach = linesEach;
    this.events = events;
    this.rename = rename;
  }

  /**
   * The first lines of this file.
   *
   * @param most lines
   */
  static DayMessages of(Path file, int linesEach, long most) throws IOException {
    long[] lines = {0};
    new DayMessages(file, 1_000, most, UnaryOperator.identity()).forEach((text, count) -> lines[0] += count);
    return new DayMessages(file, linesEach, lines[0], UnaryOperator.identity());
  }

  /** The same day of other ads and counters. */
  DayMessages renamed() {
    return new DayMessages(
        file,
        linesEach,
        events,
        text -> text.replace("\"eventId\":\"", "\"eventId\":\"warm-").replace("\"adId\":\"", "\"adId\":\"w"));
  }

  long events() {
    return events;
  }

  @Override
  public void forEach(Sink sink) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = new byte[CHUNK_BYTES];
      int size = 0;
      long left = events;
      boolean ended = false;
      while (!ended && left > 0) {
        if (size == bytes.length) {
          bytes = Arrays.copyOf(bytes, 2 * size);
        }
        int read = in.read(bytes, size, bytes.length - size);
        ended = read < 0;
        size += Math.max(0, read);
        int start = 0;
        int lines = 0;
        for (int at = 0; at < size && left > 0; at++) {
          if (bytes[at] == '\n' && (++lines == linesEach || lines == left)) {
            send(bytes, start, at, lines, sink);
            left -= lines;
            start = at + 1;
            lines = 0;
          }
        }
        if (ended && lines > 0) {
          send(bytes, start, size - 1, lines, sink);
        }
        System.arraycopy(bytes, start, bytes, 0, size - start);
        size -= start;
      }
    }
  }

  private void send(byte[] bytes, int from, int to, int lines, Sink sink) throws IOException {
    sink.message(rename.apply(new String(bytes, from, to - from, StandardCharsets.UTF_8)), lines);
  }
}
