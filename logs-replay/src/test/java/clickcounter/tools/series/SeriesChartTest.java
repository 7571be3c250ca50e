package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SeriesChartTest {
  private static final ZoneId ZURICH = ZoneId.of("Europe/Zurich");
  private static final Instant NOW = Instant.parse("2026-10-26T11:07:33Z");
  private static final SortedMap<Long, HourCounts> COUNTS =
      new TreeMap<>(
          Map.of(
              quarter("2026-10-25T00:15:00Z"), new HourCounts(7, 2, 500_000),
              quarter("2026-10-25T01:00:00Z"), new HourCounts(3, 1, 250_000),
              quarter("2026-10-26T11:00:00Z"), new HourCounts(9, 0, 0),
              // Not yet.
              quarter("2026-10-26T11:15:00Z"), new HourCounts(100, 0, 0)));

  private static long quarter(String time) {
    return Quarters.of(Instant.parse(time).toEpochMilli());
  }

  private static SeriesChart chart(By by) {
    HourSource source =
        (adId, fromQuarter, toQuarter) ->
            adId.equals("m1") ? COUNTS.subMap(fromQuarter, toQuarter) : new TreeMap<>();
    return SeriesChart.of(source, "m1", by, ZURICH, NOW);
  }

  @Test
  void theLast48HoursEndWithTheOneThatIsUnderWay() {
    SeriesChart chart = chart(By.HOUR);
    assertThat(chart.by()).isEqualTo("hour");
    assertThat(chart.zone()).isEqualTo("Europe/Zurich");
    assertThat(chart.note()).isNull();
    assertThat(chart.labels())
        .hasSize(48)
        .startsWith("2026-10-24 14:00 +02:00")
        .containsSequence("2026-10-25 02:00 +02:00", "2026-10-25 02:00 +01:00")
        .endsWith("2026-10-26 12:00 +01:00");
    int twice = chart.labels().indexOf("2026-10-25 02:00 +02:00");
    assertThat(chart.clicks().subList(twice, twice + 2)).containsExactly(2L, 1L);
    assertThat(chart.costMicros().subList(twice, twice + 2)).containsExactly(500_000L, 250_000L);
    assertThat(chart.impressions()).hasSize(48).endsWith(0L, 9L);
  }

  @Test
  void theLast30DaysEndWithToday() {
    SeriesChart chart = chart(By.DAY);
    assertThat(chart.labels()).hasSize(30).startsWith("2026-09-27").endsWith("2026-10-26");
    assertThat(chart.impressions()).endsWith(10L, 9L);
    assertThat(chart.clicks()).endsWith(3L, 0L);
  }

  @Test
  void otherPeriodsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chart(By.WEEK))
        .withMessage("by: expected hour or day, got 'week'");
  }
}
