package clickcounter.event;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;

/**
 * The text of a line, which is UTF-8. Each byte that is not becomes half of a surrogate pair,
 * U+DC80 to U+DCFF (as Python's "surrogateescape" does): lines with different bytes have different
 * texts, a text can be sent on, and {@link EventParser} rejects it wherever it arrives.
 */
public final class LineText {
  private static final char BYTE_ORDER_MARK = '\ufeff';
  private static final char REPLACEMENT = '\ufffd';
  private static final int ESCAPED = 0xdc00;

  private LineText() {}

  /** Decodes a part of these bytes, of one line or of several. */
  public static String decode(byte[] bytes, int from, int to) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : decodeStrictly(bytes, from, to);
  }

  private static String decodeStrictly(byte[] bytes, int from, int to) {
    CharsetDecoder utf8 = StandardCharsets.UTF_8.newDecoder();
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    CharBuffer out = CharBuffer.allocate(to - from);
    for (CoderResult result = utf8.decode(in, out, true);
        result.isError();
        result = utf8.decode(in, out, true)) {
      for (int i = result.length(); i > 0; i--) {
        out.put((char) (ESCAPED | in.get() & 0xff));
      }
    }
    return out.flip().toString();
  }

  /**
   * Where the line's text begins: a byte order mark, and bytes that are 0, are no part of it.
   * Logrotate's copytruncate leaves a hole of such bytes before the next line of a writer.
   */
  public static int start(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to && (bytes[at] == 0 || isByteOrderMark(bytes, at, to))) {
      at += bytes[at] == 0 ? 1 : 3;
    }
    return at;
  }

  private static boolean isByteOrderMark(byte[] bytes, int at, int to) {
    return to - at >= 3
        && bytes[at] == (byte) 0xef
        && bytes[at + 1] == (byte) 0xbb
        && bytes[at + 2] == (byte) 0xbf;
  }

  /** Whether the character, at a line's beginning, is no part of it. */
  static boolean isNoPart(char c) {
    return c == 0 || c == BYTE_ORDER_MARK;
  }

  /** The index of the first half of a surrogate pair without the other half; -1 if none is. */
  static int halfPair(CharSequence text) {
    int c;
    for (int i = 0; i < text.length(); i += Character.charCount(c)) {
      c = Character.codePointAt(text, i);
      if (isHalf(c)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isHalf(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }

  /** Whether it has whole characters only: all its bytes were UTF-8. */
  public static boolean isText(String text) {
    return halfPair(text) < 0;
  }

  /** For people: a byte that is not UTF-8 as {@code \xe9}, another half of a pair as Java does. */
  static String shown(String text) {
    if (isText(text)) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() * 2);
    text.codePoints()
        .forEach(
            c -> {
              if (isHalf(c)) {
                shown.append(String.format(isEscaped(c) ? "\\x%02x" : "\\u%04x", byteOrHalf(c)));
              } else {
                shown.appendCodePoint(c);
              }
            });
    return shown.toString();
  }

  /** Whether this half of a pair stands for a byte. */
  private static boolean isEscaped(int half) {
    return half >= (ESCAPED | 0x80) && half <= (ESCAPED | 0xff);
  }

  private static int byteOrHalf(int half) {
    return isEscaped(half) ? half & 0xff : half;
  }

  /** Whether {@link #fault} has to be asked: nearly all lines have no surrogate. */
  static boolean maybeNoText(char[] chars, int from, int to) {
    boolean maybe = to - from > 1 && chars[from + 1] == 0;
    for (int i = from; i < to; i++) {
      maybe |= Character.isSurrogate(chars[i]);
    }
    return maybe;
  }

  /** Why this is no text; null if it is. */
  static String fault(CharSequence text) {
    int at = halfPair(text);
    if (isUtf16(text)) {
      return "expected UTF-8, found UTF-16: convert the file to UTF-8 (iconv -f UTF-16 -t UTF-8)";
    }
    if (at < 0) {
      return null;
    }
    return isEscaped(text.charAt(at))
        ? String.format(
            "expected UTF-8, found the byte %02x at character %d: convert the file to UTF-8 (iconv)",
            text.charAt(at) & 0xff, at + 1)
        : "expected whole characters, found half of a surrogate pair at character " + (at + 1);
  }

  /** Whether it begins as UTF-16 of an event does, with its byte order mark or without one. */
  private static boolean isUtf16(CharSequence text) {
    if (text.length() < 2) {
      return false;
    }
    char first = text.charAt(0);
    char second = text.charAt(1);
    return first == '{' && second == 0
        || first == (ESCAPED | 0xff) && second == (ESCAPED | 0xfe)
        || first == (ESCAPED | 0xfe) && second == (ESCAPED | 0xff);
  }
}
