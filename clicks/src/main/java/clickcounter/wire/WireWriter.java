package clickcounter.wire;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Writes the bytes of {@link WireCodec}: numbers as varints (seven bits a byte, lowest first),
 * signed numbers in zigzag form, each text once.
 *
 * <p>Written by hand although Kryo's Output exists: see {@link WireReader}.
 */
final class WireWriter {
  private final Map<String, Integer> seen = new HashMap<>();
  private byte[] bytes = new byte[256];
  private int length;

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  void number(long value) {
    reserve(10);
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      bytes[length++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[length++] = (byte) rest;
  }

  void signed(long value) {
    number((value << 1) ^ (value >> 63));
  }

  /** Writes the text, or the number of its first occurrence. */
  void shared(String text) {
    Integer index = seen.putIfAbsent(text, seen.size() + 1);
    number(index == null ? 0 : index);
    if (index == null) {
      text(text);
    }
  }

  /**
   * Writes length and width, then the characters: one byte each if all are Latin-1, else two. Not
   * UTF-8, because a rejected line may contain invalid text and must stay as it is.
   */
  void text(String text) {
    boolean wide = !text.chars().allMatch(c -> c <= 0xFF);
    number((long) text.length() << 1 | (wide ? 1 : 0));
    reserve(2L * text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (wide) {
        bytes[length++] = (byte) (c >> 8);
      }
      bytes[length++] = (byte) c;
    }
  }

  /** Writes how many bytes there are, then the bytes. */
  void bytes(byte[] source, int from, int to) {
    number(to - from);
    reserve(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  private void reserve(long more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(length + more, 2L * bytes.length)));
    }
  }
}
