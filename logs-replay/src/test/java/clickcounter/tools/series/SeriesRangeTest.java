package clickcounter.tools.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.tools.Seed;
import clickcounter.tools.series.SeriesRange.By;
import clickcounter.tools.series.SeriesRange.Period;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class SeriesRangeTest {
  private static final Instant NOW = Instant.parse("2026-06-10T12:07:33.123Z");

  private static SeriesRange range(String from, String to, By by, String zone) {
    return SeriesRange.of(from, to, by, ZoneId.of(zone), NOW);
  }

  /** How many times so many minutes each period has. */
  private static List<String> lengths(String from, String to, By by, String zone, long minutes) {
    return range(from, to, by, zone).periods().stream()
        .map(
            period ->
                period.label() + " = " + (period.toMs() - period.fromMs()) / (minutes * 60_000))
        .toList();
  }

  @Test
  void aDayHasAnHourLessWhenTheClockGoesForward() {
    assertThat(lengths("2026-03-28", "2026-03-31", By.day, "Europe/Zurich", 60))
        .containsExactly("2026-03-28 = 24", "2026-03-29 = 23", "2026-03-30 = 24");
    assertThat(lengths("2026-03-29T01:00", "2026-03-29T05:00", By.hour, "Europe/Zurich", 15))
        .containsExactly(
            "2026-03-29 01:00 +01:00 = 4",
            "2026-03-29 03:00 +02:00 = 4",
            "2026-03-29 04:00 +02:00 = 4");
  }

  @Test
  void twoHoursOfOneNameAreTwoRowsWhenTheClockGoesBack() {
    assertThat(lengths("2026-10-25", "2026-10-26", By.day, "Europe/Zurich", 15))
        .containsExactly("2026-10-25 = 100");
    assertThat(lengths("2026-10-25T01:00", "2026-10-25T04:00", By.hour, "Europe/Zurich", 60))
        .containsExactly(
            "2026-10-25 01:00 +02:00 = 1",
            "2026-10-25 02:00 +02:00 = 1",
            "2026-10-25 02:00 +01:00 = 1",
            "2026-10-25 03:00 +01:00 = 1");
  }

  @Test
  void lordHowesClockChangesByHalfAnHour() {
    assertThat(lengths("2026-04-05T01:00", "2026-04-05T03:00", By.hour, "Australia/Lord_Howe", 15))
        .containsExactly(
            "2026-04-05 01:00 +11:00 = 4",
            "2026-04-05 01:30 +10:30 = 2",
            "2026-04-05 02:00 +10:30 = 4");
    assertThat(lengths("2026-10-04T01:00", "2026-10-04T04:00", By.hour, "Australia/Lord_Howe", 15))
        .containsExactly(
            "2026-10-04 01:00 +10:30 = 4",
            "2026-10-04 02:30 +11:00 = 2",
            "2026-10-04 03:00 +11:00 = 4");
    assertThat(lengths("2026-04-05", "2026-04-06", By.day, "Australia/Lord_Howe", 15))
        .containsExactly("2026-04-05 = 98");
  }

  @Test
  void weeksBeginOnMondayAndHaveTheNumberOfIso() {
    assertThat(lengths("2026-12-21", "2027-01-18", By.week, "Europe/Zurich", 60))
        .containsExactly("2026-W52 = 168", "2026-W53 = 168", "2027-W01 = 168", "2027-W02 = 168");
    // Sunday and one Monday: the first and the last week are shorter.
    assertThat(lengths("2026-03-29", "2026-04-07", By.week, "Europe/Zurich", 60))
        .containsExactly("2026-W13 = 23", "2026-W14 = 168", "2026-W15 = 24");
  }

  @Test
  void monthsHaveTheirDays() {
    assertThat(lengths("2026-02-01", "2026-05-01", By.month, "Europe/Zurich", 60))
        .containsExactly("2026-02 = 672", "2026-03 = 743", "2026-04 = 720");
  }

  @Test
  void aDateThatDoesNotExistIsNoRow() {
    assertThat(lengths("2011-12-29", "2012-01-01", By.day, "Pacific/Apia", 60))
        .containsExactly("2011-12-29 = 24", "2011-12-31 = 24");
  }

  @Test
  void aClockThatGoesBackToTheDayBeforeLosesNothing() {
    // At 00:01 on the 1st of November 2009, St. John's clocks were set to 23:01 of the 31st.
    assertThat(lengths("2009-10-31", "2009-11-03", By.day, "America/St_Johns", 15))
        .containsExactly("2009-10-31 = 96", "2009-11-01 = 100", "2009-11-02 = 96");
    SeriesRange again = range("2009-10-31T23:30-03:30", "2009-11-02", By.day, "America/St_Johns");
    assertThat(again.periods()).extracting(Period::label).containsExactly("2009-10-31");
  }

  @Test
  void anHourEndsWhereTheClockIsChangedWithinIt() {
    assertThat(lengths("2009-10-31T23:00", "2009-11-01T01:00", By.hour, "America/St_Johns", 1))
        .containsExactly(
            // The clock was changed a minute after midnight.
            "2009-10-31 23:00 -02:30 = 60",
            "2009-11-01 00:00 -02:30 = 1",
            "2009-10-31 23:01 -03:30 = 59",
            "2009-11-01 00:00 -03:30 = 60");
  }

  @ParameterizedTest
  @EnumSource
  void rowsOfEveryZoneAreAdjacent(By by) throws Exception {
    SplittableRandom seeds = new SplittableRandom(20_260_601 + by.ordinal());
    for (String zone : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      Seed.with(seeds.nextLong(), random -> checkZone(ZoneId.of(zone), by, random));
    }
  }

  private static void checkZone(ZoneId zone, By by, SplittableRandom random) {
    // Years of the past as well: offsets were no multiple of a quarter in some zones.
    long fromMs = random.nextLong(0, Instant.parse("2085-01-01T00:00:00Z").toEpochMilli());
    int days = by == By.hour ? 20 : 400;
    long toMs = fromMs + 1 + random.nextLong(Duration.ofDays(days).toMillis());
    SeriesRange range =
        new SeriesRange(
            Instant.ofEpochMilli(fromMs).atZone(zone), Instant.ofEpochMilli(toMs).atZone(zone), by);
    ZonedDateTime at = range.from();
    List<String> labels = new ArrayList<>();
    for (Period period : range.periods()) {
      boolean adjacent = period.from().equals(at) && period.from().isBefore(period.to());
      boolean oneOffset =
          by != By.hour || period.to().minusNanos(1).getOffset().equals(period.from().getOffset());
      if (!adjacent || !oneOffset) {
        throw new AssertionError(zone + " by " + by + ": " + period + " after " + at);
      }
      labels.add(period.label());
      at = period.to();
    }
    assertThat(at).isEqualTo(range.to());
    assertThat(labels).as("%s by %s", zone, by).hasSize(new HashSet<>(labels).size());
  }

  @Test
  void withoutTimesItIsTheSevenDaysBeforeTodayAndTodayWithThisHour() {
    SeriesRange range = range(null, null, By.day, "Europe/Zurich");
    assertThat(range.from()).isEqualTo(ZonedDateTime.parse("2026-06-03T00:00+02:00"));
    assertThat(range.to().toInstant()).isEqualTo(Instant.parse("2026-06-10T13:00:00Z"));
    assertThat(range.periods()).hasSize(8);
    assertThat(range(null, "2026-06-02", By.day, "UTC").from().toLocalDate())
        .isEqualTo(LocalDate.parse("2026-05-26"));
  }

  @Test
  void anOffsetTellsTwoTimesOfOneNameApart() {
    String zone = "Europe/Zurich";
    assertThat(range("2026-10-25T02:00", "2026-10-26", By.day, zone).from().toInstant())
        .isEqualTo(Instant.parse("2026-10-25T00:00:00Z"));
    assertThat(range("2026-10-25T02:00+01:00", "2026-10-26", By.day, zone).from().toInstant())
        .isEqualTo(Instant.parse("2026-10-25T01:00:00Z"));
    assertThat(range("2026-10-25T02:00Z", "2026-10-26", By.day, zone).from().getHour())
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
          2026-06-02          | 2026-06-01 | expected --from before --to, got 2026-06-02T00:00Z and 2026-06-01T00:00Z;
          1969-12-31          | 2026-06-02 | --from: expected 1970 or later
          2026-06-01          | +10000-06-02 | --to: expected 2089-08-14T16:00:00Z or earlier
          """)
  void aTimeThatIsNoneIsNamedWithTheFormThatIsExpected(String from, String to, String message) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> range(from, to, By.day, "UTC"))
        .withMessageContaining(message);
  }

  @Test
  void moreRowsThanAnyoneReadsAreRefused() {
    SeriesRange range = range("1970-01-01", "2026-01-01", By.hour, "UTC");
    assertThatIllegalArgumentException()
        .isThrownBy(range::periods)
        .withMessageContaining("at most 100000 rows");
    assertThat(range("1970-01-01", "2026-01-01", By.day, "UTC").periods()).hasSize(20_454);
  }
}
