package clickcounter.benchmark;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Measures the upper bound of any pipeline, to which the others are compared. */
final class CeilingPart implements Part {
  private final DayMessages messages; // null if it is not to be measured
  private double eventsPerSecond = Double.NaN;

  CeilingPart(DayMessages messages) {
    this.messages = messages;
  }

  /** A ceiling that is not measured, for the parts that compare with it. */
  static CeilingPart unknown() {
    return new CeilingPart(null);
  }

  @Override
  public void run(Figures figures) throws IOException {
    List<String> texts = new ArrayList<>();
    messages.forEach((text, lines) -> texts.add(text));
    eventsPerSecond = Ceiling.eventsPerSecond(texts, messages.events());
    figures.say(
        "ceiling: parse and count in memory, one thread, no I/O: %,.0f events/s (%,d events)",
        eventsPerSecond, messages.events());
  }

  /** A rate as a share of the ceiling. */
  String compared(double rate) {
    return Double.isNaN(eventsPerSecond)
        ? "the ceiling was not measured"
        : String.format(Locale.ROOT, "%.3f of the ceiling", rate / eventsPerSecond);
  }
}
