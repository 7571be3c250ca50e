package clickcounter.benchmark;

import clickcounter.spouts.SpoutSettings;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The lines of a generated day as message texts. They are read from the file while they are sent,
 * to keep the day out of the heap.
 */
final class DayMessages implements QueueMessages {
  private final Path file;
  private final Cuts cuts;
  private final UnaryOperator<String> rename;

  private DayMessages(Path file, Cuts cuts, UnaryOperator<String> rename) {
    this.file = file;
    this.cuts = cuts;
    this.rename = rename;
  }

  /** The first lines of this file. */
  static DayMessages of(Path file, int linesEach, long mostLines) throws IOException {
    return new DayMessages(file, Cuts.of(file, linesEach, mostLines), UnaryOperator.identity());
  }

  /** The same day, but the names of its counters and ads begin so. */
  DayMessages renamed(String counterPrefix, String adPrefix) {
    return new DayMessages(
        file,
        cuts,
        text ->
            rename
                .apply(text)
                .replace("\"eventId\":\"", "\"eventId\":\"" + counterPrefix)
                .replace("\"adId\":\"", "\"adId\":\"" + adPrefix));
  }

  long events() {
    return cuts.lines;
  }

  /** Memory that a pending event takes in the spout's account, with its line. */
  long heldBytesAnEvent() {
    long lines = cuts.bytes.stream().mapToLong(Integer::longValue).sum();
    return SpoutSettings.EVENT_BYTES + lines / cuts.lines;
  }

  @Override
  public void forEach(Sink sink) throws IOException {
    long left = cuts.lines;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
      byte[] read = new byte[Collections.max(cuts.bytes)];
      for (int bytes : cuts.bytes) {
        int lines = (int) Math.min(cuts.linesEach, left);
        left -= lines;
        in.readNBytes(read, 0, bytes);
        String text = new String(read, 0, bytes - 1, StandardCharsets.UTF_8); // without the last \n
        sink.message(rename.apply(text), lines);
      }
    }
  }

  /**
   * Where the file is cut into messages, computed once.
   *
   * @param bytes of each message, the last newline included
   */
  private record Cuts(int linesEach, long lines, List<Integer> bytes) {
    static Cuts of(Path file, int linesEach, long mostLines) throws IOException {
      List<Integer> bytes = new ArrayList<>();
      long lines = 0;
      try (BufferedReader in = Files.newBufferedReader(file)) {
        int size = 0;
        for (String line = in.readLine(); line != null && lines < mostLines; line = in.readLine()) {
          lines++;
          size += line.getBytes(StandardCharsets.UTF_8).length + 1;
          if (lines % linesEach == 0) {
            bytes.add(size);
            size = 0;
          }
        }
        if (size > 0) {
          bytes.add(size);
        }
      }
      return new Cuts(linesEach, lines, bytes);
    }
  }
}
