package clickcounter.tools.ship;

import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.archive.FileState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/** Adds up what the broker has not confirmed of files. */
final class Unsent {
  private static final int FIRST_LINE_BYTES = 4_096;

  private final Function<String, FileState> confirmed;
  private final long nowMs;
  private final EventLine line = new EventLine();
  private long bytes;
  private long oldestMs;

  /**
   * @param confirmed what the broker has, by file key
   */
  Unsent(Function<String, FileState> confirmed, long nowMs) {
    this.confirmed = confirmed;
    this.nowMs = nowMs;
  }

  long bytes() {
    return bytes;
  }

  /** The age of the oldest line; 0 if there is none. */
  long oldestMs() {
    return oldestMs;
  }

  /** Something has been unsent since then. */
  void addSince(long sinceMs) {
    oldestMs = Math.max(oldestMs, nowMs - sinceMs);
  }

  void add(Path file) {
    try {
      FileState now = FileState.begun(file);
      FileState sent = confirmed.apply(now.key());
      if (ArchiveFiles.isPacked(file)) {
        addPacked(now, sent);
      } else {
        addPlain(file, now, sent);
      }
    } catch (IOException e) {
      return; // It was renamed or deleted. The next measurement sees where it is.
    }
  }

  private void addPacked(FileState now, FileState sent) {
    boolean isSent =
        sent != null
            && sent.ending().equals(FileState.WHOLE)
            && sent.sizeBytes() == now.sizeBytes();
    if (!isSent) {
      bytes += now.sizeBytes();
      addSince(now.modifiedMs());
    }
  }

  private void addPlain(Path file, FileState now, FileState sent) throws IOException {
    long offset = sent == null ? 0 : sent.read().offset();
    long from = offset > now.sizeBytes() ? 0 : offset;
    if (from < now.sizeBytes()) {
      bytes += now.sizeBytes() - from;
      // A half line has no age: there may be nobody who ends it.
      boolean isHalfLine = sent != null && sent.isReadAt(now);
      long fileMs = now.modifiedMs();
      addSince(firstEventMs(file, from, isHalfLine ? nowMs : fileMs, fileMs));
    }
  }

  /** The time of the event that begins there. */
  private long firstEventMs(Path file, long from, long ifNoneMs, long ifUnreadableMs)
      throws IOException {
    try (InputStream content = Files.newInputStream(file)) {
      content.skipNBytes(from);
      byte[] first = content.readNBytes(FIRST_LINE_BYTES);
      int to = 0;
      while (to < first.length && first[to] != '\n') {
        to++;
      }
      return line.read(first, 0, to) ? line.timestampMs() : ifNoneMs;
    } catch (NoSuchFileException e) {
      throw e;
    } catch (IOException e) {
      return ifUnreadableMs; // somebody has to know
    }
  }
}
