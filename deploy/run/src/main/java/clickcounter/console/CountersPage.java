package clickcounter.console;

import clickcounter.cli.Texts;
import clickcounter.ids.Gap;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The page of all counters. */
record CountersPage(Poller poller, Duration silentAfter, Clock clock) {
  private static final int MOST_ROWS = 2_000;

  /** A row of the table of counters, as the JSON has it, too. */
  record CounterRow(
      String counterId,
      String life,
      long next,
      long missing,
      long underWay,
      Long oldestGapMs,
      int siblings) {
    static CounterRow of(CounterReading reading, long nowMs, Duration silentAfter) {
      List<Gap> gaps = reading.openGaps(nowMs - CounterReading.UNDER_WAY_MS);
      long missing = size(gaps);
      Long oldestMs =
          gaps.stream().map(gap -> nowMs - gap.sinceMs()).max(Long::compare).orElse(null);
      return new CounterRow(
          reading.counterId(),
          reading.blocked() != null
              ? "unreadable"
              : CounterLife.of(reading, nowMs, silentAfter).name().toLowerCase(Locale.ROOT),
          reading.next(),
          missing,
          size(reading.openGaps()) - missing,
          oldestMs,
          reading.siblings());
    }

    private static long size(List<Gap> gaps) {
      return gaps.stream().mapToLong(Gap::size).sum();
    }
  }

  List<CounterRow> rows() {
    return poller.counters().stream().map(this::row).toList();
  }

  /** As of the time at which it was read: an old number must not look like a new one. */
  private CounterRow row(CounterReading reading) {
    return CounterRow.of(reading, readAtMs(), silentAfter);
  }

  private long readAtMs() {
    Long readAtMs = poller.countersAsOfMs();
    return readAtMs == null ? clock.millis() : readAtMs;
  }

  String body() {
    List<CounterReading> rows = poller.counters();
    long underWay = rows().stream().mapToLong(CounterRow::underWay).sum();
    return """
        <h1>Counters</h1>
        <div id="spoken" class="spoken" role="status"></div>
        <p class="note">A counter is one life of a service: it numbers the events. The bar shows all its numbers, the missing ones in red.</p>
        <form class="filter" role="search" action="/counter"><label>Filter; Enter opens the counter of this id
          <input id="filter" name="id" type="search" autocomplete="off" spellcheck="false"></label>
          <label class="check"><input id="gaps-only" type="checkbox"> only those with missing events</label></form>
        %s
        <div id="refreshed">
        <p class="note">%s%s</p>
        %s
        </div>
        """
        .formatted(
            Html.away(poller.away(), clock.millis()),
            rows.isEmpty()
                ? none()
                : Texts.count(rows.size(), "counter")
                    + (rows.size() > MOST_ROWS
                        ? ", of which the first " + Texts.number(MOST_ROWS) + " are shown"
                        : "")
                    + asOf(),
            (rows.isEmpty() ? "" : ".")
                + (underWay == 0
                    ? ""
                    : " "
                        + Texts.count(underWay, "event")
                        + " under way, younger than 1 min, not among the missing ones."),
            rows.isEmpty() ? "" : table(rows));
  }

  private String none() {
    return poller.countersAsOfMs() == null
        ? "Not known yet: Riak has not answered."
        : "No counter yet. A counter appears when its first event is counted.";
  }

  /** When the documents were read, as the end of a sentence. */
  String asOf() {
    Long atMs = poller.countersAsOfMs();
    return atMs == null ? "" : ", as they were at " + Links.time(atMs);
  }

  /** The table of these counters. */
  String table(List<CounterReading> readings) {
    StringBuilder rows = new StringBuilder();
    readings.stream().limit(MOST_ROWS).forEach(reading -> append(reading, row(reading), rows));
    return """
        <div class="scroll" tabindex="0" role="region" aria-label="Table of counters">
        <table class="counters"><thead><tr><th scope="col">counter</th><th scope="col">state</th>
          <th scope="col" class="n">events</th><th scope="col" class="n">missing</th><th scope="col">oldest gap</th>
          <th scope="col">numbers</th></tr></thead><tbody>
        %s
        </tbody></table></div>
        """
        .formatted(rows);
  }

  private List<Gap> missing(CounterReading reading) {
    return reading.openGaps(readAtMs() - CounterReading.UNDER_WAY_MS);
  }

  private void append(CounterReading reading, CounterRow row, StringBuilder table) {
    table.append(
        """
        <tr data-id="%1$s" data-missing="%2$d"><th scope="row">%3$s</th>\
        <td>%4$s</td><td class="n">%5$s</td><td class="n">%6$s</td><td>%7$s</td><td>%8$s</td></tr>
        """
            .formatted(
                Html.escaped(row.counterId()),
                row.missing(),
                Links.counter(row.counterId()),
                Html.badge(row.life()),
                Texts.number(row.next()),
                Texts.number(row.missing()),
                row.oldestGapMs() == null ? "" : Texts.age(row.oldestGapMs()),
                GapBar.of(missing(reading), row.next()).svg()));
  }
}
