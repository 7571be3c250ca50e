package clickcounter.tools.archive;

import clickcounter.cli.IoErrors;
import clickcounter.event.LineText;
import clickcounter.tools.archive.Troubles.Trouble;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Reads one file in chunks of whole lines; its first bytes tell whether it is plain, gzip or zstd.
 * It reads a truncated or damaged file up to that place, and reports a {@link Trouble}.
 *
 * <p>Not thread-safe.
 */
final class ChunkReader implements Closeable {
  static final int CHUNK_BYTES = 1 << 19;
  private static final int FILE_BUFFER_BYTES = 1 << 16;

  private final Path file;
  private final Troubles troubles;
  private final LongConsumer bytesRead;
  private final Consumer<FilePart> whereEnded;
  private final long fromByte;
  private InputStream in;
  private boolean plain;

  /** The end of the whole lines of a plain file that were handed out. */
  private long nextByte;

  private boolean endsUnfinished;

  private byte[] carry = new byte[0];
  private long nextLine;
  private boolean ended;

  /**
   * @param bytesRead receives how many bytes of the file were read, as they are on disk
   * @param whereEnded receives, at the end of a plain file, where its next lines would begin: after
   *     its last whole line
   */
  ChunkReader(
      FilePart part, Troubles troubles, LongConsumer bytesRead, Consumer<FilePart> whereEnded) {
    this.file = part.file();
    this.fromByte = part.fromByte();
    this.nextByte = part.fromByte();
    this.nextLine = part.firstLine();
    this.whereEnded = whereEnded;
    this.troubles = troubles;
    this.bytesRead = bytesRead;
  }

  /**
   * The next chunk, or null at the end.
   *
   * @param buffer of {@link #CHUNK_BYTES}, for the chunk's bytes
   */
  LineChunk next(byte[] buffer) {
    while (!ended || carry.length > 0) {
      int length = carry.length;
      System.arraycopy(carry, 0, buffer, 0, length);
      carry = new byte[0];
      length = fillWithoutHole(buffer, length);
      int whole = ended ? length : endOfLastLine(buffer, length);
      if (whole == 0 && !ended) {
        skipEndlessLine(buffer);
        continue;
      }
      if (whole < length) {
        carry = java.util.Arrays.copyOfRange(buffer, whole, length);
      }
      if (whole > 0) {
        return chunk(buffer, whole);
      }
    }
    if (plain) {
      whereEnded.accept(new FilePart(file, nextByte, nextLine - (endsUnfinished ? 1 : 0)));
    }
    return null;
  }

  private LineChunk chunk(byte[] buffer, int length) {
    boolean unfinished = buffer[length - 1] != '\n';
    long lines = newlines(buffer, length) + (unfinished ? 1 : 0);
    LineChunk chunk = new LineChunk(file, buffer, length, nextLine, unfinished);
    nextLine += lines;
    nextByte += unfinished ? endOfLastLine(buffer, length) : length;
    endsUnfinished = unfinished;
    return chunk;
  }

  private static long newlines(byte[] buffer, int length) {
    long count = 0;
    for (int i = 0; i < length; i++) {
      count += buffer[i] == '\n' ? 1 : 0;
    }
    return count;
  }

  private static int endOfLastLine(byte[] buffer, int length) {
    int end = length;
    while (end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /**
   * Fills the buffer from the file, but not with bytes that are no part of its first line: there
   * may be more of them than it holds.
   */
  private int fillWithoutHole(byte[] buffer, int start) {
    int length = fill(buffer, start);
    int hole = hole(buffer, length);
    while (hole > 0) {
      System.arraycopy(buffer, hole, buffer, 0, length - hole);
      nextByte += hole;
      length = fill(buffer, length - hole);
      hole = hole(buffer, length);
    }
    return length;
  }

  private int hole(byte[] buffer, int length) {
    return ended ? 0 : LineText.start(buffer, 0, length);
  }

  /**
   * Fills the buffer from the file. If the file breaks off, the buffer ends with the last whole
   * line.
   */
  private int fill(byte[] buffer, int start) {
    int length = start;
    if (ended) {
      return length;
    }
    try {
      if (in == null) {
        in = open();
      }
      while (length < buffer.length) {
        int read = in.read(buffer, length, buffer.length - length);
        if (read < 0) {
          ended = true;
          return length;
        }
        length += read;
      }
      return length;
    } catch (IOException e) {
      ended = true;
      return cutOff(buffer, length, e);
    }
  }

  private int cutOff(byte[] buffer, int length, IOException e) {
    int whole = endOfLastLine(buffer, length);
    long linesBefore = nextLine - 1 + newlines(buffer, whole);
    boolean opened = in != null;
    troubles.add(
        new Trouble(
            file,
            opened ? linesBefore + 1 : 0,
            opened ? Trouble.Kind.CUT_OFF : Trouble.Kind.UNREADABLE,
            opened
                ? "the file ends or is damaged here ("
                    + e.getMessage()
                    + "); the "
                    + linesBefore
                    + " lines before are used"
                : "cannot be read: " + IoErrors.reason(e)));
    return whole;
  }

  /** A line longer than a chunk is not an event: it is reported and skipped. */
  private void skipEndlessLine(byte[] buffer) {
    troubles.add(
        new Trouble(
            file,
            nextLine,
            Trouble.Kind.BAD_LINE,
            "a line of more than " + buffer.length + " bytes"));
    nextLine++;
    nextByte += buffer.length;
    while (!ended) {
      int length = fill(buffer, 0);
      for (int i = 0; i < length; i++) {
        if (buffer[i] == '\n') {
          nextByte += i + 1;
          carry = java.util.Arrays.copyOfRange(buffer, i + 1, length);
          return;
        }
      }
      nextByte += length;
    }
  }

  private InputStream open() throws IOException {
    BufferedInputStream raw =
        new BufferedInputStream(
            new MeteredStream(Files.newInputStream(file), bytesRead), FILE_BUFFER_BYTES);
    if (fromByte > 0) {
      plain = true;
      raw.skipNBytes(fromByte);
      return raw;
    }
    Compression compression = Compression.of(file, raw);
    plain = compression == Compression.NONE;
    return compression.unpack(raw);
  }

  @Override
  public void close() {
    ended = true;
    if (in != null) {
      try {
        in.close();
      } catch (IOException e) {
        troubles.add(new Trouble(file, 0, Trouble.Kind.CUT_OFF, "closing it: " + e));
      }
    }
  }

  /**
   * Whole lines of one file.
   *
   * @param bytes the lines up to {@code length}, each with its newline; only the last line of a
   *     file may lack it
   * @param firstLine the first line's number, 1 for the file's first
   * @param endsUnfinished whether the last line lacks its newline
   */
  record LineChunk(Path file, byte[] bytes, int length, long firstLine, boolean endsUnfinished) {}

  /**
   * A file from a given line on.
   *
   * @param fromByte where the line begins; can be above 0 for plain files only
   * @param firstLine the line's number, 1 for the file's first
   */
  record FilePart(Path file, long fromByte, long firstLine) {
    static FilePart whole(Path file) {
      return new FilePart(file, 0, 1);
    }
  }
}
