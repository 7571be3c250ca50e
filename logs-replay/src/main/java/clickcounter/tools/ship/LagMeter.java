package clickcounter.tools.ship;

import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.ship.Lag.DirectoryLag;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
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

  private DirectoryLag plus(
      DirectoryLag lag, Path file, Function<String, Sent> confirmed, long nowMs) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      Sent sent = confirmed.apply(String.valueOf(now.fileKey()));
      long unsent = unsentBytes(file, now, sent);
      return lag.plus(unsent, unsent == 0 ? 0 : nowMs - firstUnsentMs(file, now, sent, nowMs));
    } catch (IOException e) {
      // The file was renamed or deleted. The next measurement sees where it is.
      return lag.plus(0, 0);
    }
  }

  /** The named directory that the file was found in. */
  Path directoryOf(Path file) {
    for (Path directory : directories) {
      if (file.startsWith(directory)) {
        return directory;
      }
    }
    return directories.get(0);
  }

  private static long unsentBytes(Path file, BasicFileAttributes now, Sent sent) {
    if (ArchiveFiles.isPacked(file)) {
      return sent != null && sent.diskBytes() == now.size() ? 0 : now.size();
    }
    return sent == null || sent.prefix().offset() > now.size()
        ? now.size()
        : now.size() - sent.prefix().offset();
  }

  /**
   * The time of the first line that is not confirmed; the file's own if that is not an event. A
   * half line has none: there may be nobody who ends it.
   */
  private long firstUnsentMs(Path file, BasicFileAttributes now, Sent sent, long nowMs)
      throws IOException {
    long fileMs = now.lastModifiedTime().toMillis();
    if (ArchiveFiles.isPacked(file)) {
      return fileMs;
    }
    ByteBuffer bytes = ByteBuffer.allocate(FIRST_LINE_BYTES);
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(
          sent == null || sent.prefix().offset() > now.size() ? 0 : sent.prefix().offset());
      channel.read(bytes);
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      return fileMs; // it cannot be read, and somebody has to know
    }
    int to = 0;
    while (to < bytes.position() && bytes.get(to) != '\n') {
      to++;
    }
    if (line.read(bytes.array(), 0, to)) {
      return line.timestampMs();
    }
    boolean isHalfLine = sent != null && sent.isReadAt(now.size(), fileMs);
    return isHalfLine ? nowMs : fileMs;
  }
}
