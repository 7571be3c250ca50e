package clickcounter.cli;

import java.io.PrintStream;

/**
 * A stream to which control characters are written as escapes, such as {@code \u001b}: the sender
 * of a line must not be able to write to an operator's terminal. In JSON an escape means the
 * character, so JSON keeps its meaning. Tabs and the ends of lines stay.
 */
final class Printable extends PrintStream {
  private final PrintStream raw;

  private Printable(PrintStream raw) {
    super(raw);
    this.raw = raw;
  }

  static Printable of(PrintStream stream) {
    return stream instanceof Printable filtered ? filtered : new Printable(stream);
  }

  /** The stream without the filter, for our own control characters. */
  PrintStream raw() {
    return raw;
  }

  @Override
  public void print(String text) {
    raw.print(escaped(String.valueOf(text)));
  }

  @Override
  public void print(Object object) {
    print(String.valueOf(object));
  }

  @Override
  public void print(char[] text) {
    print(new String(text));
  }

  @Override
  public void print(char c) {
    print(String.valueOf(c));
  }

  @Override
  public boolean checkError() {
    return raw.checkError();
  }

  /** Most texts have nothing to escape, and stay as they are. */
  static String escaped(String text) {
    StringBuilder escaped = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isHarmful(c) && escaped == null) {
        escaped = new StringBuilder(text.length() + 16).append(text, 0, i);
      }
      if (escaped != null) {
        escaped.append(isHarmful(c) ? "\\u%04x".formatted((int) c) : c);
      }
    }
    return escaped == null ? text : escaped.toString();
  }

  /** Also characters that show the text behind them in another order. */
  private static boolean isHarmful(char c) {
    boolean isControl = Character.isISOControl(c) && c != '\n' && c != '\t';
    return isControl || c >= '\u202a' && c <= '\u202e' || c >= '\u2066' && c <= '\u2069';
  }
}
