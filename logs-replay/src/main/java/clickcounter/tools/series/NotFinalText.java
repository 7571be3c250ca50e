package clickcounter.tools.series;

import clickcounter.cli.Texts;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.MayCome;
import java.io.PrintStream;
import java.util.List;

/** Says to a person whether a time is final, or what is waited for, and the way out. */
public final class NotFinalText {
  private NotFinalText() {}

  /**
   * Prints it.
   *
   * @param toMs the end of a time that begins with fromMs
   */
  public static void print(Past past, long fromMs, long toMs, boolean isFinal, PrintStream out) {
    if (isFinal) {
      out.println("final: no event before the end can still be counted");
      return;
    }
    List<MayCome> numbers = past.holds(fromMs, toMs);
    long counters = numbers.stream().map(MayCome::counterId).distinct().count();
    out.println(
        "not final"
            + (past.isOver(toMs) ? "" : ": the time is not over")
            + (numbers.isEmpty()
                ? ""
                : "; events may still come of " + Texts.count(counters, "counter") + ":"));
    Texts.first(numbers.stream().map(MayCome::text).toList())
        .forEach(line -> out.println("  " + line));
  }
}
