package clickcounter.devcluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Reads the last lines of a log of any size. */
final class LogTail {
  private static final int BLOCK = 64 * 1024;

  private LogTail() {}

  /** At most so many whole lines; none if there is no such file. */
  static List<String> of(Path file, int lines) throws IOException {
    if (lines < 1) {
      throw new IllegalArgumentException("lines: expected 1 or more, got " + lines);
    }
    if (!Files.exists(file)) {
      return List.of();
    }
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long end = log.length();
      byte[] bytes = read(log, startOfLast(log, end, lines), end);
      return new String(bytes, StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** Reads backwards, block by block, until it has passed enough line ends. */
  private static long startOfLast(RandomAccessFile log, long end, int lines) throws IOException {
    int found = 0;
    for (long to = end; to > 0; to -= BLOCK) {
      long from = Math.max(0, to - BLOCK);
      byte[] block = read(log, from, to);
      for (int i = block.length - 1; i >= 0; i--) {
        boolean endsTheFile = from + i == end - 1;
        if (block[i] == '\n' && !endsTheFile && ++found == lines) {
          return from + i + 1;
        }
      }
    }
    return 0;
  }

  private static byte[] read(RandomAccessFile log, long from, long to) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(to - from)];
    log.seek(from);
    log.readFully(bytes);
    return bytes;
  }
}
