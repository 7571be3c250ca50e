package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.Close;
import clickcounter.event.EventWriter;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.traffic.Generator;
import clickcounter.traffic.Generator.EventSinkOfDay;
import clickcounter.traffic.GeneratorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What stays on disks and in Riak, after a year of the intended load: the table of
 * topology/CAPACITY.md. The sizes of single things are those of a small load, a three hundredth,
 * with as many events of each ad and each counter.
 */
class GrowthTest {
  private static final Path PAGE = Path.of("../topology/CAPACITY.md");
  private static final String HEAD =
      "| what | what takes it away | size of each | after a year |\n| --- | --- | --- | --: |\n";

  /** Compressed files differ a little between versions of zlib. */
  private static final double TOLERANCE = 0.1;

  private static final long ADS = 650_000;
  private static final long EVENTS_A_DAY = 4_500_000;
  private static final long COUNTERS_A_DAY = 1_000;
  private static final int EVENTS_A_COUNTER = 4_500;
  private static final long DAYS = 365;

  /** Counters wait for 90 days until they are entered, and one more. */
  private static final long LISTED = COUNTERS_A_DAY * (90 + 1);

  /** A file an hour. */
  private static final long FILES_OF_A_SERVICE = 24 * DAYS;

  /** An audit's page lists no more. */
  private static final int SMALL_DAYS = 8;

  private static final int SMALL_COUNTERS_A_DAY = 3;
  private static final int SMALL_EVENTS_A_DAY = SMALL_COUNTERS_A_DAY * EVENTS_A_COUNTER;
  private static final int SMALL_ADS = (int) (SMALL_EVENTS_A_DAY * ADS / EVENTS_A_DAY);

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private final Map<String, List<String>> lines = new TreeMap<>();
  private Path plain;
  private Path packed;

  /**
   * A row of the table.
   *
   * @param bytes of one, measured
   * @param unit of what there are many
   * @param count how many there are after a year
   */
  private record Row(String what, String goes, double bytes, String unit, long count) {
    /** With this size of one instead of the measured one. */
    String text(long eachBytes) {
      return "| %s | %s | %s bytes %s | %s |\n"
          .formatted(what, goes, number(eachBytes), unit, size(eachBytes * count));
    }

    /** Two digits: more would pretend that every load is this one. */
    long rounded() {
      long step = Math.max(1, (long) Math.pow(10, Math.floor(Math.log10(bytes)) - 1));
      return Math.round(bytes / step) * step;
    }

    private static String number(long number) {
      return String.format(Locale.ROOT, "%,d", number);
    }

    private static String size(long bytes) {
      if (bytes < 1_000_000_000L) {
        return Math.max(1, Math.round(bytes / 1e6)) + " MB";
      }
      return String.format(Locale.ROOT, bytes < 10e9 ? "%.1f GB" : "%.0f GB", bytes / 1e9);
    }
  }

  @BeforeEach
  void smallDays() throws IOException {
    for (int day = 0; day < SMALL_DAYS; day++) {
      Generator.generate(
          GeneratorSettings.defaults()
              .withSize(SMALL_EVENTS_A_DAY, SMALL_ADS, SMALL_COUNTERS_A_DAY)
              .withFaults(0, 0, 1)
              .withSeed(day)
              .withStart(GeneratorSettings.DEFAULT_START.plus(Duration.ofDays(day))),
          new EventSinkOfDay() {
            @Override
            public void archived(String counterId, long sequence, String line) {
              // As long as the ids of EventLog.
              String id = counterId + "-k3f9xq";
              lines
                  .computeIfAbsent(id, any -> new ArrayList<>())
                  .add(line.replace(counterId + ":", id + ":"));
            }

            @Override
            public void queued(String line) {}
          });
    }
    lines.forEach(GrowthTest::close);
    plain = directory.resolve("plain");
    packed = directory.resolve("packed");
    for (Map.Entry<String, List<String>> counter : lines.entrySet()) {
      writeHours(counter.getKey(), counter.getValue());
      tool.counting.receive(counter.getValue());
    }
    tool.counting.write();
  }

  private static void close(String counterId, List<String> written) {
    if (!written.get(written.size() - 1).contains("\"close\"")) {
      long endMs = GeneratorSettings.DEFAULT_START.plus(Duration.ofDays(SMALL_DAYS)).toEpochMilli();
      written.add(EventWriter.toLine(new Close(counterId, written.size(), endMs)));
    }
  }

  /** A service has a file for each hour of its day. */
  private void writeHours(String counterId, List<String> written) throws IOException {
    int linesAnHour = written.size() / 24 + 1;
    for (int hour = 0; hour * linesAnHour < written.size(); hour++) {
      List<String> ofHour =
          written.subList(hour * linesAnHour, Math.min(written.size(), (hour + 1) * linesAnHour));
      String name = "%s-%02d.ndjson".formatted(counterId, hour);
      EventFiles.write(plain.resolve(name), ofHour);
      EventFiles.write(packed.resolve(name + ".gz"), ofHour);
    }
  }

  private long events() {
    return lines.values().stream().mapToLong(List::size).sum();
  }

