package clickcounter.console;

import clickcounter.ids.Gap;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The page of one counter: its figures, and its gaps with their event ids. */
final class CounterPage {
  private static final int MOST_GAPS = 100;

  private final Documents documents;
  private final Duration silentAfter;
  private final Clock clock;

  CounterPage(Documents documents, Duration silentAfter, Clock clock) {
    this.documents = documents;
    this.silentAfter = silentAfter;
    this.clock = clock;
  }

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
      return "<p class=\"trouble\">The document cannot be read: "
          + Html.escaped(reading.blocked())
          + "</p>";
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
    StringBuilder rows = new StringBuilder();
    gaps.stream().limit(MOST_GAPS).forEach(gap -> append(reading.counterId(), gap, rows));
    return """
        <section><h2>Gaps</h2>%s
        <div class="scroll" tabindex="0" role="region" aria-label="Table of gaps">
        <table><thead><tr><th scope="col">first event</th><th scope="col">last event</th><th scope="col" class="n">events</th>\
        <th scope="col">missing since</th></tr></thead><tbody>
        %s
        </tbody></table></div></section>
        """
        .formatted(
            gaps.size() > MOST_GAPS
                ? "<p class=\"note\">The first "
                    + MOST_GAPS
                    + " of "
                    + Texts.count(gaps.size(), "gap")
                    + ".</p>"
                : "",
            rows);
  }

  private void append(String counterId, Gap gap, StringBuilder rows) {
    rows.append(
        """
        <tr><th scope="row">%s</th><td>%s</td><td class="n">%s</td><td class="wrap">%s, %s ago%s</td></tr>
        """
            .formatted(
                Links.event(counterId, gap.from()),
                Links.event(counterId, gap.to()),
                Texts.number(gap.size()),
                Links.time(gap.sinceMs()),
                Texts.age(clock.millis() - gap.sinceMs()),
                decision(gap)));
  }

  private static String decision(Gap gap) {
    if (gap.writeOff() == null) {
      return "";
    }
    return (gap.isWrittenOff() ? "; written off " : "; reopened ")
        + Links.time(gap.writeOff().atMs())
        + ": "
        + Html.escaped(gap.writeOff().reason());
  }
}
