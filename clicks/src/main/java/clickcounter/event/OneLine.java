package clickcounter.event;

/**
 * Text from outside as it may stand in a line of a terminal or of a log: its sender must not be
 * able to write lines of ours, or to steer a terminal.
 */
public final class OneLine {
  private OneLine() {}

  /**
   * The text with JSON's escapes for line breaks, controls, and characters that cannot be seen or
   * that change the direction of others. Most texts stay as they are.
   */
  public static String of(String text) {
    StringBuilder escaped = null;
    int length;
    for (int i = 0; i < text.length(); i += length) {
      int point = text.codePointAt(i);
      length = Character.charCount(point);
      boolean harmful = isHarmful(point);
      if (harmful && escaped == null) {
        escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (harmful) {
        text.substring(i, i + length).chars().mapToObj(OneLine::escape).forEach(escaped::append);
      } else if (escaped != null) {
        escaped.appendCodePoint(point);
      }
    }
    return escaped == null ? text : escaped.toString();
  }

  /** A tab neither ends a line nor steers a terminal. */
  private static boolean isHarmful(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point != '\t';
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default -> false;
    };
  }

  private static String escape(int c) {
    return switch (c) {
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      default -> "\\u%04x".formatted(c);
    };
  }
}
