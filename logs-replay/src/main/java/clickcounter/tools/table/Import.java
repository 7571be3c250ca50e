package clickcounter.tools.table;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.Progress;
import clickcounter.cli.Terminal;
import clickcounter.tools.archive.ArchiveFiles;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.common.FileProgress;
import clickcounter.tools.table.Database.Limits;
import clickcounter.tools.table.Manifest.Contents;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Brings a table up to date with archive files. It reads what is new in them, a batch of lines
 * after the other, and stages each batch by day; then it merges each day that has staged events, so
 * that a day has few files and no event twice; in the end it shows all days together.
 *
 * <p>Each of these steps writes new files and then commits by replacing the manifest. If it is
 * killed, the next import goes on after the last commit. Questions see the state before it until
 * the end. An event that is read twice, from two files or since a reading was cut short, is merged
 * into one row: the merge alone decides what is twice.
 */
final class Import {
  /**
   * What each counter has in each day. By that a question knows which few counters it has to look
   * at, however many events there are. {@code events}: rows; {@code ids}: different numbers; {@code
   * last_ms}: the time of the highest number; {@code back_ms}: how far the time of a number is
   * before that of a lower one, at most; {@code closed_at}: the lowest number of a close event.
   */
  static final String COUNTER_DAY_COLUMNS =
      "counter VARCHAR, day VARCHAR, first BIGINT, last BIGINT, events BIGINT, ids BIGINT,"
          + " min_ms BIGINT, max_ms BIGINT, last_ms BIGINT, back_ms BIGINT, closed_at BIGINT";

  /** Numbers that several events have; a row for each day in which such a number stands. */
  static final String TWICE_COLUMNS = "counter VARCHAR, sequence BIGINT, day VARCHAR";

  private static final int BATCH_ROWS = 2_000_000;

  /** A day with so many files is merged into one. */
  private static final int MOST_FILES_OF_DAY = 8;

  /** A day is merged into one file, too, when this part of it is new. */
  private static final int LARGE_PART = 4;

  private final TableDirectory directory;
  private final Limits limits;
  private final int batchRows;
  private final Terminal terminal;
  private final Runnable committed;

  private Manifest manifest;
  private Database database;
  private KnownFiles known;
  private long events;
  private long bad;

  Import(Path table, Limits limits, Terminal terminal) {
    this(table, limits, BATCH_ROWS, terminal, () -> {});
  }

  /**
   * @param committed called after each step that changes a file
   */
  Import(Path table, Limits limits, int batchRows, Terminal terminal, Runnable committed) {
    this.directory = new TableDirectory(table);
    this.limits = limits;
    this.batchRows = batchRows;
    this.terminal = terminal;
    this.committed = committed;
  }

  /**
   * The result.
   *
   * @param files that were new or had grown
   * @param events lines of them that are events
   * @param bad lines of them that are none
   * @param days that were changed
   * @param brokenOff the files that could not be read to their end
   */
  record Imported(int files, long events, long bad, List<String> days, List<FileState> brokenOff) {}

  /**
   * Imports these files.
   *
   * @param nowMs the time of the state that questions see then
   * @throws IOException if another import works on the table, or it cannot be written
   */
  Imported run(ArchiveFiles found, long nowMs) throws IOException {
    try (FileChannel lock = directory.lockForImport()) { // held until the end
      directory.requireTableOrEmpty();
      commit(Manifest.read(directory.manifest()));
      directory.deleteLeftovers(manifest);
      Path temporary = Files.createDirectories(directory.at("tmp"));
      try (Database opened = new Database(temporary, limits)) {
        database = opened;
        return update(found, nowMs);
      }
    }
  }

