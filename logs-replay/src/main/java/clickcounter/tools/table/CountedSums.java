package clickcounter.tools.table;

import clickcounter.hours.HourCounts;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What ads counted, summed from the table's events. Only the files of the days that are asked for
 * are read.
 */
public final class CountedSums {
  private final Table table;

  public CountedSums(Past past) {
    this.table = past.table();
  }

  /**
   * An ad and what it counted.
   *
   * @param rank from 1 on; null for all ads
   */
  public record RankedAd(Long rank, String adId, HourCounts counts) {}

  /**
   * The ads that have the most of something.
   *
   * @param top the highest first; of equal ones the first id first
   * @param ads all that have an event
   * @param sum of all
   */
  public record Ranking(List<RankedAd> top, long ads, HourCounts sum) {
    public Ranking {
      top = List.copyOf(top);
    }
  }

  /** What ads are ranked by. */
  public enum Order {
    cost,
    clicks,
    impressions
  }

  /**
   * Sums by periods, each from one time to before the next.
   *
   * @param adId null for all ads
   * @param times two or more, ms since the epoch
   * @return by the beginning of a period; periods without an event are absent
   */
  public SortedMap<Long, HourCounts> between(String adId, NavigableSet<Long> times)
      throws IOException {
    table.putPeriods(times);
    if (adId == null) {
      table.run("SET VARIABLE ad = NULL");
    } else {
      table.set("ad", adId);
    }
    SortedMap<Long, HourCounts> sums = new TreeMap<>();
    table.ofDays(
        times.first(),
        times.last(),
        () -> table.ask("series", row -> sums.put(row.getLong("from_ms"), counts(row, ""))));
    return sums;
  }

  /**
   * Ranks all ads.
   *
   * @param toMs exclusive
   * @param most how many are wanted, at least 1
   */
  public Ranking top(long fromMs, long toMs, Order order, int most) throws IOException {
    table.set("from_ms", fromMs);
    table.set("to_ms", toMs);
    table.set("order_by", order.name());
    table.set("most", most);
    List<RankedAd> top = new ArrayList<>();
    Ranking[] all = {new Ranking(List.of(), 0, HourCounts.NONE)};
    table.ofDays(
        fromMs,
        toMs,
        () ->
            table.ask(
                "top",
                row -> {
                  top.add(new RankedAd(top.size() + 1L, row.getString("ad"), counts(row, "")));
                  all[0] = new Ranking(List.of(), row.getLong("ads"), counts(row, "all_"));
                }));
    return new Ranking(top, all[0].ads(), all[0].sum());
  }

  private static HourCounts counts(ResultSet row, String prefix) throws SQLException {
    return new HourCounts(
        row.getLong(prefix + "impressions"),
        row.getLong(prefix + "clicks"),
        row.getLong(prefix + "cost_micros"),
        row.getLong(prefix + "invalid"));
  }
}