  private Result run(Object... words) {
    Result result = tool.run(words);
    assertThat(result.status()).as("%s: %s", List.of(words), result.err()).isZero();
    return result;
  }

  private static double bytesBelow(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private double meanDocument(String bucket) {
    return tool.counting.store.contents().entrySet().stream()
        .filter(entry -> entry.getKey().bucket().equals(bucket))
        .mapToInt(entry -> entry.getValue().get(0).bytes().length)
        .average()
        .orElseThrow();
  }

  private List<StoredValue> values(String bucket, List<String> keys) {
    return keys.stream()
        .map(key -> tool.counting.store.values(new DocumentKey(bucket, key)))
        .filter(siblings -> !siblings.isEmpty())
        .map(siblings -> siblings.get(0))
        .toList();
  }

  private double listedBytes() throws UnreadableDocument {
    List<DirectoryDocument> all = new ArrayList<>();
    for (StoredValue value : values(DocumentKey.DIRECTORY, DirectoryDocument.keys())) {
      all.add(DirectoryDocument.read(value.contentType(), value.bytes()));
    }
    DirectoryDocument whole = DirectoryDocument.union(all);
    return (double) whole.toBytes().length / whole.counterIds().size();
  }

  private double retiredBytes() throws UnreadableDocument {
    tool.now = tool.now.plus(Duration.ofDays(100));
    run("counters", "retire");
    tool.now = tool.now.plus(Duration.ofDays(1));
    run("counters", "retire");
    assertThat(values(DocumentKey.COUNTERS, List.copyOf(lines.keySet()))).isEmpty();
    List<RetiredDocument> all = new ArrayList<>();
    for (StoredValue value : values(DocumentKey.RETIRED, RetiredDocument.keys())) {
      all.add(RetiredDocument.read(value.contentType(), value.bytes()));
    }
    RetiredDocument whole = RetiredDocument.union(all);
    assertThat(whole.byId()).hasSameSizeAs(lines);
    return (double) whole.toBytes().length / lines.size();
  }

  private double tableBytes() throws IOException {
    Path table = directory.resolve("table");
    run("archive", "import", "--set", "ops.table=" + table, packed);
    return bytesBelow(table) / events();
  }

  private double positionBytes() throws IOException {
    Path position = directory.resolve("position");
    run("archive", "ship", "--once", "--position", position, plain);
    tool.queue.clear();
    try (Stream<Path> files = Files.list(plain)) {
      return (double) Files.size(position) / files.count();
    }
  }

  private List<Row> rows() throws IOException, UnreadableDocument {
    long year = EVENTS_A_DAY * DAYS;
    double ads = meanDocument(DocumentKey.ADS);
    double counters = meanDocument(DocumentKey.COUNTERS);
    double listed = listedBytes();
    double written = bytesBelow(plain) / events();
    double compressed = bytesBelow(packed) / events();
    double table = tableBytes();
    double position = positionBytes();
    double retired = retiredBytes();
    return List.of(
        new Row("documents of ads", "nothing", ads, "an ad", ADS),
        new Row(
            "documents of counters",
            "`counters retire`, run daily, after 90 days",
            counters,
            "a counter",
            LISTED),
        new Row("directory of counters", "the same", listed, "a counter", LISTED),
        new Row(
            "retired counters",
            "nothing: their archives would count again",
            retired,
            "a counter",
            COUNTERS_A_DAY * DAYS - LISTED),
        new Row(
            "archives",
            "you; audit and recount of an ad need all its events",
            written,
            "an event",
            year),
        new Row("archives as `.gz`", "the same", compressed, "an event", year),
        new Row("table of archives", "you; `archive import` rebuilds it", table, "an event", year),
        new Row(
            "ship's position file",
            "`ship`, after the file",
            position,
            "a file, 24 a day",
            FILES_OF_A_SERVICE));
  }

  /** The size of one that the page has. */
  private static long onPage(Row row, String page) {
    Matcher found =
        Pattern.compile(Pattern.quote("| " + row.what + " | ") + "[^|]*\\| ([\\d,]+) bytes ")
            .matcher(page);
    return found.find() ? Long.parseLong(found.group(1).replace(",", "")) : 0;
  }

  private static boolean isNear(Row row, long bytes) {
    return Math.abs(row.bytes - bytes) <= TOLERANCE * row.bytes + 0.5;
  }

  @Test
  void thePageSaysWhatTakesEachThingAwayAndWhatAYearMakes() throws Exception {
    List<Row> rows = rows();
    String page = Files.readString(PAGE);
    String expected =
        HEAD
            + rows.stream()
                .map(
                    row -> {
                      long bytes = onPage(row, page);
                      return row.text(isNear(row, bytes) ? bytes : row.rounded());
                    })
                .collect(Collectors.joining());
    if (Boolean.getBoolean("clicks.write")) {
      int begin = page.indexOf(HEAD);
      int end = page.indexOf("\n\n", begin) + 1;
      Files.writeString(PAGE, page.substring(0, begin) + expected + page.substring(end));
    }
    assertThat(page)
        .as("to write the page: mvn -pl logs-replay verify -Dtest=GrowthTest -Dclicks.write=true")
        .contains(expected);
  }
}
