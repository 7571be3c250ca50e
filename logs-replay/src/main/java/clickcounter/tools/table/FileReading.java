package clickcounter.tools.table;

import clickcounter.cli.IoErrors;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.ChunkReader;
import clickcounter.tools.archive.ChunkReader.LineChunk;
import clickcounter.tools.archive.Prefix;
import clickcounter.tools.archive.Troubles;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.table.Rows.Taken;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;

/** Reads one archive file on from where the table has it. One thread uses it at a time. */
final class FileReading implements Closeable {
  static final String HALF =
      "the file ends in the middle of a line; if it is still being written, read it again later";

  private final Path file;
  private final LongConsumer bytesRead;

  /** What the table has of this file; null for a new one. */
  private final FileState before;

  private final List<EndlessLine> endless = new ArrayList<>();
  private FileState state;
  private ChunkReader reader;
  private long lineStart;
  private String ended = FileState.WHOLE;
  private String detail = "";

  /** A line that is too long for any buffer. */
  private record EndlessLine(long fromByte, String detail) {}

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
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      String key = now.fileKey() == null ? "" : now.fileKey().toString();
      long modifiedMs = now.lastModifiedTime().toMillis();
      FileState same = known.named(name);
      if (same == null || !same.key().equals(key)) {
        same = known.withKey(key);
      }
      if (same != null && same.isUnchanged(key, now.size(), modifiedMs)) {
        known.put(same.named(name));
        return null;
      }
      FileState begun =
          new FileState(name, key, now.size(), modifiedMs, Prefix.EMPTY, FileState.OPEN, "");
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

  /**
   * Reads the next chunk. Returns what became of its lines, or null at the file's end.
   *
   * @param buffer of {@link ChunkReader#CHUNK_BYTES}
   */
  Taken next(byte[] buffer, Rows rows) throws IOException {
    if (state.ending().equals(FileState.OPEN) && reader == null) {
      open();
    }
    if (!state.ending().equals(FileState.OPEN)) {
      return null;
    }
    lineStart = reader.position().offset();
    LineChunk chunk = reader.next(buffer);
    int endlessLines = endless.size();
    for (EndlessLine line : endless) {
      rows.bad(state.file(), line.fromByte(), line.detail(), List.of());
    }
    endless.clear();
    if (chunk == null) {
      state = state.read(reader.position(), ended, detail);
      return null;
    }
    long firstByte = reader.position().offset() - chunk.wholeLength();
    Taken taken = rows.take(chunk, state.file(), firstByte);
    if (taken.half() != null) {
      halfLine(taken.half());
    }
    state = state.read(reader.position(), FileState.OPEN, "");
    return new Taken(taken.events(), taken.bad() + endlessLines, taken.half());
  }

  private void open() {
    try {
      boolean goesOn = before != null && KnownFiles.isBegin(before.read(), file);
      state = goesOn ? state.read(before.read(), FileState.OPEN, "") : state;
    } catch (IOException e) {
      // The reader meets the same fault, reads all before it and says where it is.
    }
    reader = new ChunkReader(file, state.read(), new Troubles(this::take), bytesRead);
  }

  /** Called by the reader, which has passed the line then. */
  private void take(Trouble trouble) {
    switch (trouble.kind()) {
      case BAD_LINE -> {
        endless.add(new EndlessLine(lineStart, trouble.detail()));
        lineStart = reader.position().offset();
      }
      case HALF_LINE -> halfLine(HALF);
      case CUT_OFF, UNREADABLE -> {
        ended = trouble.kind().label();
        detail = trouble.detail();
      }
    }
  }

  /** A packed file is not written any more: its last line should have an end. */
  private void halfLine(String said) {
    ended = ArchiveFiles.isPacked(file) ? FileState.CUT_OFF : FileState.HALF_LINE;
    detail = said;
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
