package clickcounter.wire;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what {@link WireWriter} wrote. Every fault is an IllegalArgumentException with the field,
 * the value found and the position. A length is accepted only if that many bytes follow.
 *
 * <p>Written by hand although Kryo's Input exists: this module has no dependency on Kryo, and Kryo
 * does not check lengths against the bytes that are left.
 */
final class WireReader {
  private static final int MAX_VARINT_BYTES = 10;

  private final String what;
  private final byte[] bytes;
  private final List<String> seen = new ArrayList<>();
  private int position;

  WireReader(String what, byte[] bytes) {
    this.what = what;
    this.bytes = bytes;
  }

  /** An unsigned varint of up to 63 bits. */
  long number(String field) {
    long value = bits(field);
    if (value < 0) {
      throw fault(field + ": expected at most 63 bits, found 64");
    }
    return value;
  }

  long signed(String field) {
    long value = bits(field);
    return (value >>> 1) ^ -(value & 1);
  }

  private long bits(String field) {
    int start = position;
    long value = 0;
    for (int shift = 0; ; shift += 7) {
      byte next = next(field);
      value |= (next & 0x7FL) << shift;
      if (next >= 0) {
        requireCanonical(field, start, next);
        return value;
      }
      if (position - start == MAX_VARINT_BYTES) {
        throw fault(field + ": expected a varint of at most 10 bytes");
      }
    }
  }

  /*
   * Each value has exactly one form: equal payloads have equal bytes, and damage is noticed sooner.
   */
  private void requireCanonical(String field, int start, byte last) {
    int size = position - start;
    if (last == 0 && size > 1 || size == MAX_VARINT_BYTES && last > 1) {
      throw fault(field + ": expected a varint without surplus bits, last byte " + last);
    }
  }

  /** Reads a number of elements, each of which takes at least this many bytes. */
  int count(String field, int leastBytesEach) {
    long count = number(field);
    if (count > (bytes.length - position) / leastBytesEach) {
      throw fault(
          "%s: %d of at least %d bytes each, expected no more than fit %d bytes"
              .formatted(field, count, leastBytesEach, bytes.length - position));
    }
    return (int) count;
  }

  String shared(String field) {
    return shared(field, number(field));
  }

  /** The text with this number; 0 for a new one, which follows. */
  String shared(String field, long index) {
    if (index == 0) {
      String text = text(field);
      seen.add(text);
      return text;
    }
    if (index > seen.size()) {
      throw fault(field + ": text number " + index + ", expected at most " + seen.size());
    }
    return seen.get((int) index - 1);
  }

  byte[] bytes() {
    return bytes;
  }

  int position() {
    return position;
  }

  /** Goes on behind so many bytes, which {@link #count} has found to be there. */
  void skip(int count) {
    position += count;
  }

  String text(String field) {
    long header = number(field);
    boolean wide = (header & 1) != 0;
    long length = header >>> 1;
    long size = wide ? 2 * length : length;
    if (size > bytes.length - position) {
      throw fault(
          "%s: a text of %d bytes, expected no more than the %d that follow"
              .formatted(field, size, bytes.length - position));
    }
    return wide ? wideText((int) length) : narrowText((int) length);
  }

  private String narrowText(int length) {
    String text = new String(bytes, position, length, StandardCharsets.ISO_8859_1);
    position += length;
    return text;
  }

  private String wideText(int length) {
    char[] chars = new char[length];
    for (int i = 0; i < length; i++) {
      chars[i] = (char) ((bytes[position] & 0xFF) << 8 | bytes[position + 1] & 0xFF);
      position += 2;
    }
    return new String(chars);
  }

  void requireEnd() {
    if (position != bytes.length) {
      throw fault("expected the end, found " + (bytes.length - position) + " bytes more");
    }
  }

  IllegalArgumentException fault(String detail) {
    return new IllegalArgumentException(
        what + " at byte " + position + " of " + bytes.length + ": " + detail);
  }

  private byte next(String field) {
    if (position == bytes.length) {
      throw fault(field + ": expected more bytes, found the end");
    }
    return bytes[position++];
  }
}
