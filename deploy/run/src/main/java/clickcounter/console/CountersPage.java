package clickcounter.console;

import clickcounter.ids.Gap;
import clickcounter.tools.Texts;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Locale;

/** The table of counters. */
final class CountersPage {
  private static final int MOST_ROWS = 2_000;

  /** In the JSON, and drawn. */
  private static final int MOST_GAPS = 1_000;

  private final Poller poller;
  private final Clock clock;

  CountersPage(Poller poller, Clock clock) {
    this.poller = poller;
    this.clock = clock;
  }

  /** A row of the table of counters, as the JSON has it, too. */
  record CounterRow(
      String counterId,
      String life,
      long next,
      long missing,
      Long oldestGapMs,
      int siblings,
      List<Range> gaps) {
    static CounterRow of(CounterReading reading, long nowMs) {
      List<Gap> gaps = reading.openGaps();
      Long oldestMs =
          gaps.stream().map(gap -> nowMs - gap.sinceMs()).max(Long::compare).orElse(null);
      return new CounterRow(
          reading.counterId(),
          reading.blocked() != null
              ? "unreadable"
              : CounterLife.of(reading, nowMs, Poller.SILENT_AFTER).name().toLowerCase(Locale.ROOT),
          reading.next(),
          gaps.stream().mapToLong(Gap::size).sum(),
          oldestMs,
          reading.siblings(),
          gaps.stream().limit(MOST_GAPS).map(gap -> new Range(gap.from(), gap.to())).toList());
    }
  }

  /** Missing numbers, both ends included. */
  record Range(long from, long to) {}

  List<CounterRow> rows() {
    long nowMs = clock.millis();
    return poller.counters().stream().map(reading -> CounterRow.of(reading, nowMs)).toList();
  }

  String body() {
    List<CounterRow> rows = rows();
    StringBuilder table = new StringBuilder();
    rows.stream().limit(MOST_ROWS).forEach(row -> append(row, table));
    return """
        <h1>Counters</h1>
        <p class="note">One counter is one life of a service. Its bar is what it has numbered; what is missing is red.</p>
        <form class="filter" role="search" action="/counter"><label>Filter, or a whole id and Enter
          <input id="filter" name="id" type="search" autocomplete="off" spellcheck="false"></label>
          <label class="check"><input id="gaps-only" type="checkbox"> only those with missing events</label></form>
        <div id="refreshed">
        %s<p class="note" role="status">%s</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of counters">
        <table class="counters"><thead><tr><th scope="col">counter</th><th scope="col">state</th>
          <th scope="col" class="n">events</th><th scope="col" class="n">missing</th><th scope="col">oldest gap</th>
          <th scope="col">numbers</th></tr></thead><tbody>
        %s
        </tbody></table></div></div>
        """
        .formatted(
            Html.away(poller.away()),
            rows.isEmpty()
                ? "No counter yet. A counter appears when its first event is counted."
                : Texts.count(rows.size(), "counter")
                    + (rows.size() > MOST_ROWS
                        ? ", of which the first " + Texts.number(MOST_ROWS) + " are shown"
                        : ""),
            table);
  }

  private static void append(CounterRow row, StringBuilder table) {
    table.append(
        """
        <tr data-id="%1$s" data-missing="%2$d"><th scope="row"><a href="/counter?id=%3$s"><code>%1$s</code></a></th>\
        <td><span class="life %4$s">%4$s</span></td><td class="n">%5$s</td><td class="n">%6$s</td><td>%7$s</td><td>%8$s</td></tr>
        """
            .formatted(
                Html.escaped(row.counterId()),
                row.missing(),
                Html.escaped(URLEncoder.encode(row.counterId(), StandardCharsets.UTF_8)),
                row.life(),
                Texts.number(row.next()),
                Texts.number(row.missing()),
                row.oldestGapMs() == null ? "" : Texts.age(row.oldestGapMs()),
                GapBar.svg(row.next(), row.missing(), row.gaps())));
  }
}
