package clickcounter.tools.archive;

import clickcounter.tools.archive.Troubles.Trouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * How far a file was read: what a table has of it, or a queue.
 *
 * @param file its path, by which people find it; it says nothing of what is in it
 * @param key the file system's own name of it; empty if there is none
 * @param sizeBytes on disk, before it was read
 * @param modifiedMs when it was last written, before it was read
 * @param read what was read of its content
 * @param ending how the reading ended, one of the words here
 * @param detail why it was not read to its end, for a person; empty if it was
 */
public record FileState(
    String file,
    String key,
    long sizeBytes,
    long modifiedMs,
    Prefix read,
    String ending,
    String detail) {
  public static final String WHOLE = "whole";

  /** It was not read to its end yet. */
  public static final String OPEN = "open";

  /** All but the last line, which is incomplete: the file is still being written. */
  public static final String HALF_LINE = Trouble.Kind.HALF_LINE.label();

  /** It breaks off or is damaged: more may have stood in it. */
  public static final String CUT_OFF = Trouble.Kind.CUT_OFF.label();

  public static final String UNREADABLE = Trouble.Kind.UNREADABLE.label();

  public FileState {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(ending, "ending");
    Objects.requireNonNull(detail, "detail");
  }

  /** A file as it is now, of which nothing was read. */
  public static FileState begun(Path file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
    String key = now.fileKey() == null ? "" : now.fileKey().toString();
    long modifiedMs = now.lastModifiedTime().toMillis();
    return new FileState(file.toString(), key, now.size(), modifiedMs, Prefix.EMPTY, OPEN, "");
  }

  /** Whether the file was read as far as it can be, and not written since. */
  public boolean isReadAt(FileState now) {
    return key.equals(now.key)
        && sizeBytes == now.sizeBytes
        && modifiedMs == now.modifiedMs
        && !ending.equals(OPEN);
  }

  /** Whether it is not known what else the file has. */
  public boolean isBrokenOff() {
    return ending.equals(CUT_OFF) || ending.equals(UNREADABLE);
  }

  public FileState named(String path) {
    return new FileState(path, key, sizeBytes, modifiedMs, read, ending, detail);
  }

  /** With more read of it, and not yet all. */
  public FileState read(Prefix now) {
    return read(now, OPEN, "");
  }

  /**
   * At the end of the reader.
   *
   * @param end how it ended if the file does not break off
   */
  public FileState ended(LineReader reader, String end, String why) {
    Trouble broken = reader.broken();
    return broken == null
        ? read(reader.position(), end, why)
        : read(reader.position(), broken.kind().label(), broken.detail());
  }

  private FileState read(Prefix now, String end, String why) {
    return new FileState(file, key, sizeBytes, modifiedMs, now, end, why);
  }
}
