package clickcounter.tools;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * What the queue of rejects still has of an event.
 *
 * @param looked whether the queue could be looked at
 * @param note why it could not, or how far
 */
public record RejectedLines(boolean looked, String note, List<Line> lines) {
  static final RejectedLines NOT_LOOKED = new RejectedLines(false, "", List.of());

  /** A rejected line, with the reason and when. */
  public record Line(String text, String reason, String detail, long rejectedAtMs) {}

  void print(PrintStream out) {
    for (Line line : lines) {
      out.printf(
          Locale.ROOT,
          "  rejected  %s: %s: %s%n",
          TimeText.of(line.rejectedAtMs()),
          line.reason(),
          line.detail());
    }
    if (looked && lines.isEmpty()) {
      out.println("  rejected  not in the queue of rejects" + note);
    } else if (!note.isEmpty()) {
      out.println("  rejected  " + note);
    }
  }
}
