package clickcounter.ids;

/**
 * Reads the text form of {@link LongRanges}. Accepts only the text that {@link LongRanges} writes.
 */
final class LongRangesParser {
  /** Ranges at a smaller distance would be one range. */
  private static final long SMALLEST_DISTANCE = 2;

  private final CharSequence text;
  private final int length;
  private int position;

  LongRangesParser(CharSequence text) {
    this.text = text;
    this.length = text.length();
  }

  LongRanges parse() {
    LongRanges ranges = new LongRanges();
    if (length == 0) {
      return ranges;
    }
    long end = element(ranges, number(0, 0));
    while (position < length) {
      comma();
      end = element(ranges, number(end, SMALLEST_DISTANCE));
    }
    return ranges;
  }

  private long element(LongRanges ranges, long from) {
    long to = from;
    if (position < length && text.charAt(position) == '+') {
      position++;
      to = number(from, 1);
    }
    ranges.addRange(from, to);
    return to;
  }

  /** Reads a number of at least {@code smallest} and returns its sum with {@code base}. */
  private long number(long base, long smallest) {
    int start = position;
    long largest = Long.MAX_VALUE - base;
    long value = 0;
    while (position < length && isDigit(text.charAt(position))) {
      int digit = text.charAt(position) - '0';
      if (value > (largest - digit) / 10 || digit > largest) {
        throw expected("a number of at most " + largest, start);
      }
      value = 10 * value + digit;
      position++;
    }
    requireCanonical(start, value, smallest);
    return base + value;
  }

  private void requireCanonical(int start, long value, long smallest) {
    if (position == start) {
      throw expected("a digit", start);
    }
    if (text.charAt(start) == '0' && position > start + 1) {
      throw expected("a number without leading zeros", start);
    }
    if (value < smallest) {
      throw expected("a number of at least " + smallest, start);
    }
  }

  private void comma() {
    if (text.charAt(position) != ',') {
      throw expected("',' or the end", position);
    }
    position++;
  }

  private IllegalArgumentException expected(String what, int at) {
    return new IllegalArgumentException(
        "expected " + what + " at position " + at + " of the ids '" + text + "'");
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
