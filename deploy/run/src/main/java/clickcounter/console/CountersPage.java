package clickcounter.console;

import clickcounter.ids.Gap;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The page of all counters. */
final class CountersPage {
  private static final int MOST_ROWS = 2_000;

  private final Poller poller;
  private final Duration silentAfter;
  private final Clock clock;

  CountersPage(Poller poller, Duration silentAfter, Clock clock) {
    this.poller = poller;
    this.silentAfter = silentAfter;
    this.clock = clock;
  }

  /** A row of the table of counters, as the JSON has it, too. */
  record CounterRow(
      String counterId, String life, long next, long missing, Long oldestGapMs, int siblings) {
    static CounterRow of(CounterReading reading, long nowMs, Duration silentAfter) {
      List<Gap> gaps = reading.openGaps();
      Long oldestMs =
          gaps.stream().map(gap -> nowMs - gap.sinceMs()).max(Long::compare).orElse(null);
      return new CounterRow(
          reading.counterId(),
          reading.blocked() != null
              ? "unreadable"
              : CounterLife.of(reading, nowMs, silentAfter).name().toLowerCase(Locale.ROOT),
          reading.next(),
          gaps.stream().mapToLong(Gap::size).sum(),
          oldestMs,
          reading.siblings());
    }
  }

  List<CounterRow> rows() {
    return poller.counters().stream().map(this::row).toList();
  }

  private CounterRow row(CounterReading reading) {
    return CounterRow.of(reading, clock.millis(), silentAfter);
  }

  String body() {
    List<CounterReading> rows = poller.counters();
    StringBuilder table = new StringBuilder();
    rows.stream().limit(MOST_ROWS).forEach(reading -> append(reading, row(reading), table));
    return """
        <h1>Counters</h1>
        <div id="spoken" class="spoken" role="status"></div>
        <p class="note">One counter is one life of a service. Its bar goes from its first number to its last; what is missing is red, where it is missing.</p>
        <form class="filter" role="search" action="/counter"><label>Filter, or a whole id and Enter
          <input id="filter" name="id" type="search" autocomplete="off" spellcheck="false"></label>
          <label class="check"><input id="gaps-only" type="checkbox"> only those with missing events</label></form>
        %s
        <div id="refreshed">
        <p class="note">%s</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of counters">
        <table class="counters"><thead><tr><th scope="col">counter</th><th scope="col">state</th>
          <th scope="col" class="n">events</th><th scope="col" class="n">missing</th><th scope="col">oldest gap</th>
          <th scope="col">numbers</th></tr></thead><tbody>
        %s
        </tbody></table></div></div>
        """
        .formatted(
            Html.away(poller.away(), clock.millis()),
            rows.isEmpty()
                ? "No counter yet. A counter appears when its first event is counted."
                : Texts.count(rows.size(), "counter")
                    + (rows.size() > MOST_ROWS
                        ? ", of which the first " + Texts.number(MOST_ROWS) + " are shown"
                        : ""),
            table);
  }

  private static void append(CounterReading reading, CounterRow row, StringBuilder table) {
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
                GapBar.of(reading.openGaps(), row.next()).svg()));
  }
}
