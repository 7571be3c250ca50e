package clickcounter.benchmark;

import java.io.PrintWriter;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints lines and keeps them for the page of results. */
final class Figures {
  private final List<String> lines = new ArrayList<>();
  private final PrintWriter out;

  Figures(PrintWriter out) {
    this.out = out;
  }

  void say(String format, Object... values) {
    String line = String.format(Locale.ROOT, format, values);
    lines.add(line);
    out.println(line);
    out.flush();
  }

  /** A paragraph with command, date and commit, and the lines as they were printed. */
  String markdown(String command, LocalDate date, String commit) {
    return "One run of `%s`. Date %s, commit %s.%n%n```%n%s%n```%n"
        .formatted(command, date, commit, String.join("\n", lines));
  }
}
