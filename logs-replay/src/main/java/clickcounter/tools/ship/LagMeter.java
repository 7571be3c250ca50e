package clickcounter.tools.ship;

import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.ship.Lag.DirectoryLag;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Measures how far confirmed positions are behind the files. */
final class LagMeter {
  private static final int FIRST_LINE_BYTES = 4_096;

  private final List<Path> directories;
  private final EventLine line = new EventLine();

  LagMeter(List<Path> directories) {
    this.directories = List.copyOf(directories);
  }

  /**
   * Measures all directories.
   *
   * @param files that are there
   * @param confirmed what the broker has, by file key
   * @param sentLines by directory
   * @param lostSinceMs directories that cannot be read, since when
   */
  List<DirectoryLag> measure(
      List<Path> files,
      Function<String, Sent> confirmed,
      Map<Path, Long> sentLines,
      Map<Path, Long> lostSinceMs,
      long nowMs) {
    Map<Path, DirectoryLag> lags = new LinkedHashMap<>();
    for (Path directory : directories) {
      long lostMs = nowMs - lostSinceMs.getOrDefault(directory, nowMs);
      long sent = sentLines.getOrDefault(directory, 0L);
      lags.put(directory, new DirectoryLag(directory, sent, 0, lostMs, 0));
    }
    for (Path file : files) {
      lags.computeIfPresent(directoryOf(file), (path, lag) -> plus(lag, file, confirmed, nowMs));
    }
    return List.copyOf(lags.values());
  }

  /** The named directory that the file was found in. */
  Path directoryOf(Path file) {
    return directories.stream().filter(file::startsWith).findFirst().orElse(directories.get(0));
  }

  private DirectoryLag plus(
      DirectoryLag lag, Path file, Function<String, Sent> confirmed, long nowMs) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      Sent sent = confirmed.apply(String.valueOf(now.fileKey()));
      long fileMs = now.lastModifiedTime().toMillis();
      if (ArchiveFiles.isPacked(file)) {
        boolean isSent = sent != null && sent.diskBytes() == now.size();
        return isSent ? lag.plus(0, 0) : lag.plus(now.size(), nowMs - fileMs);
      }
      long offset = sent == null ? 0 : sent.prefix().offset();
      long from = offset > now.size() ? 0 : offset;
      if (from == now.size()) {
        return lag.plus(0, 0);
      }
      // A half line has no age: there may be nobody who ends it.
      boolean isHalfLine = sent != null && sent.isReadAt(now.size(), fileMs);
      long firstMs = firstEventMs(file, from, isHalfLine ? nowMs : fileMs, fileMs);
      return lag.plus(now.size() - from, nowMs - firstMs);
    } catch (IOException e) {
      // The file was renamed or deleted. The next measurement sees where it is.
      return lag.plus(0, 0);
    }
  }

  /** The time of the event that begins there. */
  private long firstEventMs(Path file, long from, long ifNoneMs, long ifUnreadableMs)
      throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      content.skipNBytes(from);
      byte[] bytes = content.readNBytes(FIRST_LINE_BYTES);
      int to = 0;
      while (to < bytes.length && bytes[to] != '\n') {
        to++;
      }
      return line.read(bytes, 0, to) ? line.timestampMs() : ifNoneMs;
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      return ifUnreadableMs; // somebody has to know
    }
  }
}
