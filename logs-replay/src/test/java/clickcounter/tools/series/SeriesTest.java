package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.tools.Seed;
import clickcounter.tools.series.SeriesRange.Period;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesTest {
  private static final Instant NOW = Instant.parse("2026-06-10T12:07:33.123Z");

  private static SeriesRange range(String from, String to, By by, String zone) {
    return SeriesRange.of(from, to, by, ZoneId.of(zone), NOW);
  }

  /** A click in each quarter of an hour, or of each hour. */
  private static SortedMap<Long, HourCounts> clicks(SeriesRange range, int step) {
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    // Some more at both ends, which are not of the range.
    long first = (range.fromQuarter() / 4 - 4) * 4;
    for (long quarter = first; quarter < range.toQuarter() + 16; quarter += step) {
      counts.put(quarter, new HourCounts(2, 1, quarter % 7));
    }
    return counts;
  }

  private static Series series(String from, String to, By by, String zone, int step) {
    SeriesRange range = range(from, to, by, zone);
    return Series.of(range, clicks(range, step));
  }

  private static List<String> clicksByLabel(Series series) {
    return series.rows().stream()
        .map(row -> row.period().label() + " = " + row.counts().clicks())
        .toList();
  }

  @Test
  void aDayHasAnHourLessWhenTheClockGoesForward() {
    assertThat(clicksByLabel(series("2026-03-28", "2026-03-31", By.DAY, "Europe/Zurich", 4)))
        .containsExactly("2026-03-28 = 24", "2026-03-29 = 23", "2026-03-30 = 24");
    assertThat(
            clicksByLabel(
                series("2026-03-29T01:00", "2026-03-29T05:00", By.HOUR, "Europe/Zurich", 1)))
        .containsExactly(
            "2026-03-29 01:00 +01:00 = 4",
            "2026-03-29 03:00 +02:00 = 4",
            "2026-03-29 04:00 +02:00 = 4");
  }

  @Test
  void twoHoursOfOneNameAreTwoRowsWhenTheClockGoesBack() {
    assertThat(clicksByLabel(series("2026-10-25", "2026-10-26", By.DAY, "Europe/Zurich", 1)))
        .containsExactly("2026-10-25 = 100");
    assertThat(
            clicksByLabel(
                series("2026-10-25T01:00", "2026-10-25T04:00", By.HOUR, "Europe/Zurich", 4)))
        .containsExactly(
            "2026-10-25 01:00 +02:00 = 1",
            "2026-10-25 02:00 +02:00 = 1",
            "2026-10-25 02:00 +01:00 = 1",
            "2026-10-25 03:00 +01:00 = 1");
  }

  @Test
  void lordHowesClockChangesByHalfAnHour() {
    assertThat(
            clicksByLabel(
                series("2026-04-05T01:00", "2026-04-05T03:00", By.HOUR, "Australia/Lord_Howe", 1)))
        .containsExactly(
            "2026-04-05 01:00 +11:00 = 4",
            "2026-04-05 01:30 +10:30 = 2",
            "2026-04-05 02:00 +10:30 = 4");
    assertThat(
            clicksByLabel(
                series("2026-10-04T01:00", "2026-10-04T04:00", By.HOUR, "Australia/Lord_Howe", 1)))
        .containsExactly(
            "2026-10-04 01:00 +10:30 = 4",
            "2026-10-04 02:30 +11:00 = 2",
            "2026-10-04 03:00 +11:00 = 4");
    assertThat(clicksByLabel(series("2026-04-05", "2026-04-06", By.DAY, "Australia/Lord_Howe", 1)))
        .containsExactly("2026-04-05 = 98");
  }

  @ParameterizedTest
  @CsvSource({"Asia/Kathmandu, +05:45", "Asia/Kolkata, +05:30"})
  void countsByQuartersFitEveryOffsetOfToday(String zone, String offset) {
    Series byQuarter = series("2026-06-01", "2026-06-02", By.HOUR, zone, 1);
    assertThat(byQuarter.note()).isNull();
    assertThat(byQuarter.rows()).hasSize(24);
    assertThat(byQuarter.rows()).allMatch(row -> row.counts().clicks() == 4);
    assertThat(byQuarter.rows().get(0).period().label()).isEqualTo("2026-06-01 00:00 " + offset);
    assertThat(Quarters.startMs(byQuarter.range().fromQuarter()))
        .isEqualTo(byQuarter.range().fromMs());
  }

  @ParameterizedTest
  @ValueSource(strings = {"Asia/Kathmandu", "Asia/Kolkata"})
  void countsByHoursAreWhereTheHourBeginsAndTheNoteSaysSo(String zone) {
    Series byHour = series("2026-06-01", "2026-06-02", By.HOUR, zone, 4);
    assertThat(byHour.rows()).hasSize(24).allMatch(row -> row.counts().clicks() == 1);
    assertThat(byHour.note()).contains("by hours in UTC", zone, "counted where it begins");
    // 19:00 UTC is 00:30 or 00:45 there, so midnight is in the hour of 18:00 UTC.
    SeriesRange day = range("2026-06-01", "2026-06-02", By.DAY, zone);
    long before = Quarters.of(Instant.parse("2026-05-31T18:00:00Z").toEpochMilli());
    assertThat(Series.of(day, one(before)).sum().clicks()).isZero();
    assertThat(Series.of(day, one(before + 4)).sum().clicks()).isOne();
  }

  private static SortedMap<Long, HourCounts> one(long quarter) {
    return new TreeMap<>(Map.of(quarter, new HourCounts(0, 1, 0)));
  }

  @Test
  void countsByHoursNeedNoNoteWhereOffsetsAreWholeHours() {
    assertThat(series("2026-03-01", "2026-12-01", By.MONTH, "Europe/Zurich", 4).note()).isNull();
    assertThat(series("2026-06-01", "2026-06-02", By.DAY, "Australia/Lord_Howe", 4).note())
        .isNotNull();
    // In summer it is 11 hours ahead.
    assertThat(series("2026-01-01", "2026-01-02", By.DAY, "Australia/Lord_Howe", 4).note())
        .isNull();
    assertThat(series("2026-01-01", "2026-06-02", By.DAY, "Australia/Lord_Howe", 4).note())
        .isNotNull();
    SeriesRange kolkata = range("2026-06-01", "2026-06-02", By.DAY, "Asia/Kolkata");
    assertThat(Series.of(kolkata, new TreeMap<>()).note()).isNull();
  }

  @Test
  void weeksBeginOnMondayAndHaveTheNumberOfIso() {
    assertThat(clicksByLabel(series("2026-12-21", "2027-01-18", By.WEEK, "Europe/Zurich", 4)))
        .containsExactly("2026-W52 = 168", "2026-W53 = 168", "2027-W01 = 168", "2027-W02 = 168");
    // Sunday and one Monday: the first and the last week are shorter.
    assertThat(clicksByLabel(series("2026-03-29", "2026-04-07", By.WEEK, "Europe/Zurich", 4)))
        .containsExactly("2026-W13 = 23", "2026-W14 = 168", "2026-W15 = 24");
  }

  @Test
  void monthsHaveTheirDays() {
    assertThat(clicksByLabel(series("2026-02-01", "2026-05-01", By.MONTH, "Europe/Zurich", 4)))
        .containsExactly("2026-02 = 672", "2026-03 = 743", "2026-04 = 720");
  }

  @Test
  void aDateThatDoesNotExistIsNoRow() {
    assertThat(clicksByLabel(series("2011-12-29", "2012-01-01", By.DAY, "Pacific/Apia", 4)))
        .containsExactly("2011-12-29 = 24", "2011-12-31 = 24");
  }

  @Test
  void aClockThatGoesBackToTheDayBeforeLosesNothing() {
    // At 00:01 on the 1st of November 2009, St. John's clocks were set to 23:01 of the 31st.
    Series series = series("2009-10-31", "2009-11-03", By.DAY, "America/St_Johns", 1);
    assertThat(clicksByLabel(series))
        .containsExactly("2009-10-31 = 96", "2009-11-01 = 100", "2009-11-02 = 96");
    SeriesRange again = range("2009-10-31T23:30-03:30", "2009-11-02", By.DAY, "America/St_Johns");
    assertThat(again.periods()).extracting(Period::label).containsExactly("2009-10-31");
  }

  @Test
  void anHourEndsWhereTheClockIsChangedWithinIt() {
    assertThat(
            clicksByLabel(
                series("2009-10-31T23:00", "2009-11-01T01:00", By.HOUR, "America/St_Johns", 1)))
        .containsExactly(
            "2009-10-31 23:00 -02:30 = 4",
            "2009-11-01 00:00 -02:30 = 1",
            "2009-10-31 23:01 -03:30 = 3",
            "2009-11-01 00:00 -03:30 = 4");
  }

  @Test
  void aTimeWithoutEventsIsARowOfZeros() {
    Series series = Series.of(range("2026-06-01", "2026-06-04", By.DAY, "UTC"), new TreeMap<>());
    assertThat(series.rows()).hasSize(3).allMatch(row -> row.counts().isNone());
    assertThat(series.sum().isNone()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfEveryZoneAreAdjacentAndTheirSumIsTheSumOfTheCounts(By by) throws Exception {
    SplittableRandom seeds = new SplittableRandom(20_260_601 + by.ordinal());
    for (String zone : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      Seed.with(seeds.nextLong(), random -> checkZone(ZoneId.of(zone), by, random));
    }
  }

  private static void checkZone(ZoneId zone, By by, SplittableRandom random) {
    // Years of the past as well: offsets were no multiple of a quarter in some zones.
    long fromMs = random.nextLong(0, Instant.parse("2085-01-01T00:00:00Z").toEpochMilli());
    int days = by == By.HOUR ? 20 : 400;
    long toMs = fromMs + 1 + random.nextLong(Duration.ofDays(days).toMillis());
    SeriesRange range =
        new SeriesRange(
            Instant.ofEpochMilli(fromMs).atZone(zone), Instant.ofEpochMilli(toMs).atZone(zone), by);
    SortedMap<Long, HourCounts> counts = randomCounts(range, random);

    Series series = Series.of(range, counts);

    ZonedDateTime at = range.from();
    for (Series.Row row : series.rows()) {
      Period period = row.period();
      boolean adjacent = period.from().equals(at) && period.from().isBefore(period.to());
      boolean oneOffset =
          by != By.HOUR || period.to().minusNanos(1).getOffset().equals(period.from().getOffset());
      if (!adjacent || !oneOffset || !row.counts().equals(countsWithin(period, counts))) {
        throw new AssertionError(zone + " by " + by + ": " + row + " after " + at);
      }
      at = period.to();
    }
    assertThat(at).isEqualTo(range.to());
    assertThat(series.sum())
        .as("%s by %s", zone, by)
        .isEqualTo(countsWithin(new Period(range.from(), range.to(), ""), counts));
    List<String> labels = series.rows().stream().map(row -> row.period().label()).toList();
    assertThat(labels).as("%s by %s", zone, by).hasSize(new HashSet<>(labels).size());
  }

  private static SortedMap<Long, HourCounts> randomCounts(
      SeriesRange range, SplittableRandom random) {
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    int step = random.nextBoolean() ? 1 : 4;
    for (int i = 0; i < 30; i++) {
      long quarter = random.nextLong(range.fromQuarter(), range.toQuarter() + 9);
      counts.put(
          quarter / step * step,
          new HourCounts(random.nextInt(100), random.nextInt(9), random.nextLong(1L << 40)));
    }
    return counts;
  }

  /** The plain way: each count by itself. */
  private static HourCounts countsWithin(Period period, SortedMap<Long, HourCounts> counts) {
    long fromMs = period.from().toInstant().toEpochMilli();
    long toMs = period.to().toInstant().toEpochMilli();
    HourCounts sum = HourCounts.NONE;
    for (Map.Entry<Long, HourCounts> each : counts.entrySet()) {
      long beginsMs = Quarters.startMs(each.getKey());
      if (beginsMs >= fromMs && beginsMs < toMs) {
        sum = sum.plus(each.getValue());
      }
    }
    return sum;
  }

  @Test
  void withoutTimesItIsTheSevenDaysBeforeTodayAndTodayUntilNow() {
    SeriesRange range = range(null, null, By.DAY, "Europe/Zurich");
    assertThat(range.from()).isEqualTo(ZonedDateTime.parse("2026-06-03T00:00+02:00"));
    assertThat(range.to().toInstant()).isEqualTo(NOW);
    assertThat(range.periods()).hasSize(8);
    // The quarter that is under way is of it.
    assertThat(range.toQuarter()).isEqualTo(Quarters.of(NOW.toEpochMilli()) + 1);
    assertThat(range(null, "2026-06-02", By.DAY, "UTC").from().toLocalDate())
        .isEqualTo(LocalDate.parse("2026-05-26"));
  }

  @Test
  void anOffsetTellsTwoTimesOfOneNameApart() {
    String zone = "Europe/Zurich";
    assertThat(range("2026-10-25T02:00", "2026-10-26", By.DAY, zone).from().toInstant())
        .isEqualTo(Instant.parse("2026-10-25T00:00:00Z"));
    assertThat(range("2026-10-25T02:00+01:00", "2026-10-26", By.DAY, zone).from().toInstant())
        .isEqualTo(Instant.parse("2026-10-25T01:00:00Z"));
    assertThat(range("2026-10-25T02:00Z", "2026-10-26", By.DAY, zone).from().getHour())
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          yesterday           | 2026-06-02 | --from: expected a date such as 2026-06-01
          2026-6-1            | 2026-06-02 | got '2026-6-1'
          2026-06-01 12:00    | 2026-06-02 | --from: expected a date
          2026-06-01T25:00    | 2026-06-02 | --from: expected a date
          2026-06-01          | 2026-02-30 | --to: expected a date
          2026-06-01T12:07    | 2026-06-02 | --from: expected a time on a quarter of an hour
          2026-06-01T12:00:01 | 2026-06-02 | --from: expected a time on a quarter of an hour
          2026-06-02          | 2026-06-02 | expected --from before --to
          1969-12-31          | 2026-06-02 | --from: expected 1970 or later
          2026-06-01          | +10000-06-02 | --to: expected 2089-08-14T16:00:00Z or earlier
          """)
  void aTimeThatIsNoneIsNamedWithTheFormThatIsExpected(String from, String to, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> range(from, to, By.DAY, "UTC"))
        .withMessageContaining(message);
  }

  @Test
  void moreRowsThanAnyoneReadsAreRefused() {
    SeriesRange range = range("1970-01-01", "2026-01-01", By.HOUR, "UTC");
    assertThatIllegalArgumentException()
        .isThrownBy(range::periods)
        .withMessageContaining("at most 100000 rows");
    assertThat(range("1970-01-01", "2026-01-01", By.DAY, "UTC").periods()).hasSize(20_454);
  }

  @Test
  void anotherPeriodIsRefusedAndThoseThatExistAreNamed() {
    assertThat(By.of("week")).isEqualTo(By.WEEK);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> By.of("year"))
        .withMessage("expected hour, day, week, month, got 'year'");
  }
}
