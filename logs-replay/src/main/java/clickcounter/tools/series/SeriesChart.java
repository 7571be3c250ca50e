package clickcounter.tools.series;

import clickcounter.document.HourCounts;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a chart of an ad shows: columns of one length, the oldest period first, the one that is
 * under way last.
 *
 * @param by {@code hour} or {@code day}
 * @param note what has to be known to read the chart right; null for nothing
 * @param labels the names of the periods
 */
public record SeriesChart(
    String by,
    String zone,
    String note,
    List<String> labels,
    List<Long> impressions,
    List<Long> clicks,
    List<Long> costMicros) {
  static final int HOURS = 48;
  static final int DAYS = 30;

  /**
   * The last 48 hours or the last 30 days of an ad.
   *
   * @param by hour or day
   * @throws IllegalArgumentException for other periods
   */
  public static SeriesChart of(HourSource source, String adId, By by, ZoneId zone, Instant now) {
    SeriesRange range = new SeriesRange(from(by, now.atZone(zone)), now.atZone(zone), by);
    return of(Series.of(range, source.hours(adId, range.fromQuarter(), range.toQuarter())));
  }

  private static ZonedDateTime from(By by, ZonedDateTime now) {
    return switch (by) {
      case HOUR -> now.truncatedTo(ChronoUnit.HOURS).minusHours(HOURS - 1);
      case DAY -> now.toLocalDate().minusDays(DAYS - 1).atStartOfDay(now.getZone());
      default -> throw new IllegalArgumentException("by: expected hour or day, got '" + by + "'");
    };
  }

  private static SeriesChart of(Series series) {
    return new SeriesChart(
        series.range().by().toString(),
        series.range().from().getZone().getId(),
        series.note(),
        series.rows().stream().map(row -> row.period().label()).toList(),
        column(series, HourCounts::impressions),
        column(series, HourCounts::clicks),
        column(series, HourCounts::costMicros));
  }

  private static List<Long> column(Series series, ToLongFunction<HourCounts> count) {
    return series.rows().stream().map(row -> count.applyAsLong(row.counts())).toList();
  }
}