  private Imported update(ArchiveFiles found, long nowMs) throws IOException {
    String before = manifest.coming().files();
    known = KnownFiles.read(before == null ? null : directory.at(before), database);
    List<Path> changed = new ArrayList<>();
    BatchReader reader = new BatchReader(known, limits.threads(), batchRows);
    for (Path file : found.files()) {
      if (reader.addIfChanged(file)) {
        changed.add(file);
      }
    }
    ArchiveFiles files = new ArchiveFiles(changed, List.of(), new TreeMap<>());
    try (FileProgress progress = new FileProgress(terminal, "import", files)) {
      reader.readAll(database, progress, this::stage);
    }
    List<String> days = merge();
    publish(nowMs);
    directory.deleteLeftovers(manifest);
    List<FileState> brokenOff =
        found.files().stream()
            .map(file -> known.named(FileReading.name(file)))
            .filter(FileState::isBrokenOff)
            .toList();
    return new Imported(changed.size(), events, bad, days, brokenOff);
  }

  /** Keeps the rows of a batch, together with what was read of which file. */
  private void stage() throws IOException {
    SortedMap<String, List<String>> staged = new TreeMap<>(manifest.staged());
    Path target = directory.at("staged/" + manifest.number());
    AtomicFile.makeDirectories(target);
    String rows = "(" + rows("event_") + ")";
    events += database.number("SELECT count(*) FROM " + rows);
    database.copy(
        "SELECT *, epoch_ms(time_ms)::DATE::VARCHAR AS day FROM " + rows,
        target,
        "FORMAT parquet, PARTITION_BY (day)");
    committed.run();
    for (Path file : parquetFiles(target)) {
      AtomicFile.force(file);
      String day = file.getParent().getFileName().toString().substring("day=".length());
      List<String> ofDay = new ArrayList<>(staged.getOrDefault(day, List.of()));
      ofDay.add(directory.root().relativize(file).toString());
      staged.put(day, ofDay);
    }
    List<String> badFiles = stageBad(manifest.number() + 1);
    String files = writeFiles(manifest.number() + 2);
    Contents coming = manifest.coming().with(badFiles, files);
    commit(manifest.next(3, coming, staged));
  }

  private String rows(String table) {
    return IntStream.range(0, limits.threads())
        .mapToObj(thread -> "FROM " + table + thread)
        .collect(Collectors.joining(" UNION ALL "));
  }

