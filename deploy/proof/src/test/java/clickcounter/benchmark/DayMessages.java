package clickcounter.benchmark;

import clickcounter.traffic.Generator;
import clickcounter.traffic.GeneratorSettings;
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
 *
 * @param bytes of each message, the last newline included
 */
record DayMessages(
    Path file, int linesEach, long events, List<Integer> bytes, UnaryOperator<String> rename) {
  private static final double DROPPED = 0.0001;
  private static final double DUPLICATED = 0.01;
  private static final int DISORDER_LINES = 500;

  /** Receives a message. */
  interface Sink {
    void message(String text) throws IOException;
  }

  /** The first lines of a day, which is generated once and then kept in the directory. */
  static DayMessages generated(
      Path directory, int events, int ads, int counters, int linesEach, long mostLines)
      throws IOException {
    GeneratorSettings settings =
        GeneratorSettings.defaults()
            .withSize(events, ads, counters)
            .withFaults(DROPPED, DUPLICATED, DISORDER_LINES);
    Path day = directory.resolve("day-" + events + "-" + ads + "-" + counters);
    Generator.generateOnce(settings, day);
    return of(day.resolve("queue.ndjson"), linesEach, mostLines);
  }

  /** The first lines of this file. */
  static DayMessages of(Path file, int linesEach, long mostLines) throws IOException {
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
    return new DayMessages(file, linesEach, lines, bytes, UnaryOperator.identity());
  }

  /** The first messages, which have about so many lines. */
  DayMessages first(long lines) {
    int messages = (int) Math.min(bytes.size(), (lines + linesEach - 1) / linesEach);
    long left = Math.min(events, (long) messages * linesEach);
    return new DayMessages(file, linesEach, left, bytes.subList(0, messages), rename);
  }

  /** The same day, but the names of its counters and ads begin so. */
  DayMessages renamed(String counterPrefix, String adPrefix) {
    UnaryOperator<String> both =
        text ->
            rename
                .apply(text)
                .replace("\"eventId\":\"", "\"eventId\":\"" + counterPrefix)
                .replace("\"adId\":\"", "\"adId\":\"" + adPrefix);
    return new DayMessages(file, linesEach, events, bytes, both);
  }

  void forEach(Sink sink) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 20)) {
      byte[] read = new byte[Collections.max(bytes)];
      for (int size : bytes) {
        in.readNBytes(read, 0, size);
        String text = new String(read, 0, size - 1, StandardCharsets.UTF_8); // without the last \n
        sink.message(rename.apply(text));
      }
    }
  }
}
