package clickcounter.tools.series;

import clickcounter.tools.common.Texts;
import clickcounter.tools.series.DayFinality.DayVerdict;
import clickcounter.tools.series.DayFinality.MayCome;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** Says to a person why a time is not final: who is waited for. */
public final class NotFinalText {
  private static final int MAX_NAMED = 10;

  private NotFinalText() {}

  /**
   * Prints it.
   *
   * @param verdict of a time that is not final
   * @param all which command lists all counters, if there are many
   */
  public static void print(DayVerdict verdict, String all, PrintStream out) {
    List<MayCome> counters = verdict.mayCome();
    out.println(
        "not final"
            + (verdict.isOver() ? "" : ": the time is not over")
            + (counters.isEmpty()
                ? ""
                : "; events may still come of " + Texts.count(counters.size(), "counter") + ":"));
    counters.stream().limit(MAX_NAMED).forEach(counter -> out.println("  " + text(counter)));
    if (counters.size() > MAX_NAMED) {
      out.println(
          "  … and %s more (%s lists them)"
              .formatted(Texts.number(counters.size() - MAX_NAMED), all));
    }
  }

  /** As {@code hostA-20260601_000000: at most 17 events}. */
  private static String text(MayCome counter) {
    List<String> parts = new ArrayList<>();
    if (counter.missing() > 0) {
      parts.add("at most " + Texts.count(counter.missing(), "missing event"));
    }
    String last = Texts.time(counter.lastEventAtMs());
    switch (counter.tail()) {
      case NONE -> {}
      case OPEN -> parts.add("has not come so far yet, its last event is of " + last);
      case NOTHING_YET -> parts.add("no event of it was recorded yet");
      case CLOCK_AHEAD -> parts.add("its clock is ahead, its last event is of " + last);
      case BLOCKED -> parts.add("its document is blocked; see clicks counters gaps");
    }
    return counter.counterId() + ": " + String.join("; ", parts);
  }
}
