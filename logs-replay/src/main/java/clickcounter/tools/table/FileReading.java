package clickcounter.tools.table;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.archive.LineReader;
import clickcounter.tools.archive.Prefix;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/** Reads one archive file on from where the table has it. One thread uses it at a time. */
final class FileReading implements Closeable {
  private static final int LINES_AT_ONCE = 2_000;

  static final String HALF =
      "the file ends in the middle of a line; if it is still being written, read it again later";

  private final Path file;
  private final LongConsumer bytesRead;

  /** What the table has of this file; null for a new one. */
  private final FileState before;

  private FileState state;
  private LineReader reader;
  private String ended = FileState.WHOLE;
  private String detail = "";

  private FileReading(Path file, FileState before, FileState state, LongConsumer bytesRead) {
    this.file = file;
    this.before = before;
    this.state = state;
    this.bytesRead = bytesRead;
  }

  /**
   * The reading of a file; null if all of it was read, under this name or another one. That is
   * known then.
   */
  static FileReading ifChanged(Path file, KnownFiles known, LongConsumer bytesRead) {
    String name = name(file);
    try {
      FileState begun = FileState.begun(file).named(name);
      FileState same = known.named(name);
      if (same == null || !same.key().equals(begun.key())) {
        same = known.withKey(begun.key());
      }
      if (same != null && same.isReadAt(begun) && !same.ending().equals(FileState.UNREADABLE)) {
        known.put(same.named(name));
        return null;
      }
      return new FileReading(file, same, begun, bytesRead);
    } catch (IOException e) {
      String why = "cannot be read: " + IoErrors.reason(e);
      FileState lost = new FileState(name, "", 0, 0, Prefix.EMPTY, FileState.UNREADABLE, why);
      return new FileReading(file, null, lost, bytesRead);
    }
  }

  /** By which the table names it. */
  static String name(Path file) {
    return file.toAbsolutePath().normalize().toString();
  }

  /** What is read of it by now. */
  FileState state() {
    return state;
  }

  /** Reads some lines. Returns whether there may be more. */
  boolean readSome(Rows rows) throws IOException {
    if (state.ending().equals(FileState.OPEN) && reader == null) {
      open();
    }
    if (!state.ending().equals(FileState.OPEN)) {
      return false;
    }
    for (int i = 0; i < LINES_AT_ONCE; i++) {
      if (!reader.next()) {
        state = state.ended(reader, ended, detail);
        return false;
      }
      String half = rows.take(reader, state.file());
      if (half != null) {
        // A packed file is not written any more: its last line should have an end.
        ended = ArchiveFiles.isPacked(file) ? FileState.CUT_OFF : FileState.HALF_LINE;
        detail = half;
      }
    }
    state = state.read(reader.position());
    return true;
  }

  private void open() {
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
