package clickcounter.tools.series;

import clickcounter.tools.common.Texts;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import java.io.PrintStream;
import java.util.List;

/** Says to a person why a time is not final: what is waited for, and the way out. */
public final class NotFinalText {
  private static final int MAX_NAMED = 10;

  private NotFinalText() {}

  /**
   * Prints it.
   *
   * @param toMs the end of a time that is not final, and that begins with fromMs
   * @param all which command lists everything, if there is much
   */
  public static void print(Past past, long fromMs, long toMs, String all, PrintStream out) {
    List<MayCome> numbers = past.holds(fromMs, toMs);
    long counters = numbers.stream().map(MayCome::counterId).distinct().count();
    out.println(
        "not final"
            + (past.isOver(toMs) ? "" : ": the time is not over")
            + (numbers.isEmpty()
                ? ""
                : "; events may still come of " + Texts.count(counters, "counter") + ":"));
    numbers.stream().limit(MAX_NAMED).forEach(each -> out.println("  " + each.text()));
    if (numbers.size() > MAX_NAMED) {
      out.println(
          "  … and %s more (%s lists them)"
              .formatted(Texts.number(numbers.size() - MAX_NAMED), all));
    }
  }
}
