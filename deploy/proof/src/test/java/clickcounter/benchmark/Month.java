package clickcounter.benchmark;

import clickcounter.tools.generate.GeneratorSettings;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A generated month of 30 days: what services wrote, and the messages of its last day.
 *
 * @param services alive at the same time, each restarted once a day
 */
record Month(Path directory, long events, int ads, int services) {
  static final int DAYS = 30;
  private static final LocalDate FIRST =
      LocalDate.ofInstant(GeneratorSettings.DEFAULT_START, ZoneOffset.UTC);

  Month {
    if (services < 1 || events < DAYS || ads < 1) {
      throw new IllegalArgumentException(
          "a month: expected at least 30 events, an ad and a service, found "
              + events
              + ", "
              + ads
              + " and "
              + services);
    }
  }

  /** What makes it, but for the directory. */
  List<String> generate(Path out) {
    return List.of(
        "dev",
        "generate",
        "--out=" + out,
        "--days=" + DAYS,
        "--events=" + events,
        "--ads=" + ads,
        "--counters=" + services * DAYS,
        "--lost-hour=13");
  }

  Path archive() {
    return directory.resolve("archive");
  }

  Path queue() {
    return directory.resolve("queue.ndjson");
  }

  static YearMonth name() {
    return YearMonth.from(FIRST);
  }

  static LocalDate first() {
    return FIRST;
  }

  static LocalDate last() {
    return FIRST.plusDays(DAYS - 1L);
  }

  /** Its middle. */
  static LocalDate lost() {
    return FIRST.plusDays(DAYS / 2L);
  }

  /** A pattern of the files of these days: all end with the hour. */
  String files(Predicate<LocalDate> days) {
    String names =
        FIRST
            .datesUntil(FIRST.plusDays(DAYS))
            .filter(days)
            .map(DateTimeFormatter.BASIC_ISO_DATE::format)
            .collect(Collectors.joining(","));
    return archive() + "/*/*-{" + names + "}_[0-9][0-9].ndjson.gz";
  }

  /** An ad id as the generator makes it; hot ones have the lowest numbers. */
  static String ad(int number) {
    return "m" + (100_000 + number);
  }
}
