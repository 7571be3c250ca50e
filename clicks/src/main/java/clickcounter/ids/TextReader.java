package clickcounter.ids;

/** Reads the compact texts in documents, character by character. */
public final class TextReader {
  private static final int DECIMAL = 10;

  private final String what;
  private final String text;
  private int at;

  /**
   * @param what the text is, for the message of a fault
   */
  public TextReader(String what, String text) {
    this.what = what;
    this.text = text;
  }

  public boolean isAtEnd() {
    return at == text.length();
  }

  /** How many characters were read. */
  public int position() {
    return at;
  }

  /** Whether this character is next; it is not read. */
  public boolean isNext(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  private boolean isDigitNext(int radix) {
    if (isAtEnd()) {
      return false;
    }
    char c = text.charAt(at);
    return c >= '0' && c <= '9' || radix > DECIMAL && c >= 'a' && c <= 'z';
  }

  public char next() {
    if (isAtEnd()) {
      throw fault("another character");
    }
    return text.charAt(at++);
  }

  /** Reads this character if it is next. */
  public boolean match(char c) {
    boolean there = isNext(c);
    if (there) {
      at++;
    }
    return there;
  }

  public void expect(char c) {
    if (!match(c)) {
      throw fault("'" + c + "'");
    }
  }

  /** Reads a whole number in decimal that is not negative. */
  public long number() {
    return number(DECIMAL);
  }

  /**
   * Reads a whole number that is not negative.
   *
   * @param radix 10, or 36 for digits and lower-case letters
   */
  public long number(int radix) {
    int start = at;
    long value = 0;
    while (isDigitNext(radix)) {
      int digit = Character.digit(text.charAt(at), radix);
      if (value > (Long.MAX_VALUE - digit) / radix) {
        throw fault("a number of 64 bits");
      }
      value = value * radix + digit;
      at++;
    }
    if (at == start) {
      throw fault("a number");
    }
    return value;
  }

  /**
   * Reads how far a number is above another one, without leading zeros.
   *
   * @param least the smallest distance
   * @return the number above
   */
  long numberAbove(long base, long least) {
    int start = at;
    boolean beginsWithZero = isNext('0');
    long distance = number();
    if (distance < least || distance > Long.MAX_VALUE - base || beginsWithZero && at > start + 1) {
      at = start;
      throw fault("a number from " + least + " to " + (Long.MAX_VALUE - base));
    }
    return base + distance;
  }

  /**
   * Reads a whole number that may be negative.
   *
   * @param radix 10, or 36 for digits and lower-case letters
   */
  public long signed(int radix) {
    return match('-') ? -number(radix) : number(radix);
  }

  public IllegalArgumentException fault(String expected) {
    return new IllegalArgumentException(
        what + " '" + text + "': expected " + expected + " at character " + at);
  }
}
