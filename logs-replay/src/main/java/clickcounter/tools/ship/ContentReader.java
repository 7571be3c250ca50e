package clickcounter.tools.ship;

import clickcounter.event.EventLimits;
import clickcounter.event.LineText;
import clickcounter.tools.archive.Compression;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads the whole lines of a file, plain or compressed, from an offset on, and remembers what
 * recognizes the content that was read. A last line without its newline is not read.
 *
 * <p>Not thread-safe.
 */
final class ContentReader implements Closeable {
  /** Longer lines have more characters than an event may have, in any encoding. */
  static final int MAX_LINE_BYTES = 4 * EventLimits.MAX_LINE_CHARS;

  private static final int BUFFER_BYTES = 2 * MAX_LINE_BYTES;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int from;
  private int to;

  private final byte[] head = new byte[Shipped.EDGE_BYTES];

  /** The last bytes read after the head. The oldest is at {@code tailAt} when it is full. */
  private final byte[] tail = new byte[Shipped.EDGE_BYTES];

  private int tailAt;
  private long offset;
  private IOException broken;

  /**
   * Set while a long line, or a hole before a line, is skipped: if the line's end is not there yet,
   * nothing of it was read.
   */
  private Shipped beforeLine;

  /** By how many bytes they cover. Most contents are compared with the same number. */
  private final Map<Integer, String> headHashes = new HashMap<>();

  private ContentReader(InputStream in) {
    this.in = in;
  }

  /** Opens a file at its beginning. */
  static ContentReader open(Path file) throws IOException {
    InputStream raw = Files.newInputStream(file);
    try {
      ContentReader reader = new ContentReader(Compression.unpacked(file, raw));
      reader.fill(Shipped.EDGE_BYTES);
      return reader;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** How the content compares with one that was sent. */
  enum Match {
    /** It begins with it. The reader is at its offset. */
    SAME,
    /** It is shorter. As far as it goes, it may be the same. */
    SHORTER,
    DIFFERENT
  }

  /** Whether the content begins with the same bytes. Only before anything was read. */
  boolean beginsLike(Shipped sent) {
    int length = sent.headBytes();
    return to >= length
        && headHashes
            .computeIfAbsent(length, bytes -> Shipped.hash(buffer, bytes))
            .equals(sent.head());
  }

  /** Whether it is too short to tell how it begins, and is not finished. */
  boolean isUndecided() {
    return broken != null && to < Shipped.EDGE_BYTES;
  }

  /** Why the file could not be read on; null if it could. A compressed file may be unfinished. */
  IOException broken() {
    return broken;
  }

  /**
   * Moves to the offset. Only before anything was read. If the result is not {@code SAME}, the
   * reader is of no more use.
   */
  Match moveTo(Shipped sent) throws IOException {
    if (!beginsLike(sent)) {
      return to < sent.headBytes() ? Match.SHORTER : Match.DIFFERENT;
    }
    if (!skipTo(sent.headBytes()) || !discardTo(sent.tailFrom()) || !skipTo(sent.offset())) {
      return Match.SHORTER;
    }
    return tailHash().equals(sent.tail()) ? Match.SAME : Match.DIFFERENT;
  }

  /** Reads on to this offset. Returns whether there are so many bytes. */
  private boolean skipTo(long end) {
    int length = (int) (end - offset);
    if (!fill(length)) {
      return false;
    }
    consume(length);
    return true;
  }

  /** Skips bytes that are neither of the head nor of the tail. */
  private boolean discardTo(long end) {
    long left = end - offset;
    int buffered = (int) Math.min(left, to - from);
    from += buffered;
    left -= buffered;
    offset = end;
    try {
      in.skipNBytes(left);
      return true;
    } catch (IOException e) {
      broken = e;
      return false;
    }
  }

  /**
   * The next line.
   *
   * @param text without its newline; null if the line is too long to be an event
   * @param bytes its length, with its newline
   */
  record ContentLine(String text, long bytes) {}

  /** The next whole line, or null if there is none yet. */
  ContentLine next() {
    long start = offset;
    skipHole();
    int scanned = from;
    while (true) {
      for (int at = scanned; at < to; at++) {
        if (buffer[at] == '\n') {
          return line(at, start);
        }
      }
      if (to - from > MAX_LINE_BYTES) {
        return skipLongLine(start);
      }
      scanned = to - from;
      if (!fill(to - from + 1)) {
        return null;
      }
      scanned += from;
    }
  }

  /** Skips bytes that are 0: there may be more of them than the buffer holds. */
  private void skipHole() {
    while (fill(1) && buffer[from] == 0) {
      rememberLineStart();
      int at = from;
      while (at < to && buffer[at] == 0) {
        at++;
      }
      consume(at - from);
    }
  }

  private void rememberLineStart() {
    if (beforeLine == null) {
      beforeLine = sent("", "");
    }
  }

  private ContentLine line(int newline, long start) {
    int length = newline - from;
    String text =
        length > MAX_LINE_BYTES
            ? null
            : LineText.decode(buffer, LineText.start(buffer, from, newline), newline);
    consume(length + 1);
    beforeLine = null;
    return new ContentLine(text, offset - start);
  }

  /** Null if its end is not there yet; then the reader is of no more use. */
  private ContentLine skipLongLine(long start) {
    rememberLineStart();
    while (true) {
      int at = from;
      while (at < to && buffer[at] != '\n') {
        at++;
      }
      if (at < to) {
        consume(at - from + 1);
        beforeLine = null;
        return new ContentLine(null, offset - start);
      }
      consume(to - from);
      if (!fill(1)) {
        return null;
      }
    }
  }

  /** Reads until this many bytes are in the buffer. Returns whether there are so many. */
  private boolean fill(int wanted) {
    if (from > 0 && buffer.length - from < Math.max(wanted, MAX_LINE_BYTES + 1)) {
      System.arraycopy(buffer, from, buffer, 0, to - from);
      to -= from;
      from = 0;
    }
    try {
      while (broken == null && to - from < wanted) {
        int read = in.read(buffer, to, buffer.length - to);
        if (read < 0) {
          return false;
        }
        to += read;
      }
    } catch (IOException e) {
      broken = e;
    }
    return to - from >= wanted;
  }

  private void consume(int length) {
    int end = from + length;
    while (from < end && offset < head.length) {
      head[(int) offset++] = buffer[from++];
    }
    int skipped = Math.max(0, end - from - tail.length);
    from += skipped;
    offset += skipped;
    while (from < end) {
      tail[tailAt] = buffer[from++];
      tailAt = (tailAt + 1) % tail.length;
      offset++;
    }
  }

  /** Bytes that were read, as lines or by moving. */
  long offset() {
    return beforeLine == null ? offset : beforeLine.offset();
  }

  /** What was read, as sent. */
  Shipped sent(String fileKey, String path) {
    if (beforeLine != null) {
      return beforeLine.at(fileKey, path);
    }
    int length = (int) Math.min(head.length, offset);
    return new Shipped(fileKey, path, offset, Shipped.hash(head, length), tailHash(), -1, 0, 0);
  }

  private String tailHash() {
    int length = (int) Math.min(tail.length, Math.max(0, offset - head.length));
    byte[] last = new byte[length];
    for (int i = 0; i < length; i++) {
      last[i] = tail[Math.floorMod(tailAt - length + i, tail.length)];
    }
    return Shipped.hash(last, length);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
