package clickcounter.tools.series.report;

import clickcounter.hours.HourCounts;
import clickcounter.tools.series.DayFinality.MayCome;
import clickcounter.tools.series.Series.Row;
import clickcounter.tools.series.SeriesRange;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * The command {@code series} for programs. Times are of ISO 8601, with their offset.
 *
 * @param adId null for all ads
 * @param from inclusive
 * @param to exclusive
 * @param note which days have to be built; null if no row has null for its counts
 * @param sum null if a row is not built
 * @param isFinal whether no event of the whole time can still come; null if a row is not built
 * @param over whether the time is over
 */
record SeriesJson(
    String adId,
    String by,
    String zone,
    String from,
    String to,
    String note,
    List<RowJson> rows,
    HourCounts sum,
    @JsonProperty("final") Boolean isFinal,
    boolean over,
    List<MayComeJson> mayCome) {
  /** A row; its counts are null if it is not built. */
  record RowJson(
      String label,
      String from,
      String to,
      Long impressions,
      Long clicks,
      Long costMicros,
      Long invalid,
      @JsonProperty("final") Boolean isFinal) {}

  /**
   * A counter of which events may come.
   *
   * @param missing events in its gaps that may be of the time, at most
   * @param tail whether events above its highest number may be of the time: none, or why
   * @param lastEventAt ms since the epoch; 0 if there is none
   */
  record MayComeJson(String counterId, long missing, String tail, long lastEventAt) {
    private static MayComeJson of(MayCome counter) {
      return new MayComeJson(
          counter.counterId(),
          counter.missing(),
          counter.tail().toString(),
          counter.lastEventAtMs());
    }
  }

  static SeriesJson of(SeriesReport report) {
    SeriesRange range = report.series().range();
    return new SeriesJson(
        report.adId(),
        range.by().toString(),
        range.from().getZone().getId(),
        time(range.from()),
        time(range.to()),
        report.series().note(),
        report.series().rows().stream().map(row -> row(row, report)).toList(),
        report.series().sum(),
        report.isFinal(),
        report.verdict().isOver(),
        report.verdict().mayCome().stream().map(MayComeJson::of).toList());
  }

  private static RowJson row(Row row, SeriesReport report) {
    HourCounts counts = row.counts();
    return new RowJson(
        row.period().label(),
        time(row.period().from()),
        time(row.period().to()),
        counts == null ? null : counts.impressions(),
        counts == null ? null : counts.clicks(),
        counts == null ? null : counts.costMicros(),
        counts == null ? null : counts.invalid(),
        report.isFinal(row));
  }

  /** As {@code 2026-10-25T02:00:00+02:00}. */
  static String time(ZonedDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }
}
