package clickcounter.tools.table;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.LineReader;
import clickcounter.tools.archive.Prefix;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.LongConsumer;

/** Reads one archive file on from where the table has it. One thread uses it at a time. */
final class FileReading implements Closeable {
  private static final int LINES_AT_ONCE = 2_000;

  private final Path file;

  /** What the table has of this file; null for a new one. */
  private final FileState before;

  private FileState state;
  private LineReader reader;

  /** What is said of its last line if that has no end. */
  private String half = "";

  private FileReading(Path file, FileState before, FileState state) {
    this.file = file;
    this.before = before;
    this.state = state;
  }

  /**
   * The reading of a file; null if all of it was read, under this name or another one. That is
   * known then.
   */
  static FileReading ifChanged(Path file, KnownFiles known) {
    String name = name(file);
    try {
      FileState begun = FileState.begun(file).named(name);
      FileState same = known.sameAs(begun);
      if (same != null && same.isReadAt(begun) && !same.ending().equals(FileState.UNREADABLE)) {
        known.put(same.named(name));
        return null;
      }
      return new FileReading(file, same, begun);
    } catch (IOException e) {
      String why = "cannot be read: " + IoErrors.reason(e);
      FileState lost = new FileState(name, "", 0, 0, Prefix.EMPTY, FileState.UNREADABLE, why);
      return new FileReading(file, null, lost);
    }
  }

  /** By which the table names it. */
  static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  FileState state() {
    return state;
  }

  /** Reads some lines. Returns whether there may be more. */
  boolean readSome(Rows rows, LongConsumer bytesRead) throws SQLException {
    if (!state.ending().equals(FileState.OPEN)) {
      return false;
    }
    if (reader == null) {
      open(bytesRead);
    }
    for (int i = 0; i < LINES_AT_ONCE; i++) {
      if (!reader.next()) {
        // A packed file is not written any more: its last line should have an end.
        String ended = ArchiveFiles.isPacked(file) ? FileState.CUT_OFF : FileState.HALF_LINE;
        state = state.ended(reader, half.isEmpty() ? FileState.WHOLE : ended, half);
        return false;
      }
      half = rows.take(reader, state.file());
    }
    state = state.read(reader.position());
    return true;
  }

  private void open(LongConsumer bytesRead) {
    try {
      boolean goesOn = before != null && before.read().isBeginOf(file);
      state = goesOn ? state.read(before.read()) : state;
    } catch (IOException e) {
      // The reader meets the same fault, reads all before it and says where it is.
    }
    reader = new LineReader(file, state.read(), bytesRead);
  }

  /** A reading that has ended is kept until its batch is: without its buffers. */
  @Override
  public void close() {
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }
}
