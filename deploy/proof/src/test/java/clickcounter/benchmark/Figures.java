package clickcounter.benchmark;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints lines as soon as they are known. */
record Figures(PrintWriter out) {
  void say(String format, Object... values) {
    out.println(String.format(Locale.ROOT, format, values));
    out.flush();
  }
}
