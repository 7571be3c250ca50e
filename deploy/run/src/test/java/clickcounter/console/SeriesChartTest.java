package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.hours.HourCounts;
import clickcounter.tools.series.By;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeriesChartTest {
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final Instant NOW = Instant.parse("2026-10-26T11:07:33Z");
  private static final List<String> EVENTS =
      List.of("2026-10-25T00:10:00Z", "2026-10-25T01:10:00Z", "2026-10-26T11:01:00Z");

  private static SeriesChart chart(By by) throws IOException {
    return chart(by, ZURICH, NOW);
  }

  private static SeriesChart chart(By by, ZoneId zone, Instant now) throws IOException {
    return SeriesChart.of(SeriesChartTest::count, by, zone, now, NOW);
  }

  /** Each event is two impressions and a click of 250000 micros. */
  private static Series count(SeriesRange range) {
    List<Series.Row> rows = new ArrayList<>();
    for (Period period : range.periods()) {
      long events =
          EVENTS.stream()
              .mapToLong(time -> Instant.parse(time).toEpochMilli())
              .filter(ms -> ms >= period.fromMs() && ms < period.toMs())
              .count();
      rows.add(new Series.Row(period, new HourCounts(2 * events, events, 250_000 * events), true));
    }
    return new Series(range, rows, null);
  }

  @Test
  void theLast36HoursEndWithTheOneThatIsUnderWay() throws IOException {
    SeriesChart chart = chart(By.HOUR);
    assertThat(chart.by()).isEqualTo("hour");
    assertThat(chart.zone()).isEqualTo("Europe/Zurich");
    assertThat(chart.note()).isNull();
    assertThat(chart.labels())
        .hasSize(36)
        .startsWith("2026-10-25 02:00 +02:00")
        .containsSequence("2026-10-25 02:00 +02:00", "2026-10-25 02:00 +01:00")
        .endsWith("2026-10-26 12:00 +01:00");
    int twice = chart.labels().indexOf("2026-10-25 02:00 +02:00");
    assertThat(chart.clicks().subList(twice, twice + 2)).containsExactly(1L, 1L);
    assertThat(chart.costMicros().subList(twice, twice + 2)).containsExactly(250_000L, 250_000L);
    assertThat(chart.impressions()).hasSize(36).endsWith(0L, 2L);
  }

  @Test
  void chartOfAnAdWithoutNewEventsEndsWithItsNewestOne() throws IOException {
    SeriesChart chart = chart(By.HOUR, ZURICH, NOW.plus(Duration.ofDays(40)));
    assertThat(chart.labels()).isEqualTo(chart(By.HOUR).labels());
    assertThat(chart.impressions()).endsWith(0L, 2L);
    assertThat(chart.note()).isEqualTo("Its newest event is of 2026-10-26.");
  }

  @Test
  void theLast30DaysEndWithToday() throws IOException {
    SeriesChart chart = chart(By.DAY);
    assertThat(chart.labels()).hasSize(30).startsWith("2026-09-27").endsWith("2026-10-26");
    assertThat(chart.impressions()).endsWith(4L, 2L);
    assertThat(chart.clicks()).endsWith(2L, 1L);
  }

  @Test
  void whatIsNotImportedIsNotKnownAndNeverZero() throws IOException {
    SeriesChart.Source half =
        range ->
            new Series(
                range,
                count(range).rows().stream()
                    .map(
                        row ->
                            row.period().label().startsWith("2026-09")
                                ? new Series.Row(row.period(), null, true)
                                : row)
                    .toList(),
                "not imported: c 1");
    SeriesChart chart = SeriesChart.of(half, By.DAY, ZURICH, NOW, NOW);
    assertThat(chart.clicks()).startsWith(null, null, null, null, 0L).endsWith(2L, 1L);
    assertThat(chart.note()).isEqualTo("not imported: c 1");
  }

  @Test
  void daysAreOfEveryZoneAndHoursOfOneThatCutsNone() throws IOException {
    ZoneId kolkata = ZoneId.of("Asia/Kolkata");
    SeriesChart hours = chart(By.HOUR, kolkata, NOW);
    assertThat(hours.zone()).isEqualTo("UTC");
    assertThat(hours.labels()).endsWith("2026-10-26 11:00 +00:00");
    assertThat(hours.impressions()).endsWith(0L, 2L);
    SeriesChart days = chart(By.DAY, kolkata, NOW);
    assertThat(days.zone()).isEqualTo("Asia/Kolkata");
    assertThat(days.clicks()).endsWith(2L, 1L);
  }

  @Test
  void otherPeriodsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chart(By.WEEK))
        .withMessage("by: expected hour or day, got 'week'");
  }
}
