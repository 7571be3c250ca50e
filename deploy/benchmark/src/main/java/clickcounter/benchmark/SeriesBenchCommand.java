package clickcounter.benchmark;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.cli.ToolCommand;
import clickcounter.cli.Trees;
import clickcounter.document.AdHours;
import clickcounter.document.HourCounts;
import clickcounter.document.Quarters;
import clickcounter.tools.Texts;
import clickcounter.tools.series.files.DayWriter;
import clickcounter.tools.series.files.HoursInOrder;
import clickcounter.tools.series.files.Ranking;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "bench-series",
    hidden = true,
    mixinStandardHelpOptions = true,
    description = {
      "Measures the files of finished days: how large they are, and how long it takes to write them,",
      "to find one ad, to rank all ads, and to read every hour as the audit does. The files are made",
      "up. Their counts are those of an average day: 208 events an ad, most of them in 20 hours.",
      "Needs 3 GB of disk for a month of 650,000 ads."
    },
    footerHeading = "%nExample:%n",
    footer = "  clicks bench-series --dir /tmp/series --ads 650000 --days 30")
final class SeriesBenchCommand extends ToolCommand {
  private static final long FIRST_DAY = LocalDate.of(2026, 6, 1).toEpochDay();
  private static final int HOURS_WITHOUT_EVENTS = 4;
  private static final int LOOKUPS = 200;

  @Option(names = "--dir", paramLabel = "DIR", required = true, description = "A new directory")
  private Path directory;

  @Option(names = "--ads", paramLabel = "N", defaultValue = "650000", description = "Ads")
  private int ads;

  @Option(names = "--days", paramLabel = "N", defaultValue = "30", description = "Days")
  private int days;

  @Option(names = "--seed", paramLabel = "S", defaultValue = "1", description = "Seed")
  private long seed;

  SeriesBenchCommand(Terminal terminal) {
    super(terminal);
  }

  private interface Work {
    void run() throws IOException;
  }

  @Override
  protected int run() throws IOException {
    requireAtLeast("--ads", ads, 1);
    requireAtLeast("--days", days, 1);
    Trees.claim(directory);
    try {
      measure(new SplittableRandom(seed));
    } finally {
      Trees.deleteOurs(directory);
    }
    return ExitCode.OK;
  }

  private void measure(SplittableRandom random) throws IOException {
    double writeS = seconds(() -> write(random));
    print("%s ads, %s days; %d MB a day%n", Texts.number(ads), days, bytes() / days / 1_000_000);
    print("  write a day                    %8.1f s%n", writeS / days);
    SeriesFiles files = SeriesFiles.of(directory);
    lookups(files, random);
    double totalsS = seconds(() -> files.totals(quarter(0), quarter(days)));
    print("  all ads together, all days     %8.1f ms%n", totalsS * 1e3);
    double rankS =
        seconds(() -> Ranking.of(files, FIRST_DAY, FIRST_DAY + days, HourCounts::costMicros, 20));
    print("  rank all ads, all days         %8.1f s%n", rankS);
    print("  read every hour of a day       %8.1f s%n", seconds(() -> readAll(files)) / days);
  }

  private static long quarter(long day) {
    return Quarters.firstOf(FIRST_DAY + day);
  }

  private void write(SplittableRandom random) throws IOException {
    try (Progress progress = Progress.of(terminal, "bench-series", "days", days)) {
      for (int day = 0; day < days; day++) {
        try (DayWriter writer = new DayWriter(directory, FIRST_DAY + day)) {
          for (int ad = 0; ad < ads; ad++) {
            writer.add(adId(ad), hours(day, random));
          }
        }
        progress.step(1);
      }
    }
  }

  /** Ids of one length, so that their order is that of their numbers. */
  private static String adId(int number) {
    return "m" + (10_000_000 + number);
  }

  private static AdHours hours(int day, SplittableRandom random) {
    AdHours hours = new AdHours();
    for (int hour = HOURS_WITHOUT_EVENTS; hour < 24; hour++) {
      int clicks = random.nextInt(4) == 0 ? 1 : 0;
      hours.add(
          quarter(day) + hour * Quarters.PER_HOUR,
          new HourCounts(random.nextInt(1, 20), clicks, clicks * 120_000L));
    }
    return hours;
  }

  private void lookups(SeriesFiles files, SplittableRandom random) {
    double[] ms = new double[LOOKUPS];
    for (int i = 0; i < LOOKUPS; i++) {
      String adId = adId(random.nextInt(ads));
      long startNs = System.nanoTime();
      int found = files.hours(adId, quarter(0), quarter(days)).size();
      ms[i] = (System.nanoTime() - startNs) / 1e6;
      if (found == 0) {
        throw new IllegalStateException("no hour of " + adId + " was found");
      }
    }
    print("  one ad, all days: the first    %8.1f ms%n", ms[0]);
    Arrays.sort(ms);
    print("  one ad, all days: p50          %8.1f ms%n", ms[LOOKUPS / 2]);
    print("  one ad, all days: p99          %8.1f ms%n", ms[LOOKUPS * 99 / 100]);
  }

  private void readAll(SeriesFiles files) throws IOException {
    try (HoursInOrder hours = files.hoursInOrder()) {
      for (int ad = 0; ad < ads; ad++) {
        hours.hours(adId(ad));
      }
    }
  }

  private long bytes() throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static double seconds(Work work) throws IOException {
    long startNs = System.nanoTime();
    work.run();
    return (System.nanoTime() - startNs) / 1e9;
  }

  private void print(String format, Object... values) {
    terminal.out().printf(Locale.ROOT, format, values);
  }
}
