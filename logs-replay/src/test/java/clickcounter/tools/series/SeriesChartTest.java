package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.hours.HourCounts;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
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
              slot("2026-10-25T00:00:00Z"), new HourCounts(7, 2, 500_000),
              slot("2026-10-25T01:00:00Z"), new HourCounts(3, 1, 250_000),
              slot("2026-10-26T11:00:00Z"), new HourCounts(9, 0, 0)));

  private static long slot(String time) {
    return Slots.of(Instant.parse(time).toEpochMilli());
  }

  private static SeriesChart chart(By by) {
    return chart(by, ZURICH, "2026-09-25");
  }

  private static SeriesChart chart(By by, ZoneId zone, String first) {
    return SeriesChart.of((adId, from, to) -> counts(first), "m1", by, zone, NOW, NOW);
  }

  /** All is known from this day on. */
  private static KnownCounts counts(String first) {
    KnownCounts counts = new KnownCounts();
    long last = LocalDate.parse("2026-10-26").toEpochDay();
    for (long day = LocalDate.parse(first).toEpochDay(); day <= last; day++) {
      long from = Slots.firstOf(day);
      counts.addDay(day, false, COUNTS.subMap(from, from + Slots.PER_DAY));
    }
    return counts;
  }

  @Test
  void theLast36HoursEndWithTheOneThatIsUnderWay() {
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
    assertThat(chart.clicks().subList(twice, twice + 2)).containsExactly(2L, 1L);
    assertThat(chart.costMicros().subList(twice, twice + 2)).containsExactly(500_000L, 250_000L);
    assertThat(chart.impressions()).hasSize(36).endsWith(0L, 9L);
  }

  @Test
  void chartOfAnAdWithoutNewEventsEndsWithItsNewestOne() {
    Instant later = NOW.plus(Duration.ofDays(40));
    SeriesChart chart =
        SeriesChart.of((adId, from, to) -> counts("2026-09-25"), "m1", By.HOUR, ZURICH, later, NOW);
    assertThat(chart.labels()).isEqualTo(chart(By.HOUR).labels());
    assertThat(chart.impressions()).endsWith(0L, 9L);
    assertThat(chart.note()).isEqualTo("Its newest event is of 2026-10-26.");
  }

  @Test
  void theLast30DaysEndWithToday() {
    SeriesChart chart = chart(By.DAY);
    assertThat(chart.labels()).hasSize(30).startsWith("2026-09-27").endsWith("2026-10-26");
    assertThat(chart.impressions()).endsWith(10L, 9L);
    assertThat(chart.clicks()).endsWith(3L, 0L);
  }

  @Test
  void whatIsNotBuiltIsNotKnownAndNeverZero() {
    SeriesChart chart = chart(By.DAY, ZURICH, "2026-10-25");
    assertThat(chart.clicks().subList(0, 29)).containsOnlyNulls();
    assertThat(chart.impressions()).endsWith(null, 9L);
    assertThat(chart.note()).startsWith("not built: 2026-09-26 to 2026-10-24 (UTC). ");
  }

  @Test
  void aZoneThatCutsHoursIsShownTheTimesOfUtc() {
    SeriesChart chart = chart(By.HOUR, ZoneId.of("Asia/Kolkata"), "2026-10-24");
    assertThat(chart.zone()).isEqualTo("UTC");
    assertThat(chart.labels()).endsWith("2026-10-26 11:00 +00:00");
    assertThat(chart.impressions()).endsWith(0L, 9L);
    assertThat(chart.note()).isNull();
  }

  @Test
  void otherPeriodsAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> chart(By.WEEK))
        .withMessage("by: expected hour or day, got 'week'");
  }
}
