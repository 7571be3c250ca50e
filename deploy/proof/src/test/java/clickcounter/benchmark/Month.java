package clickcounter.benchmark;

import clickcounter.traffic.GeneratorSettings;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A generated month of 30 days: what services wrote, and the messages of its last day.
 *
 * @param services alive at the same time, each restarted once a day
 */
record Month(Path directory, long events, int ads, int services) {
  static final int DAYS = 30;
  static final LocalDate FIRST =
      LocalDate.ofInstant(GeneratorSettings.DEFAULT_START, ZoneOffset.UTC);
  static final LocalDate LAST = FIRST.plusDays(DAYS - 1L);
  static final LocalDate LOST = FIRST.plusDays(DAYS / 2L);
  static final YearMonth NAME = YearMonth.from(FIRST);

  /** A month with a directory of its own in this one. */
  static Month in(Path directory, long events, int ads, int services) {
    String name = "month-%d-%d-%d".formatted(events, ads, services);
    return new Month(directory.resolve(name), events, ads, services);
  }

  /** What makes it. */
  GeneratorSettings settings() {
    return GeneratorSettings.defaults()
        .withDays(DAYS)
        .withSize(events, ads, services * DAYS)
        .withLostHour(13)
        .withDims(true);
  }

  Path archive() {
    return directory.resolve("archive");
  }

  Path queue() {
    return directory.resolve("queue.ndjson");
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

  /** The same, as the setting of archives has them: separated by commas. */
  String patterns(Predicate<LocalDate> days) {
    return FIRST
        .datesUntil(FIRST.plusDays(DAYS))
        .filter(days)
        .map(day -> files(day::equals))
        .collect(Collectors.joining(","));
  }

  /** An ad id as the generator makes it; hot ones have the lowest numbers. */
  static String ad(int number) {
    return "m" + (100_000 + number);
  }
}
