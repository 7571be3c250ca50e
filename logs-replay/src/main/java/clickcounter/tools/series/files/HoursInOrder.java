package clickcounter.tools.series.files;

import clickcounter.hours.HourCounts;
import java.io.Closeable;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The hours of all days of many ads, in the order of the ids: every file is read once. */
public final class HoursInOrder implements Closeable {
  private final AdOrder<Day> order;

  HoursInOrder(List<DayFiles> days) {
    order = new AdOrder<>(days.stream().map(Day::new).toList());
  }

  /**
   * The hours of an ad, by the slot in which each begins; none if no file has the ad.
   *
   * @param adId greater than that of the last call
   */
  public SortedMap<Long, HourCounts> hours(String adId) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    while (order.adId() != null && order.adId().compareTo(adId) <= 0) {
      boolean wanted = order.adId().equals(adId);
      order.read(day -> day.read(wanted ? hours : new TreeMap<>()));
    }
    return hours;
  }

  @Override
  public void close() {
    order.close();
  }

  /** The ads of one day. */
  private static final class Day implements AdOrder.Source {
    private final HourNames names;
    private final CsvRows rows;
    private String adId;

    Day(DayFiles files) {
      names = new HourNames(files.day());
      rows = CsvRows.of(files.hours(), DayFiles.HOURS_HEADER);
      next();
    }

    private void next() {
      adId = rows.next() ? rows.text(0) : null;
    }

    /** Reads the rows of the ad. */
    void read(SortedMap<Long, HourCounts> hours) {
      String wanted = adId;
      while (wanted.equals(adId)) {
        hours.put(rows.slot(1, names), rows.counts());
        next();
      }
    }

    @Override
    public String adId() {
      return adId;
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
