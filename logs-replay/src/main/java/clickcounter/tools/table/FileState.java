package clickcounter.tools.table;

import clickcounter.tools.archive.Prefix;
import clickcounter.tools.archive.Troubles.Trouble;
import java.util.Objects;

/**
 * What the table has of an archive file.
 *
 * @param file its absolute path, by which people find it; it says nothing of what is in it
 * @param key the file system's own name of it; empty if there is none
 * @param sizeBytes on disk, before it was read
 * @param modifiedMs when it was last written, before it was read
 * @param read what was read of its content
 * @param ending how the reading ended, one of the words here
 * @param detail why it was not read to its end, for a person; empty if it was
 */
record FileState(
    String file,
    String key,
    long sizeBytes,
    long modifiedMs,
    Prefix read,
    String ending,
    String detail) {
  /** All its lines were read. */
  static final String WHOLE = "whole";

  /** The import was ended before it came to the file's end. */
  static final String OPEN = "open";

  /** All but the last line, which is incomplete: the file is still being written. */
  static final String HALF_LINE = Trouble.Kind.HALF_LINE.label();

  /** It breaks off or is damaged: more may have stood in it. */
  static final String CUT_OFF = Trouble.Kind.CUT_OFF.label();

  static final String UNREADABLE = Trouble.Kind.UNREADABLE.label();

  FileState {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(read, "read");
    Objects.requireNonNull(ending, "ending");
    Objects.requireNonNull(detail, "detail");
  }

  /** Whether the file with this key was written since. */
  boolean isUnchanged(String keyNow, long sizeNow, long modifiedNow) {
    boolean same = key.equals(keyNow) && sizeBytes == sizeNow && modifiedMs == modifiedNow;
    return same && !ending.equals(OPEN) && !ending.equals(UNREADABLE);
  }

  /** Whether it is not known what else the file has. */
  boolean isBrokenOff() {
    return ending.equals(CUT_OFF) || ending.equals(UNREADABLE);
  }

  FileState named(String path) {
    return new FileState(path, key, sizeBytes, modifiedMs, read, ending, detail);
  }

  FileState read(Prefix now, String end, String why) {
    return new FileState(file, key, sizeBytes, modifiedMs, now, end, why);
  }
}
