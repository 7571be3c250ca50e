package clickcounter.document;

/** Reads the compact texts in documents, character by character. */
final class TextReader {
  private final String what;
  private final String text;
  private int at;

  /**
   * @param what the text is, for the message of a fault
   */
  TextReader(String what, String text) {
    this.what = what;
    this.text = text;
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  /** Whether this character is next; it is not read. */
  boolean isNext(char c) {
    return at < text.length() && text.charAt(at) == c;
  }

  /** Whether a digit is next; it is not read. */
  boolean isDigitNext() {
    return at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  char next() {
    if (isAtEnd()) {
      throw fault("another character");
    }
    return text.charAt(at++);
  }

  /** Reads this character if it is next. */
  boolean match(char c) {
    boolean there = isNext(c);
    if (there) {
      at++;
    }
    return there;
  }

  void expect(char c) {
    if (!match(c)) {
      throw fault("'" + c + "'");
    }
  }

  /** Reads a whole number that is not negative. */
  long number() {
    int start = at;
    long value = 0;
    while (isDigitNext()) {
      int digit = text.charAt(at) - '0';
      if (value > (Long.MAX_VALUE - digit) / 10) {
        throw fault("a number of 64 bits");
      }
      value = value * 10 + digit;
      at++;
    }
    if (at == start) {
      throw fault("a number");
    }
    return value;
  }

  IllegalArgumentException fault(String expected) {
    return new IllegalArgumentException(
        what + " '" + text + "': expected " + expected + " at character " + at);
  }
}
