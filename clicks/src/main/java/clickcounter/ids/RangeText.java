package clickcounter.ids;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Builds the text form of ranges, see {@link LongRanges}, in a buffer that can be used again. What
 * belongs to a range can be appended behind it. The text is ASCII and needs no escape in JSON.
 *
 * <p>Mutable, not thread-safe.
 */
public final class RangeText {
  private static final int SMALLEST_BUFFER = 32;

  /** The decimal digits of the longest number, and its sign. */
  private static final int MAX_NUMBER_CHARS = 20;

  private byte[] bytes = new byte[SMALLEST_BUFFER];
  private int length;
  private long end;

  public void clear() {
    length = 0;
    end = 0;
  }

  /**
   * Appends a range.
   *
   * @throws IllegalArgumentException unless {@code from <= to} and the range is behind the one
   *     before
   */
  public void range(long from, long to) {
    LongRanges.requireRange(from, to);
    if (length > 0) {
      if (from <= end) {
        throw new IllegalArgumentException("expected a range behind " + end + ", found " + from);
      }
      append(',');
    }
    append(from - end);
    if (to > from) {
      append('+');
      append(to - from);
    }
    end = to;
  }

  public void append(char ascii) {
    ensureRoom(1);
    bytes[length++] = (byte) ascii;
  }

  /** Appends a number in decimal. */
  public void append(long number) {
    append(number, 10);
  }

  /**
   * Appends a number.
   *
   * @param radix 10 to 36
   */
  public void append(long number, int radix) {
    ensureRoom(MAX_NUMBER_CHARS);
    // Written backwards at the end of the room, then moved. The negative of a number always exists.
    int roomEnd = length + MAX_NUMBER_CHARS;
    int at = roomEnd;
    long rest = number < 0 ? number : -number;
    do {
      bytes[--at] = (byte) Character.forDigit((int) -(rest % radix), radix);
      rest /= radix;
    } while (rest != 0);
    if (number < 0) {
      bytes[--at] = '-';
    }
    System.arraycopy(bytes, at, bytes, length, roomEnd - at);
    length += roomEnd - at;
  }

  public void append(String ascii, int from, int to) {
    ensureRoom(to - from);
    for (int i = from; i < to; i++) {
      bytes[length++] = (byte) ascii.charAt(i);
    }
  }

  private void ensureRoom(int more) {
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
    }
  }

  /** The buffer, of which {@link #length()} bytes are the text. Valid until the next change. */
  public byte[] bytes() {
    return bytes;
  }

  public int length() {
    return length;
  }

  @Override
  public String toString() {
    return new String(bytes, 0, length, StandardCharsets.US_ASCII);
  }
}
