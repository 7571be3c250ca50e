package clickcounter.tools.series.close;

import clickcounter.hours.HourCounts;
import clickcounter.tools.common.Table;
import clickcounter.tools.common.Texts;
import clickcounter.tools.series.files.AdRanking;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.PrintStream;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What the files of a month say, for a person: a row a day, and the sum. */
final class MonthText {
  private final Month month;
  private final SeriesFiles files;

  MonthText(Month month, SeriesFiles files) {
    this.month = month;
    this.files = files;
  }

  void print(PrintStream out) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("day", "ads", "impressions", "clicks", "cost", "invalid"));
    month
        .days()
        .filter(files::has)
        .forEach(day -> table.add(row(LocalDate.ofEpochDay(day).toString(), day, day + 1)));
    table.add(row("sum", month.firstDay(), month.endDay()));
    Table.print(table, Set.of(0), out);
  }

  private List<String> row(String name, long fromDay, long toDay) {
    AdRanking ads = AdRanking.of(files, fromDay, toDay, HourCounts::costMicros, 1);
    return List.of(
        name,
        Texts.number(ads.ads()),
        Texts.number(ads.sum().impressions()),
        Texts.number(ads.sum().clicks()),
        Texts.money(ads.sum().costMicros()),
        Texts.number(ads.sum().invalid()));
  }
}