  private static List<Path> parquetFiles(Path directory) throws IOException {
    if (Files.notExists(directory)) {
      return List.of(); // a batch without an event
    }
    try (Stream<Path> below = Files.walk(directory)) {
      return below.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private List<String> stageBad(long number) throws IOException {
    List<String> files = new ArrayList<>(manifest.coming().bad());
    String rows = "(" + rows("bad_") + ")";
    long count = database.number("SELECT count(*) FROM " + rows);
    if (count > 0) {
      bad += count;
      files.add(write("SELECT DISTINCT * FROM " + rows + " ORDER BY ALL", "bad/" + number));
    }
    return files;
  }

  /** Writes a query's rows to a file, which is on the disk then. */
  private String write(String query, String name) throws IOException {
    String file = name + ".parquet";
    Path target = directory.at(file);
    AtomicFile.makeDirectories(target);
    database.copy(query, target, "FORMAT parquet, COMPRESSION zstd");
    AtomicFile.force(target);
    committed.run();
    return file;
  }

  private String writeFiles(long number) throws IOException {
    known.write(database);
    return write("FROM file", "files/" + number);
  }

  private void commit(Manifest next) throws IOException {
    next.commit(directory.manifest());
    manifest = next;
    committed.run();
  }

  /** Merges the days that have staged events; returns them. */
  private List<String> merge() throws IOException {
    List<String> days = List.copyOf(manifest.staged().keySet());
    try (Progress progress = Progress.of(terminal, "merge", "days", days.size())) {
      for (String day : days) {
        merge(day);
        progress.step(1);
      }
    }
    return days;
  }

  private void merge(String day) throws IOException {
    SortedMap<String, List<String>> staged = new TreeMap<>(manifest.staged());
    List<String> live = manifest.coming().ofDay(day);
    List<Path> old = directory.at(live);
    List<Path> fresh = directory.at(staged.remove(day));
    boolean isWhole =
        live.isEmpty() || live.size() >= MOST_FILES_OF_DAY || size(fresh) * LARGE_PART >= size(old);
    List<Path> read = new ArrayList<>(fresh);
    read.addAll(isWhole ? old : List.of());
    String source = Database.parquet(read);
    // Few different texts: as numbers of a type, a merge with them takes half the time.
    database.run("DROP TYPE IF EXISTS day_dims");
    database.run(
        "CREATE TYPE day_dims AS ENUM (SELECT DISTINCT dims FROM %s WHERE dims IS NOT NULL UNION SELECT '')"
            .formatted(source));
    String distinct = "SELECT DISTINCT * REPLACE (dims::day_dims AS dims) FROM " + source;
    String rows = isWhole ? distinct : distinct + isNotIn(old, fresh);
    String file =
        write(
            "FROM (" + rows + ") ORDER BY ad, time_ms, counter, sequence",
            "events/day=" + day + "/" + manifest.number());
    List<String> files = new ArrayList<>(isWhole ? List.of() : live);
    files.add(file);
    commit(manifest.next(1, manifest.coming().with(day, files), staged));
  }

  private static String isNotIn(List<Path> old, List<Path> fresh) {
    return " EXCEPT SELECT * FROM %s WHERE counter IN (SELECT counter FROM %s)"
        .formatted(Database.parquet(old), Database.parquet(fresh));
  }

  private static long size(List<Path> files) {
    return files.stream().mapToLong(file -> file.toFile().length()).sum();
  }

  /** Shows questions what was imported. */
  private void publish(long nowMs) throws IOException {
    Contents coming = manifest.coming();
    String files = writeFiles(manifest.number());
    List<String> counted = count();
    Contents shown = new Contents(nowMs, coming.events(), coming.bad(), files, counted);
    commit(new Manifest(Manifest.VERSION, manifest.number() + 2, shown, shown, manifest.staged()));
  }

  /** Counts the days again that have other events than those that are shown. */
  private List<String> count() throws IOException {
    Contents shown = manifest.shown();
    SortedMap<String, List<Path>> files = new TreeMap<>();
    manifest.coming().events().forEach((day, ofDay) -> files.put(day, directory.at(ofDay)));
    List<String> days =
        files.keySet().stream()
            .filter(day -> !manifest.coming().ofDay(day).equals(shown.ofDay(day)))
            .toList();
    if (days.isEmpty() && !shown.counted().isEmpty()) {
      return shown.counted();
    }
    List<Path> counted = directory.at(shown.counted());
    database.run("CREATE OR REPLACE TABLE counter_day (" + COUNTER_DAY_COLUMNS + ")");
    database.run("CREATE OR REPLACE TABLE twice_in_day (" + TWICE_COLUMNS + ")");
    if (!counted.isEmpty()) {
      database.run("INSERT INTO counter_day FROM " + Database.parquet(counted.subList(0, 1)));
      database.run("INSERT INTO twice_in_day FROM " + Database.parquet(counted.subList(1, 2)));
    }
    try (Progress progress = Progress.of(terminal, "count", "days", days.size())) {
      for (String day : days) {
        count(day, files);
        progress.step(1);
      }
    }
    long number = manifest.number() + 1;
    return List.of(
        write("FROM counter_day ORDER BY ALL", "counter_days/" + number),
        write("FROM twice_in_day ORDER BY ALL", "twice/" + number));
  }

  /** What a day has in common with another one is found by the one that is counted last. */
  private void count(String day, SortedMap<String, List<Path>> files) throws IOException {
    database.set("day", day);
    database.set("files", files.get(day));
    database.make("count-day");
    database.make("mixed-days");
    List<String> days = database.texts("SELECT DISTINCT day FROM mixed");
    if (!days.isEmpty()) {
      Set<String> met = new TreeSet<>(days);
      met.add(day);
      database.set("files", met.stream().flatMap(each -> files.get(each).stream()).toList());
      database.make("compare-days");
    }
  }
}
