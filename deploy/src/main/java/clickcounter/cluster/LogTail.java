package clickcounter.cluster;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The last lines of a log, however large it is. */
final class LogTail {
  private static final int BYTES_PER_LINE = 500;

  private LogTail() {}

  /** At most so many lines; none when there is no such file. */
  static List<String> of(Path file, int lines) throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r")) {
      long from = Math.max(0, log.length() - (long) lines * BYTES_PER_LINE);
      byte[] end = new byte[(int) (log.length() - from)];
      log.seek(from);
      log.readFully(end);
      List<String> all = new String(end, StandardCharsets.UTF_8).lines().toList();
      return all.subList(Math.max(0, all.size() - lines), all.size());
    }
  }
}
