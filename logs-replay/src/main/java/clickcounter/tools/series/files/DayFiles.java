package clickcounter.tools.series.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.List;

/**
 * The files of one finished day of UTC: {@code DIR/2026-06-01/}. All are CSV (RFC 4180, UTF-8, a
 * header, lines end with LF), those named {@code .gz} packed with gzip. {@code SeriesFilesTest}
 * reads this example.
 *
 * <pre>
 * hours.csv.gz     ad,hour,impressions,clicks,cost_micros,invalid
 *                  m123456,2026-06-01T14:00Z,112,2,240000,5
 * index.csv        ad,offset
 *                  m123456,48
 * ads.csv.gz       ad,impressions,clicks,cost_micros,invalid
 *                  m123456,632,3,360000,5
 * totals.csv       hour,impressions,clicks,cost_micros,invalid
 *                  2026-06-01T14:00Z,112,2,240000,5
 * counters.csv     counter,first,last,counted
 *                  hostA-20260601_000000-k3f9xq,0,911,"0+633,2+276"
 * </pre>
 *
 * <p>Clicks and costs are of the clicks that are charged, as the ads' documents count them; {@code
 * invalid} are the others, filtered or taken back. A verdict counts in the hour of its click. If it
 * was counted, and its click was not, clicks and costs of the hour may be below zero.
 *
 * <p>Rows are sorted by the ad's id (as {@link String#compareTo} does), then by the hour. Hours
 * without an event are absent, and so are ads. {@code hours.csv.gz} is a series of gzip members
 * (RFC 1952, section 2.2), so every tool unpacks it as one file. A member has all rows of its ads.
 * The index says at which byte each member begins, and with which ad; so the rows of one ad are
 * found by reading the index and one member. If it is named {@code quarters.csv.gz}, each row of
 * the day is a quarter of an hour instead of an hour.
 *
 * <p>{@code counters.csv} says of what the day was made, see {@link CountedIds}.
 *
 * <p>The directory gets its name when all files are on the disk: a day is there as a whole or not
 * at all.
 */
record DayFiles(long day, Path directory) {
  static final List<String> HOURS_HEADER =
      List.of("ad", "hour", "impressions", "clicks", "cost_micros", "invalid");
  static final List<String> INDEX_HEADER = List.of("ad", "offset");
  static final List<String> ADS_HEADER =
      List.of("ad", "impressions", "clicks", "cost_micros", "invalid");
  static final List<String> TOTALS_HEADER =
      List.of("hour", "impressions", "clicks", "cost_micros", "invalid");
  static final List<String> COUNTERS_HEADER = List.of("counter", "first", "last", "counted");

  /** The files of a day, since the epoch, below a directory that has a directory a day. */
  static DayFiles below(Path root, long day) {
    return new DayFiles(day, root.resolve(name(day)));
  }

  /** As {@code 2026-06-01}. */
  static String name(long day) {
    return LocalDate.ofEpochDay(day).toString();
  }

  /** The day of this name, since the epoch; null for another name. */
  static Long day(String name) {
    try {
      return LocalDate.parse(name).toEpochDay();
    } catch (DateTimeParseException e) {
      return null;
    }
  }

  /** Whether each quarter of an hour is a row, instead of each hour. */
  boolean isBySlot() {
    return Files.exists(hours(true));
  }

  Path hours() {
    return hours(isBySlot());
  }

  Path hours(boolean bySlot) {
    return directory.resolve(bySlot ? "quarters.csv.gz" : "hours.csv.gz");
  }

  Path counters() {
    return directory.resolve("counters.csv");
  }

  Path index() {
    return directory.resolve("index.csv");
  }

  Path ads() {
    return directory.resolve("ads.csv.gz");
  }

  Path totals() {
    return directory.resolve("totals.csv");
  }
}
