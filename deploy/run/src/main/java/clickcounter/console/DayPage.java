package clickcounter.console;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.hours.HourCounts;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.table.CountedSums;
import clickcounter.tools.table.CountedSums.Order;
import clickcounter.tools.table.CountedSums.Ranking;
import clickcounter.tools.table.Past;
import java.io.IOException;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The page of a day of UTC: its ads with most clicks, and its counters. */
record DayPage(RecentPast past, Poller poller, CountersPage counters, Clock clock) {
  private static final int MOST_ADS = 20;

  /**
   * The day of this name; today without one.
   *
   * @throws IllegalArgumentException for what is no date
   */
  LocalDate day(String id) {
    if (id.isEmpty()) {
      return Links.dayOf(clock.millis());
    }
    try {
      LocalDate day = LocalDate.parse(id);
      if (day.getYear() >= 1970 && day.getYear() <= 9998) {
        return day;
      }
    } catch (DateTimeException e) {
      // said below
    }
    throw new IllegalArgumentException("Expected a date such as 2026-06-01, got '" + id + "'.");
  }

  String body(LocalDate day) {
    return """
        <h1>Day</h1>
        %s%s
        <p>%s · %s · %s. A day is one of UTC.</p>
        %s
        <section><h2>Counters</h2>%s</section>
        """
        .formatted(
            Html.search("/day", "Day", day.toString()),
            Html.away(poller.away(), clock.millis()),
            Links.day(day.minusDays(1)),
            Links.day(day),
            Links.day(day.plusDays(1)),
            ads(day),
            counters(day));
  }

  private String ads(LocalDate day) {
    long fromMs = TimeUnit.DAYS.toMillis(day.toEpochDay());
    long toMs = fromMs + TimeUnit.DAYS.toMillis(1);
    try {
      return past.ask(
          known ->
              known != null && known.isImported(fromMs, toMs)
                  ? ranking(known, fromMs, toMs)
                  : notImported());
    } catch (NoVerdict | IOException e) {
      return Html.trouble(e.getMessage());
    }
  }

  private static String ranking(Past past, long fromMs, long toMs) throws IOException {
    Ranking ranking = new CountedSums(past).top(fromMs, toMs, Order.clicks, MOST_ADS);
    HtmlTable table =
        new HtmlTable(
            "ads",
            "ad",
            "#impressions",
            "#clicks",
            "#cost",
            "#<span title=\"filtered or taken back\">not charged</span>");
    ranking.top().forEach(ad -> append(Links.ad(ad.adId()), ad.counts(), table));
    append(Texts.count(ranking.ads(), "ad"), ranking.sum(), table);
    return "<section><h2>Ads with most clicks</h2>" + table.html() + "</section>";
  }

  private static void append(String name, HourCounts counts, HtmlTable table) {
    table.row(
        name,
        Texts.number(counts.impressions()),
        Texts.number(counts.clicks()),
        Texts.money(counts.costMicros()),
        Texts.number(counts.invalid()));
  }

  /** Only the table knows all ads of a day. */
  private static String notImported() {
    return "<section><h2>Ads</h2><p class=\"note\">Counted events of this day are not in the table of archives, so its"
        + " ads are not known: <code>clicks archive import</code> reads them, and the setting"
        + " <code>ops.table</code> says where the table is.</p></section>";
  }

  private String counters(LocalDate day) {
    List<CounterReading> ofDay =
        poller.counters().stream()
            .filter(reading -> day.equals(Links.dayOf(reading.lastEventAtMs())))
            .toList();
    return ofDay.isEmpty()
        ? "<p class=\"note\">No counter is known that had its last event on this day.</p>"
        : "<p class=\"note\">Those that had their last event on this day"
            + counters.asOf()
            + ".</p>"
            + counters.table(ofDay);
  }
}
