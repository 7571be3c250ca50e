package clickcounter.tools.series.files;

import clickcounter.hours.HourCounts;
import java.io.Closeable;
import java.util.List;

/** Each ad's counts of some days, in the order of the ids. */
final class AdSumsByDay implements Closeable {
  private final AdOrder<Day> order;
  private String adId;
  private HourCounts counts = HourCounts.NONE;

  AdSumsByDay(List<DayFiles> days) {
    order = new AdOrder<>(days.stream().map(Day::new).toList());
  }

  /** Goes to the next ad. Returns false at the end. */
  boolean next() {
    adId = order.adId();
    counts = HourCounts.NONE;
    if (adId == null) {
      return false;
    }
    order.read(
        day -> {
          counts = counts.plus(day.counts());
          day.next();
        });
    return true;
  }

  String adId() {
    return adId;
  }

  HourCounts counts() {
    return counts;
  }

  @Override
  public void close() {
    order.close();
  }

  /** The ads of one day. */
  private static final class Day implements AdOrder.Source {
    private final CsvRows rows;
    private boolean more;

    Day(DayFiles files) {
      rows = CsvRows.of(files.ads(), DayFiles.ADS_HEADER);
      next();
    }

    void next() {
      more = rows.next();
    }

    HourCounts counts() {
      return rows.counts();
    }

    @Override
    public String adId() {
      return more ? rows.text(0) : null;
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
