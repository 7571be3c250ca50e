package clickcounter.tools.archive;

import clickcounter.cli.IoErrors;
import clickcounter.event.LineText;
import clickcounter.tools.archive.Troubles.Trouble;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Reads one file in chunks of whole lines; its first bytes tell whether it is plain, gzip or zstd.
 * It reads a truncated or damaged file up to that place, and reports a {@link Trouble}.
 *
 * <p>Not thread-safe.
 */
public final class ChunkReader implements Closeable {
  public static final int CHUNK_BYTES = 1 << 19;

  private final Path file;
  private final Troubles troubles;
  private final LongConsumer bytesRead;
  private final boolean hashes;
  private InputStream in;

  /** What was passed of the content, as lines or before a line. */
  private Prefix passed;

  /** What was passed of it as whole lines. */
  private Prefix whole;

  private boolean endsUnfinished;

  private byte[] carry = new byte[0];
  private long nextLine = 1;
  private boolean ended;

  /**
   * @param bytesRead receives how many bytes of the file were read, as they are on disk
   */
  ChunkReader(Path file, Troubles troubles, LongConsumer bytesRead) {
    this(file, false, Prefix.EMPTY, troubles, bytesRead);
  }

  /**
   * Reads a file from an offset of its uncompressed content on. Lines are numbered from there.
   *
   * @param from what was read before; its offset is where a line begins
   */
  public ChunkReader(Path file, Prefix from, Troubles troubles) {
    this(file, from, troubles, bytes -> {});
  }

  /**
   * The same, for a command that shows its progress.
   *
   * @param bytesRead receives how many bytes of the file were read, as they are on disk
   */
  public ChunkReader(Path file, Prefix from, Troubles troubles, LongConsumer bytesRead) {
    this(file, true, from, troubles, bytesRead);
  }

  private ChunkReader(
      Path file, boolean hashes, Prefix from, Troubles troubles, LongConsumer bytesRead) {
    this.file = file;
    this.hashes = hashes;
    this.passed = from;
    this.whole = from;
    this.troubles = troubles;
    this.bytesRead = bytesRead;
  }

  /** What was read, up to the last whole line. It is hashed if what was read before was. */
  public Prefix position() {
    return whole;
  }

  /**
   * The next chunk, or null at the end.
   *
   * @param buffer of {@link #CHUNK_BYTES}, for the chunk's bytes
   */
  public LineChunk next(byte[] buffer) {
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
        carry = Arrays.copyOfRange(buffer, whole, length);
      }
      if (whole > 0) {
        return chunk(buffer, whole);
      }
    }
    return null;
  }

  private LineChunk chunk(byte[] buffer, int length) {
    boolean unfinished = buffer[length - 1] != '\n';
    long lines = newlines(buffer, length) + (unfinished ? 1 : 0);
    LineChunk chunk = new LineChunk(file, buffer, length, nextLine, unfinished);
    nextLine += lines;
    if (chunk.wholeLength() > 0) {
      pass(buffer, chunk.wholeLength());
      whole = passed;
    }
    endsUnfinished = unfinished;
    return chunk;
  }

  private void pass(byte[] bytes, int length) {
    passed = hashes ? passed.plus(bytes, 0, length) : passed.skip(length);
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
      pass(buffer, hole);
      System.arraycopy(buffer, hole, buffer, 0, length - hole);
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
    troubles.add(
        in == null
            ? new Trouble(file, 0, Trouble.Kind.UNREADABLE, "cannot be read: " + IoErrors.reason(e))
            : new Trouble(
                file,
                linesBefore + 1,
                Trouble.Kind.CUT_OFF,
                "the file ends or is damaged here (%s); the %s lines before are used"
                    .formatted(e.getMessage(), linesBefore)));
    return whole;
  }

  /** A line longer than a chunk is not an event: it is reported and skipped. */
  private void skipEndlessLine(byte[] buffer) {
    String what = "a line of more than " + buffer.length + " bytes";
    long line = nextLine++;
    endsUnfinished = true;
    pass(buffer, buffer.length);
    while (!ended) {
      int length = fill(buffer, 0);
      int end = 0;
      while (end < length && buffer[end] != '\n') {
        end++;
      }
      if (end < length) {
        pass(buffer, end + 1);
        whole = passed;
        carry = Arrays.copyOfRange(buffer, end + 1, length);
        endsUnfinished = false;
        break;
      }
      pass(buffer, length);
    }
    troubles.add(
        new Trouble(
            file,
            line,
            endsUnfinished ? Trouble.Kind.HALF_LINE : Trouble.Kind.BAD_LINE,
            what + (endsUnfinished ? ", and the file ends in the middle of it" : "")));
  }

  private InputStream open() throws IOException {
    InputStream content =
        Compression.unpacked(file, new MeteredStream(Files.newInputStream(file), bytesRead));
    content.skipNBytes(passed.offset());
    return content;
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
  public record LineChunk(
      Path file, byte[] bytes, int length, long firstLine, boolean endsUnfinished) {
    /** Without the last line, if that lacks its newline. */
    public int wholeLength() {
      return endsUnfinished ? endOfLastLine(bytes, length) : length;
    }
  }
}
