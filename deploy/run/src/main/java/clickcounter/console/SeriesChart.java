package clickcounter.console;

import clickcounter.hours.HourCounts;
import clickcounter.hours.RecentHours;
import clickcounter.tools.series.By;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a chart of an ad shows: columns of one length, the oldest period first, the one that is
 * under way last. A period that is not imported has null for a count.
 *
 * @param by {@code hour} or {@code day}
 * @param zone whose times are shown. For hours, UTC replaces one whose offset is no whole number of
 *     hours: an ad's document has hours of UTC
 * @param note what a reader has to know, such as which events lack in the table; null for none
 * @param labels the names of the periods
 */
record SeriesChart(
    String by,
    String zone,
    String note,
    List<String> labels,
    List<Long> impressions,
    List<Long> clicks,
    List<Long> costMicros,
    List<Long> invalid) {
  static final int HOURS = RecentHours.WINDOW;
  static final int DAYS = 30;
  private static final int SECONDS_PER_HOUR = 3_600;

  /** No period begins before 1970. */
  private static final Instant EARLIEST_END = Instant.EPOCH.plus(DAYS + 1, ChronoUnit.DAYS);

  /** What an ad counted. */
  @FunctionalInterface
  interface Source {
    Series of(SeriesRange range) throws IOException;
  }

  /**
   * The last {@value #HOURS} hours or the last {@value #DAYS} days of an ad. If nothing has come in
   * them, those before its newest event.
   *
   * @param by hour or day
   * @param newestEvent of the ad
   * @throws IllegalArgumentException for other periods
   */
  static SeriesChart of(Source source, By by, ZoneId zone, Instant now, Instant newestEvent)
      throws IOException {
    boolean isShown = by != By.HOUR || hasWholeHours(range(by, zone, now));
    ZoneId shown = isShown ? zone : ZoneId.of("UTC");
    SeriesRange range = range(by, shown, now);
    boolean isOver = newestEvent.isBefore(range.from().toInstant());
    if (isOver) {
      range = range(by, shown, newestEvent.isBefore(EARLIEST_END) ? EARLIEST_END : newestEvent);
    }
    return of(
        source.of(range),
        isOver ? "Its newest event is of " + newestEvent.atZone(shown).toLocalDate() + "." : null);
  }

  private static SeriesRange range(By by, ZoneId zone, Instant now) {
    ZonedDateTime end = SeriesRange.endOfHour(now.plusMillis(1)).atZone(zone);
    return new SeriesRange(from(by, now.atZone(zone)), end, by);
  }

  /** Whether all offsets of the zone in the range are whole numbers of hours. */
  private static boolean hasWholeHours(SeriesRange range) {
    ZonedDateTime at = range.from();
    while (at.isBefore(range.to())) {
      if (at.getOffset().getTotalSeconds() % SECONDS_PER_HOUR != 0) {
        return false;
      }
      ZoneOffsetTransition change = at.getZone().getRules().nextTransition(at.toInstant());
      at = change == null ? range.to() : change.getInstant().atZone(at.getZone());
    }
    return true;
  }

  private static ZonedDateTime from(By by, ZonedDateTime now) {
    return switch (by) {
      case HOUR -> now.truncatedTo(ChronoUnit.HOURS).minusHours(HOURS - 1);
      case DAY -> now.toLocalDate().minusDays(DAYS - 1).atStartOfDay(now.getZone());
      default -> throw new IllegalArgumentException("by: expected hour or day, got '" + by + "'");
    };
  }

  private static SeriesChart of(Series series, String note) {
    String notes =
        Stream.of(note, series.note()).filter(Objects::nonNull).collect(Collectors.joining(" "));
    return new SeriesChart(
        series.range().by().toString(),
        series.range().from().getZone().getId(),
        notes.isEmpty() ? null : notes,
        series.rows().stream().map(row -> row.period().label()).toList(),
        column(series, HourCounts::impressions),
        column(series, HourCounts::clicks),
        column(series, HourCounts::costMicros),
        column(series, HourCounts::invalid));
  }

  private static List<Long> column(Series series, Function<HourCounts, Long> count) {
    return series.rows().stream()
        .map(row -> row.counts() == null ? null : count.apply(row.counts()))
        .toList();
  }
}
