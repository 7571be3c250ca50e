package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Trees;
import clickcounter.hours.HourCounts;
import clickcounter.tools.series.Slots;
import clickcounter.tools.series.files.DayWriter;
import clickcounter.tools.series.files.SeriesFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * One of the files of a finished day is damaged, packed or before it was packed. Whoever reads the
 * day is told, or reads what the file says, as another program reads it.
 */
final class DayFilesTarget implements FuzzTarget {
  private static final long DAY = LocalDate.of(2026, 6, 1).toEpochDay();
  private static final long FIRST_SLOT = Slots.firstOf(DAY);
  private static final long NEXT_SLOT = Slots.firstOf(DAY + 1);
  private static final int HOURS = 24;
  private static final int MOST_ADS = 12;

  private static final List<String> FILES =
      List.of("hours.csv.gz", "index.csv", "ads.csv.gz", "totals.csv");

  private final Path root;
  private final Path directory;

  /**
   * @param root a directory that is emptied for each input
   */
  DayFilesTarget(Path root) {
    this.root = root;
    this.directory = root.resolve(LocalDate.ofEpochDay(DAY).toString());
  }

  @Override
  public String name() {
    return "files of days";
  }

  /** Files take as long as a hundred lines. */
  @Override
  public int share() {
    return 1;
  }

  @Override
  public FuzzCase draw(Random random) {
    SortedMap<String, SortedMap<Long, HourCounts>> ads = new TreeMap<>();
    for (int i = 1 + random.nextInt(MOST_ADS); i > 0; i--) {
      ads.put("m" + random.nextInt(100), hours(random));
    }
    String file = FILES.get(random.nextInt(FILES.size()));
    boolean packed = file.endsWith(".gz");
    boolean before = packed && random.nextInt(4) > 0;
    long seed = random.nextLong();
    return new FuzzCase(
        () -> file + " of " + ads + (before ? " damaged and packed" : " damaged") + " by " + seed,
        () -> {
          write(ads);
          Path damaged = directory.resolve(file);
          damage(damaged, before, new Random(seed));
          check(ads, damaged);
        });
  }

  private static SortedMap<Long, HourCounts> hours(Random random) {
    SortedMap<Long, HourCounts> hours = new TreeMap<>();
    for (int i = 1 + random.nextInt(HOURS); i > 0; i--) {
      hours.put(
          FIRST_SLOT + (long) Slots.PER_HOUR * random.nextInt(HOURS),
          new HourCounts(1 + random.nextInt(500), 2, random.nextInt(1_000_000), random.nextInt(3)));
    }
    return hours;
  }

  private void write(SortedMap<String, SortedMap<Long, HourCounts>> ads) throws IOException {
    if (Files.exists(root)) {
      Trees.delete(root);
    }
    try (DayWriter writer = new DayWriter(root, DAY, false)) {
      for (Map.Entry<String, SortedMap<Long, HourCounts>> ad : ads.entrySet()) {
        writer.add(ad.getKey(), ad.getValue());
      }
    }
  }

  /** The header of a packed file is a member of its own, and stays where it is. */
  private static void damage(Path file, boolean beforePacking, Random random) throws IOException {
    if (!beforePacking) {
      Files.write(file, Mutator.bytes(Files.readAllBytes(file), random));
      return;
    }
    String text = text(file);
    int body = text.indexOf('\n') + 1;
    String damaged = Mutator.text(text.substring(body), random);
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    members.write(packed(text.substring(0, body)));
    members.write(packed(damaged));
    Files.write(file, members.toByteArray());
  }

  private static byte[] packed(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(UTF_8));
    }
    return bytes.toByteArray();
  }

  private static String text(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (!file.toString().endsWith(".gz")) {
      return new String(bytes, UTF_8);
    }
    try (GZIPInputStream gzip = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return new String(gzip.readAllBytes(), UTF_8);
    }
  }

  private void check(SortedMap<String, SortedMap<Long, HourCounts>> ads, Path damaged)
      throws IOException {
    SeriesFiles files = SeriesFiles.of(root);
    List<String[]> rows = rows(damaged);
    String name = damaged.getFileName().toString();
    SortedMap<Long, HourCounts> totals =
        orRefused(() -> new TreeMap<>(files.totals(FIRST_SLOT, NEXT_SLOT).counts()));
    if (name.startsWith("totals")) {
      requireSame(rows, row -> slot(row[0]), totals);
    }
    SortedMap<String, HourCounts> sums = orRefused(() -> sums(files));
    if (name.startsWith("ads")) {
      requireSame(rows, row -> row[0], sums);
    }
    for (String ad : ads.keySet()) {
      SortedMap<Long, HourCounts> hours =
          orRefused(() -> new TreeMap<>(files.hours(ad, FIRST_SLOT, NEXT_SLOT).counts()));
      if (name.startsWith("hours") && rows != null && isSorted(rows)) {
        requireSame(
            rows.stream().filter(row -> row[0].equals(ad)).toList(), row -> slot(row[1]), hours);
      }
    }
  }

  private interface Reading<T> {
    T read();
  }

  /** What was read; null if the file is refused, in words. */
  private static <T> T orRefused(Reading<T> reading) {
    try {
      return reading.read();
    } catch (NoVerdict e) {
      require(e.getMessage().contains("clicks series build"), "refused without advice: %s", e);
      return null;
    }
  }

  private static SortedMap<String, HourCounts> sums(SeriesFiles files) {
    SortedMap<String, HourCounts> sums = new TreeMap<>();
    files.forEachAd(DAY, DAY + 1, (ad, counts) -> sums.merge(ad, counts, HourCounts::plus));
    return sums;
  }

  private static <K> void requireSame(
      List<String[]> rows, Function<String[], K> key, SortedMap<K, HourCounts> read) {
    if (rows == null || read == null) {
      return;
    }
    SortedMap<K, HourCounts> expected = new TreeMap<>();
    rows.forEach(row -> expected.put(key.apply(row), counts(row)));
    if (expected.size() == rows.size()) {
      require(expected.equals(read), "the file says %s, but was read as %s", expected, read);
    }
  }

  private static HourCounts counts(String[] row) {
    return new HourCounts(
        Long.parseLong(row[row.length - 4]),
        Long.parseLong(row[row.length - 3]),
        Long.parseLong(row[row.length - 2]),
        Long.parseLong(row[row.length - 1]));
  }

  private static long slot(String hour) {
    return Slots.of(OffsetDateTime.parse(hour).toInstant().toEpochMilli());
  }

  private static boolean isSorted(List<String[]> rows) {
    List<String> ads = rows.stream().map(row -> row[0]).toList();
    return ads.stream().sorted().toList().equals(ads);
  }

  /** The rows behind the header; null if they cannot be had by splitting lines. */
  private static List<String[]> rows(Path file) {
    String text;
    try {
      text = text(file);
    } catch (IOException e) {
      return null; // It is damaged so that nothing can be unpacked.
    }
    if (text.contains("\"") || text.contains("\r")) {
      return null;
    }
    return text.lines()
        .skip(1)
        .filter(line -> !line.isEmpty())
        .map(line -> line.split(",", -1))
        .toList();
  }
}
