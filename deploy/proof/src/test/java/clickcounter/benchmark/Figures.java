package clickcounter.benchmark;

import java.io.PrintStream;
import java.util.Locale;

/** Prints lines as soon as they are known. */
record Figures(PrintStream out) {
  void say(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
