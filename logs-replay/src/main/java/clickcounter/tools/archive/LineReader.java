package clickcounter.tools.archive;

import clickcounter.cli.IoErrors;
import clickcounter.event.LineText;
import clickcounter.tools.archive.Troubles.Trouble;
import clickcounter.tools.archive.Troubles.Trouble.Kind;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/**
 * Reads one file line by line; its first bytes tell whether it is plain, gzip or zstd. A truncated
 * or damaged file is read up to that place: {@link #broken}.
 *
 * <p>Not thread-safe.
 */
public final class LineReader implements Closeable {
  /** A longer line is not an event: it is passed over. */
  public static final int LONGEST_LINE_BYTES = 1 << 19;

  private final Path file;
  private final LongConsumer bytesRead;
  private final byte[] buffer = new byte[LONGEST_LINE_BYTES];
  private InputStream in;

  /** How many bytes of the file's content are in the buffer. */
  private int filled;

  /** Where the next line begins in it. */
  private int next;

  /** What was read before the next line, with what was dropped of that. */
  private Prefix passed;

  /** What was read up to the last whole line. */
  private Prefix whole;

  private int from;
  private int to;
  private long offset;
  private long number;
  private boolean isWhole = true;
  private boolean isTooLong;
  private boolean ended;
  private Trouble broken;

  /**
   * Reads a file from an offset of its uncompressed content on. Lines are numbered from there.
   *
   * @param start what was read before; its offset is where a line begins
   * @param bytesRead receives how many bytes of the file were read, as they are on disk
   */
  public LineReader(Path file, Prefix start, LongConsumer bytesRead) {
    this.file = file;
    this.bytesRead = bytesRead;
    passed = start;
    whole = start;
  }

  /** Goes on to the next line. Returns false at the end. */
  public boolean next() {
    isTooLong = false;
    int at = next;
    while (true) {
      while (at < filled && buffer[at] != '\n') {
        at++;
      }
      if (at < filled) {
        take(at, true);
        return true;
      }
      if (ended && (isTooLong || next < filled)) {
        take(filled, false);
        return true;
      }
      if (ended) {
        return false;
      }
      if (filled == buffer.length) {
        at -= makeRoom();
      }
      fill();
    }
  }

  private void take(int end, boolean hasNewline) {
    from = isTooLong ? end : LineText.start(buffer, next, end);
    to = end;
    if (!isTooLong) {
      begin(from);
    }
    isWhole = hasNewline;
    if (hasNewline) {
      pass(end + 1);
      whole = passed;
    }
    next = hasNewline ? end + 1 : end;
  }

  private void begin(int at) {
    offset = passed.offset() + at - next;
    number++;
  }

  /**
   * Drops what is no part of the next line, and what a line has that is too long.
   *
   * @return how many bytes it dropped
   */
  private int makeRoom() {
    int bytes = next > 0 ? next : LineText.start(buffer, 0, filled);
    if (bytes == 0 && !isTooLong) {
      begin(0);
      isTooLong = true;
    }
    bytes = isTooLong ? filled : bytes;
    pass(bytes);
    System.arraycopy(buffer, bytes, buffer, 0, filled - bytes);
    filled -= bytes;
    next = 0;
    return bytes;
  }

  private void pass(int end) {
    passed = passed.plus(buffer, next, end);
  }

  /** Reads more. If the file breaks off, the rest of its last line is dropped. */
  private void fill() {
    try {
      if (in == null) {
        in = open();
      }
      int read = in.read(buffer, filled, buffer.length - filled);
      ended = read < 0;
      filled += Math.max(0, read);
    } catch (IOException e) {
      ended = true;
      filled = next;
      broken = trouble(e);
    }
  }

  private InputStream open() throws IOException {
    InputStream content =
        Compression.unpacked(
            file, new Compression.MeteredStream(Files.newInputStream(file), bytesRead));
    content.skipNBytes(passed.offset());
    return content;
  }

  private Trouble trouble(IOException e) {
    if (in == null) {
      return new Trouble(file, 0, Kind.UNREADABLE, "cannot be read: " + IoErrors.reason(e));
    }
    String why = "the file ends or is damaged here (%s); the %s lines before are used";
    return new Trouble(file, number + 1, Kind.CUT_OFF, why.formatted(e.getMessage(), number));
  }

  /** The line's bytes are among these, until the next one is read. */
  public byte[] bytes() {
    return buffer;
  }

  /** Where its text begins: bytes before that are no part of it. */
  public int from() {
    return from;
  }

  /** Where it ends, its newline not included. */
  public int to() {
    return to;
  }

  /** The line, which is UTF-8. */
  public String text() {
    return new String(buffer, from, to - from, StandardCharsets.UTF_8);
  }

  public long number() {
    return number;
  }

  /** Where its text begins in the uncompressed content. */
  public long offset() {
    return offset;
  }

  /** Whether it ends with a newline. Only a file's last line may lack it. */
  public boolean isWhole() {
    return isWhole;
  }

  /** Whether it is too long to be read: it has no text here. */
  public boolean isTooLong() {
    return isTooLong;
  }

  /** What was read, up to the last whole line. */
  public Prefix position() {
    return whole;
  }

  /** At the end: why it is not the file's end; null if it is. */
  public Trouble broken() {
    return broken;
  }

  @Override
  public void close() {
    ended = true;
    if (in != null) {
      try {
        in.close();
      } catch (IOException e) {
        return; // nothing was written
      }
    }
  }
}
