package clickcounter.cli;

import clickcounter.event.OneLine;
import java.io.PrintStream;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * A stream to which text is written as {@link OneLine}: ids, reasons and names of files come from
 * outside, and none of them may begin a line. So what is printed at once is one line; a format's
 * own {@code %n} ends one. In JSON an escape means the character, so JSON keeps its meaning.
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
    raw.print(OneLine.of(String.valueOf(text)));
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
  public PrintStream format(String format, Object... values) {
    return format(Locale.getDefault(Locale.Category.FORMAT), format, values);
  }

  @Override
  public PrintStream format(Locale locale, String format, Object... values) {
    raw.print(String.format(locale, format, Stream.of(values).map(Printable::safe).toArray()));
    return this;
  }

  /** Numbers and booleans stay what they are for the format. */
  private static Object safe(Object value) {
    return value == null || value instanceof Number || value instanceof Boolean
        ? value
        : OneLine.of(value.toString());
  }

  @Override
  public boolean checkError() {
    return raw.checkError();
  }
}
