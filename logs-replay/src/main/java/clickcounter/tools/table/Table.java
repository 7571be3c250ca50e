package clickcounter.tools.table;

import clickcounter.event.ClockLimit;
import clickcounter.ids.LongRanges;
import clickcounter.tools.archive.FileState;
import clickcounter.tools.table.Database.Limits;
import clickcounter.tools.table.Manifest.Contents;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The table of archives, open for questions in SQL. Its views are {@code events}, {@code bad},
 * {@code files}, {@code counter_days} and {@code twice}, in the state after the last import that
 * ended; an import does not change them while they are open. Temporary tables may be made beside
 * them.
 */
public final class Table extends Database {
  private final TableDirectory directory;
  private final Contents shown;
  private final Path temporary;
  private final FileChannel lock;

  private Table(
      TableDirectory directory, Contents shown, Path temporary, Limits limits, FileChannel lock)
      throws IOException {
    super(temporary, limits);
    this.directory = directory;
    this.shown = shown;
    this.temporary = temporary;
    this.lock = lock;
  }

  /**
   * Opens a table.
   *
   * @throws IOException if there is none, or no import of it has ended
   */
  public static Table open(Path root) throws IOException {
    return open(root, Limits.standard());
  }

  static Table open(Path root, Limits limits) throws IOException {
    TableDirectory directory = new TableDirectory(root);
    FileChannel lock = directory.lockForQuestion();
    try {
      Contents shown = Manifest.read(directory.manifest()).shown();
      if (shown.files() == null) {
        throw new IOException(
            directory.root()
                + ": expected a table, but no import has ended. Run clicks archive import");
      }
      Path temporary = Files.createTempDirectory("clicks-table");
      Table table = new Table(directory, shown, temporary, limits, lock);
      table.makeViews();
      return table;
    } catch (IOException | RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  private void makeViews() throws IOException {
    make("texts");
    makeView("events", Rows.EVENT_COLUMNS, files(shown.events().values()));
    makeView("bad", Rows.BAD_COLUMNS, directory.at(shown.bad()));
    makeView("files", KnownFiles.COLUMNS, directory.at(List.of(shown.files())));
    makeView(
        "counter_days", Import.COUNTER_DAY_COLUMNS, directory.at(shown.counted().subList(0, 1)));
    makeView("twice", Import.TWICE_COLUMNS, directory.at(shown.counted().subList(1, 2)));
    make("counter-totals");
  }

  private void makeView(String name, String columns, List<Path> files) throws IOException {
    if (files.isEmpty()) {
      run("CREATE TABLE " + name + " (" + columns + ")");
    } else {
      run("CREATE VIEW " + name + " AS FROM " + parquet(files));
    }
  }

  /** When the import began whose state this is, ms since the epoch. */
  public long importedAtMs() {
    return shown.importedAtMs();
  }

  /**
   * Asks which files were not read to their end. One that is gone, or has another name now, is left
   * out: it may have been read to its end since.
   */
  public void askFiles(RowSink rows) throws IOException {
    ask(
        "check-files",
        row -> {
          if (Files.exists(Path.of(row.getString("file")))) {
            rows.row(row);
          }
        });
  }

  /**
   * The files in which more may stand than could be read, and why. The half line at the end of a
   * file that is still being written hides nothing.
   */
  public List<String> brokenOff() throws IOException {
    List<String> files = new ArrayList<>();
    askFiles(
        row -> {
          if (!row.getString("kind").equals(FileState.HALF_LINE)) {
            files.add(row.getString("file") + ": " + row.getString("detail"));
          }
        });
    return files;
  }

  /** Asks for ranges of numbers: the columns {@code counter}, {@code first} and {@code last}. */
  public SortedMap<String, LongRanges> askRanges(String question) throws IOException {
    SortedMap<String, LongRanges> ranges = new TreeMap<>();
    ask(
        question,
        row ->
            ranges
                .computeIfAbsent(row.getString("counter"), id -> new LongRanges())
                .addRange(row.getLong("first"), row.getLong("last")));
    return ranges;
  }

  /** Sets which times of events are counted, and when. */
  public void setTimes(ClockLimit times) throws IOException {
    set("earliest_ms", times.earliestMs());
    set("now_ms", times.nowMs());
    set("most_ahead_ms", times.maxAheadMs());
  }

  /**
   * For a command that needs every line of every file.
   *
   * @param state what was changed until now, a sentence for the message
   * @throws IOException naming the first file that could not be read to its end
   */
  public void requireWhole(String state) throws IOException {
    List<String> files = brokenOff();
    if (!files.isEmpty()) {
      throw new IOException(
          ("expected files that can be read to their end, found %d that cannot, the first is %s."
                  + " %s. Is it still being written or copied? Run it again when all files are whole")
              .formatted(files.size(), files.get(0), state));
    }
  }

  /**
   * Makes a view of the events of some days. Only their files are read.
   *
   * @param days a query of their names
   */
  public void selectDays(String name, String days) throws IOException {
    List<Path> files = new ArrayList<>();
    for (String day : texts(days)) {
      files.addAll(directory.at(shown.ofDay(day)));
    }
    String source = files.isEmpty() ? "events LIMIT 0" : parquet(files);
    run("CREATE OR REPLACE TEMPORARY VIEW " + name + " AS FROM " + source);
  }

  /**
   * Makes the view {@code clicked_event}: the events of all days in which clicks of the temporary
   * table {@code judged} may be.
   */
  public void selectClicked() throws IOException {
    selectDays(
        "clicked_event",
        "SELECT DISTINCT day FROM counter_days AS day JOIN judged ON judged.counter = day.counter"
            + " AND judged.sequence BETWEEN day.first AND day.last");
  }

  /** Makes a temporary table of ranges of numbers: {@code counter}, {@code first}, {@code last}. */
  public void putRanges(String name, Map<String, LongRanges> ranges) throws IOException {
    put(name, "counter VARCHAR, first BIGINT, last BIGINT", ranges(ranges));
  }

  /** Makes the temporary table {@code periods}, each from one of these times to before the next. */
  public void putPeriods(NavigableSet<Long> times) throws IOException {
    put(
        "periods",
        "from_ms BIGINT, to_ms BIGINT",
        times.headSet(times.last()).stream().map(from -> new Object[] {from, times.higher(from)}));
  }

  public interface RowSink {
    void row(ResultSet row) throws SQLException;
  }

  public interface RowReader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /**
   * Asks a question, and passes the answer on as it comes: it may be larger than memory. Nothing
   * else may be asked before the stream is closed.
   */
  public <T> Stream<T> stream(String question, RowReader<T> reader) throws IOException {
    try {
      Statement statement = connection().createStatement();
      statement.execute("SET jdbc_stream_results = true");
      ResultSet rows = statement.executeQuery(sql(question));
      return Stream.iterate(next(rows, reader), Objects::nonNull, last -> next(rows, reader))
          .onClose(() -> end(rows, statement));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  /** Null after the last row. */
  private static <T> T next(ResultSet rows, RowReader<T> reader) {
    try {
      return rows.next() ? reader.read(rows) : null;
    } catch (SQLException e) {
      throw new UncheckedIOException(failed(e));
    }
  }

  private static void end(ResultSet rows, Statement statement) {
    try (statement) {
      rows.close();
      statement.execute("SET jdbc_stream_results = false");
    } catch (SQLException e) {
      throw new UncheckedIOException(failed(e));
    }
  }

  /** Opens a table, which may be imported before. */
  public interface Source {
    Table open() throws IOException;
  }

  /** Asks something, or changes files. */
  public interface Action {
    void run() throws IOException;
  }

  /**
   * Leaves only those days of UTC in the view {@code events} that a time is in: the files of others
   * are not looked at any more. Questions have to say which times they want all the same.
   *
   * @param toMs exclusive
   */
  public void keepDays(long fromMs, long toMs) throws IOException {
    // Behind the last day.
    List<Path> files = files(shown.events().subMap(day(fromMs), day(toMs) + "~").values());
    // Without files, the statistics of all days say that they have nothing of it.
    if (!files.isEmpty()) {
      run("CREATE OR REPLACE VIEW events AS FROM " + parquet(files));
    }
  }

  private static String day(long timeMs) {
    return Instant.ofEpochMilli(timeMs).atOffset(ZoneOffset.UTC).toLocalDate().toString();
  }

  private List<Path> files(Collection<List<String>> days) {
    return days.stream().flatMap(List::stream).map(directory::at).toList();
  }

  /**
   * Makes a temporary table with all numbers and times of some counters. Only their days are read.
   *
   * @param counters a query of their names
   */
  public void selectEvents(String name, String counters) throws IOException {
    run("CREATE OR REPLACE TEMPORARY TABLE selected AS " + counters);
    selectDays(
        "selected_day", "SELECT DISTINCT day FROM counter_days SEMI JOIN selected USING (counter)");
    String events =
        "SELECT counter, sequence, min(time_ms) AS time_ms FROM selected_day"
            + " SEMI JOIN selected USING (counter) GROUP BY ALL";
    run("CREATE OR REPLACE TEMPORARY TABLE " + name + " AS " + events);
  }

  @Override
  public void close() throws IOException {
    try (FileChannel held = lock) {
      super.close();
      Files.deleteIfExists(temporary);
    }
  }
}
