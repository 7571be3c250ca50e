package clickcounter.console;

import clickcounter.cli.Texts;
import clickcounter.ids.Gap;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The page of one counter: its figures, and its gaps with their event ids. */
record CounterPage(Documents documents, Duration silentAfter, Clock clock) {
  private static final int MOST_GAPS = 100;

  /** Its figures, or why there are none; empty if it has no document. */
  String body(String id) {
    CounterReading reading;
    try {
      reading = documents.counter(id);
    } catch (RuntimeException e) {
      return Html.silentRiak(e);
    }
    if (!reading.exists()) {
      return "";
    }
    if (reading.blocked() != null) {
      return Html.unreadable(reading.blocked());
    }
    return figures(reading) + gaps(reading);
  }

  private String figures(CounterReading reading) {
    long nowMs = clock.millis();
    CountersPage.CounterRow row = CountersPage.CounterRow.of(reading, nowMs, silentAfter);
    List<Gap> missing = reading.openGaps(nowMs - CounterReading.UNDER_WAY_MS);
    return """
        <section class="cards" aria-label="The counter">
          <div class="card"><h2>State</h2><p class="figure">%s</p><p class="note">last event %s</p></div>
          <div class="card"><h2>Events</h2><p class="figure">%s</p><p class="note">of %s</p></div>
          <div class="card"><h2>Missing</h2><p class="figure">%s</p><p class="note">in %s</p></div>
        </section>
        <section>%s%s</section>
        """
        .formatted(
            row.life(),
            reading.lastEventAtMs() == 0 ? "not known" : Links.time(reading.lastEventAtMs()),
            Texts.number(reading.counted().size()),
            Texts.number(reading.next()),
            Texts.number(row.missing()),
            Texts.count(missing.size(), "gap")
                + (row.underWay() == 0
                    ? ""
                    : "; " + Texts.number(row.underWay()) + " under way, younger than 1 min"),
            GapBar.of(missing, reading.next()).svg(),
            newest(reading));
  }

  private static String newest(CounterReading reading) {
    return reading.next() == 0
        ? ""
        : "<p>Newest event: " + Links.event(reading.counterId(), reading.next() - 1) + "</p>";
  }

  private String gaps(CounterReading reading) {
    List<Gap> gaps = reading.toldGaps(clock.millis());
    if (gaps.isEmpty()) {
      return "";
    }
    HtmlTable table =
        new HtmlTable("gaps", "first event", "last event", "#events", "missing since");
    gaps.stream()
        .limit(MOST_GAPS)
        .forEach(
            gap ->
                table.row(
                    Links.event(reading.counterId(), gap.from()),
                    Links.event(reading.counterId(), gap.to()),
                    Texts.number(gap.size()),
                    since(gap)));
    String most =
        gaps.size() > MOST_GAPS
            ? "<p class=\"note\">The first %d of %s.</p>"
                .formatted(MOST_GAPS, Texts.count(gaps.size(), "gap"))
            : "";
    return "<section><h2>Gaps</h2>" + most + table.html() + "</section>";
  }

  private String since(Gap gap) {
    return "<span class=\"wrap\">%s, %s ago%s</span>"
        .formatted(
            Links.time(gap.sinceMs()), Texts.age(clock.millis() - gap.sinceMs()), decision(gap));
  }

  private static String decision(Gap gap) {
    if (gap.writeOff() == null) {
      return "";
    }
    return "; %s %s: %s"
        .formatted(
            gap.isWrittenOff() ? "written off" : "reopened",
            Links.time(gap.writeOff().atMs()),
            Html.escaped(gap.writeOff().reason()));
  }
}
