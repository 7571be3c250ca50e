package clickcounter.tools.table;

import clickcounter.tools.archive.Prefix;
import java.util.Objects;

/**
 * What the table has of an archive file.
 *
 * @param file its absolute path, by which people find it; it says nothing of what is in it
 * @param key the file system's own name of it; empty if there is none
 * @param sizeBytes on disk, before it was read
 * @param modifiedMs when it was last written, before it was read
 * @param read what was read of its content
 * @param firstLineHash by which a copy may be known; 0 if there is no whole line
 * @param detail why it was not read to its end, for a person; empty if it was
 */
record FileState(
    String file,
    String key,
    long sizeBytes,
    long modifiedMs,
    Prefix read,
    long firstLineHash,
    End end,
    String detail) {
  /** How the reading ended. */
  enum End {
    /** All its lines were read. */
    WHOLE("whole"),
    /** All but the last line, which is incomplete: the file is still being written. */
    HALF_LINE("half line"),
    /** It breaks off or is damaged: more may have stood in it. */
    CUT_OFF("cut off"),
    UNREADABLE("unreadable"),
    /** The import was ended before it came to the file's end. */
    OPEN("open");

    private final String label;

    End(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }

    static End of(String label) {
      for (End end : values()) {
        if (end.label.equals(label)) {
          return end;
        }
      }
      throw new IllegalArgumentException("no end of a file is called '" + label + "'");
    }

    /** Whether it is not known what else the file has. */
    boolean isBrokenOff() {
      return this == CUT_OFF || this == UNREADABLE;
    }
  }

  FileState {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(end, "end");
    Objects.requireNonNull(detail, "detail");
  }

  /** Whether the file with this key was written since. */
  boolean isUnchanged(String keyNow, long sizeNow, long modifiedNow) {
    boolean same = key.equals(keyNow) && sizeBytes == sizeNow && modifiedMs == modifiedNow;
    return same && end != End.OPEN && end != End.UNREADABLE;
  }

  FileState named(String path) {
    return new FileState(path, key, sizeBytes, modifiedMs, read, firstLineHash, end, detail);
  }

  FileState begun(Prefix from, long firstLineHashNow) {
    return new FileState(file, key, sizeBytes, modifiedMs, from, firstLineHashNow, End.OPEN, "");
  }

  FileState read(Prefix now, End ending, String why) {
    return new FileState(file, key, sizeBytes, modifiedMs, now, firstLineHash, ending, why);
  }
}
