package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.hours.HourCounts;
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
import java.util.Objects;
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
  private static KnownCounts clicks(SeriesRange range, int step) {
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    // Some more at both ends, which are not of the range.
    for (long slot = range.fromSlot() - 16; slot < range.toSlot() + 16; slot += step) {
      counts.put(slot, new HourCounts(2, 1, slot % 7));
    }
    return known(range, step == 1, counts);
  }

  /** All days of the range are known. */
  private static KnownCounts known(
      SeriesRange range, boolean bySlot, SortedMap<Long, HourCounts> counts) {
    KnownCounts known = new KnownCounts();
    for (long day = Slots.day(range.fromSlot()); day <= Slots.day(range.toSlot()); day++) {
      long first = Slots.firstOf(day);
      known.addDay(day, bySlot, counts.subMap(first, first + Slots.PER_DAY));
    }
    return known;
  }

  private static Series series(String from, String to, By by, String zone, int step) {
    SeriesRange range = range(from, to, by, zone);
    return Series.of(range, clicks(range, step));
  }

  private static List<String> clicksByLabel(Series series) {
    return series.rows().stream().map(row -> row.period().label() + " = " + clicks(row)).toList();
  }

  private static String clicks(Series.Row row) {
    return row.counts() == null ? "not built" : Long.toString(row.counts().clicks());
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
  }

  @ParameterizedTest
  @ValueSource(strings = {"Asia/Kathmandu", "Asia/Kolkata"})
  void hoursThatAZoneCutsAreNotBuiltAndTheCommandIsNamed(String zone) {
    Series byHour = series("2026-06-01", "2026-06-02", By.HOUR, zone, 4);
    assertThat(byHour.rows()).hasSize(24).allMatch(row -> row.counts() == null);
    assertThat(byHour.sum()).isNull();
    assertThat(byHour.isBuilt()).isFalse();
    assertThat(byHour.note())
        .isEqualTo(
            "not built: times that begin or end within an hour of UTC, of 2026-05-31 to 2026-06-01."
                + " Count these days by the quarter hour. When they are final, make their files"
                + " (clicks series build PATH… --series DIR --minutes 15) and name them with"
                + " --series");
    assertThat(clicksByLabel(series("2026-06-01", "2026-06-03", By.DAY, zone, 4)))
        .containsExactly("2026-06-01 = not built", "2026-06-02 = not built");
  }

  @Test
  void anHourWithoutEventsMayBeCut() {
    SeriesRange day = range("2026-06-01", "2026-06-02", By.DAY, "Asia/Kolkata");
    // Midnight is in the hour of 18:00 UTC.
    long noon = Slots.of(Instant.parse("2026-06-01T06:00:00Z").toEpochMilli());
    SortedMap<Long, HourCounts> counts = new TreeMap<>(Map.of(noon, new HourCounts(0, 1, 0)));
    assertThat(clicksByLabel(Series.of(day, known(day, false, counts))))
        .containsExactly("2026-06-01 = 1");
    counts.put(noon + 48, new HourCounts(5, 0, 0));
    assertThat(clicksByLabel(Series.of(day, known(day, false, counts))))
        .containsExactly("2026-06-01 = not built");
    assertThat(clicksByLabel(Series.of(day, known(day, true, counts))))
        .containsExactly("2026-06-01 = 1");
  }

  @Test
  void wholeHoursAreEnoughWhereOffsetsAre() {
    assertThat(series("2026-03-01", "2026-12-01", By.MONTH, "Europe/Zurich", 4).isBuilt()).isTrue();
    // In summer it is 11 hours ahead, in winter 10 and a half.
    assertThat(series("2026-01-01", "2026-01-02", By.DAY, "Australia/Lord_Howe", 4).isBuilt())
        .isTrue();
    assertThat(clicksByLabel(series("2026-04-04", "2026-04-07", By.DAY, "Australia/Lord_Howe", 4)))
        .containsExactly("2026-04-04 = 24", "2026-04-05 = not built", "2026-04-06 = not built");
  }

  @Test
  void aDayThatNobodyKnowsIsNamedAndIsNeverZero() {
    SeriesRange range = range("2026-06-01", "2026-06-15", By.WEEK, "UTC");
    KnownCounts counts = known(range, false, new TreeMap<>());
    assertThat(Series.of(range, counts).isBuilt()).isTrue();
    KnownCounts some = new KnownCounts();
    for (String day : List.of("2026-06-01", "2026-06-02", "2026-06-04", "2026-06-07")) {
      some.addDay(LocalDate.parse(day).toEpochDay(), false, new TreeMap<>());
    }
    for (int day = 8; day < 15; day++) {
      some.addDay(LocalDate.of(2026, 6, day).toEpochDay(), false, new TreeMap<>());
    }
    Series series = Series.of(range, some);
    assertThat(clicksByLabel(series)).containsExactly("2026-W23 = not built", "2026-W24 = 0");
    assertThat(series.sum()).isNull();
    assertThat(series.note())
        .isEqualTo(
            "not built: 2026-06-03, 2026-06-05 to 2026-06-06 (UTC). When they are final, make their"
                + " files (clicks series build PATH… --series DIR) and name them with --series");
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
            // The clock was changed a minute after midnight, within a quarter of an hour.
            "2009-11-01 00:00 -02:30 = not built",
            "2009-10-31 23:01 -03:30 = not built",
            "2009-11-01 00:00 -03:30 = 4");
  }

  @Test
  void aTimeWithoutEventsIsARowOfZeros() {
    SeriesRange range = range("2026-06-01", "2026-06-04", By.DAY, "UTC");
    Series series = Series.of(range, known(range, false, new TreeMap<>()));
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
    int step = random.nextBoolean() ? 1 : 4;
    SortedMap<Long, HourCounts> counts = randomCounts(range, step, random);

    Series series = Series.of(range, known(range, step == 1, counts));

    ZonedDateTime at = range.from();
    for (Series.Row row : series.rows()) {
      Period period = row.period();
      boolean adjacent = period.from().equals(at) && period.from().isBefore(period.to());
      boolean oneOffset =
          by != By.HOUR || period.to().minusNanos(1).getOffset().equals(period.from().getOffset());
      if (!adjacent
          || !oneOffset
          || !Objects.equals(row.counts(), countsWithin(period, step, counts))) {
        throw new AssertionError(zone + " by " + by + ": " + row + " after " + at);
      }
      at = period.to();
    }
    assertThat(at).isEqualTo(range.to());
    if (series.isBuilt()) {
      assertThat(series.sum())
          .as("%s by %s", zone, by)
          .isEqualTo(countsWithin(new Period(range.from(), range.to(), ""), step, counts));
    }
    List<String> labels = series.rows().stream().map(row -> row.period().label()).toList();
    assertThat(labels).as("%s by %s", zone, by).hasSize(new HashSet<>(labels).size());
  }

  private static SortedMap<Long, HourCounts> randomCounts(
      SeriesRange range, int step, SplittableRandom random) {
    SortedMap<Long, HourCounts> counts = new TreeMap<>();
    for (int i = 0; i < 30; i++) {
      long slot = random.nextLong(range.fromSlot(), range.toSlot() + 9);
      counts.put(
          slot / step * step,
          new HourCounts(random.nextInt(1, 100), random.nextInt(9), random.nextLong(1L << 40)));
    }
    return counts;
  }

  /** The plain way: each count by itself; null if the period begins or ends within one. */
  private static HourCounts countsWithin(
      Period period, int step, SortedMap<Long, HourCounts> counts) {
    HourCounts sum = HourCounts.NONE;
    for (Map.Entry<Long, HourCounts> each : counts.entrySet()) {
      long beginsMs = Slots.startMs(each.getKey());
      long endsMs = Slots.startMs(each.getKey() + step);
      if (beginsMs < period.fromMs() && period.fromMs() < endsMs
          || beginsMs < period.toMs() && period.toMs() < endsMs) {
        return null;
      }
      if (beginsMs >= period.fromMs() && beginsMs < period.toMs()) {
        sum = sum.plus(each.getValue());
      }
    }
    return sum;
  }

  @Test
  void withoutTimesItIsTheSevenDaysBeforeTodayAndTodayWithThisHour() {
    SeriesRange range = range(null, null, By.DAY, "Europe/Zurich");
    assertThat(range.from()).isEqualTo(ZonedDateTime.parse("2026-06-03T00:00+02:00"));
    assertThat(range.to().toInstant()).isEqualTo(Instant.parse("2026-06-10T13:00:00Z"));
    assertThat(range.periods()).hasSize(8);
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
          2026-06-02          | 2026-06-01 | expected --from before --to, got 2026-06-02 and 2026-06-01;
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
