package clickcounter.tools.bill;

import clickcounter.cli.AtomicFile;
import clickcounter.cli.IoErrors;
import clickcounter.cli.LockFile;
import clickcounter.cli.Trees;
import clickcounter.event.EventLimits;
import clickcounter.tools.table.Past;
import clickcounter.tools.table.Past.Hold;
import clickcounter.tools.table.Table;
import clickcounter.tools.table.Table.RowSink;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The bills of closed months of UTC; none is closed without a root. A month's directory appears
 * when all of it is there, and never changes:
 *
 * <pre>
 * 2026-10/2026-10.parquet            a row an ad
 * 2026-10/2026-10.csv                the same
 * 2026-10/2026-10.json               the sums of all ads
 * 2026-10/2026-10.dims.csv           the same by the values of each dimension
 * 2026-10/2026-10.totals.parquet     each ad's cost and budget at the month's end
 * 2026-10/2026-10.late.parquet       events of earlier months in this bill
 * 2026-10/2026-10.counters.parquet   what was counted of each counter; a row a gap
 * months.lock                        held by the command that closes one
 * </pre>
 */
record Months(Path root) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "\\d{4}-\\d{2}";

  private static final String COUNTERS =
      "SELECT counter, next, closed, first, last, written_off FROM counters"
          + " LEFT JOIN gaps USING (counter)";

  Months {
    root = root == null ? null : root.toAbsolutePath().normalize();
  }

  static long startMs(YearMonth month) {
    return month.atDay(1).atStartOfDay().toInstant(ZoneOffset.UTC).toEpochMilli();
  }

  static long endMs(YearMonth month) {
    return startMs(month.plusMonths(1));
  }

  /**
   * Requires that events may be of a month.
   *
   * @throws IllegalArgumentException otherwise
   */
  static void requireMonth(YearMonth month) {
    if (month.getYear() < LocalDate.EPOCH.getYear()
        || endMs(month) > EventLimits.MAX_TIMESTAMP_MS) {
      throw new IllegalArgumentException("expected a month such as 2026-10, got " + month);
    }
  }

  /** All closed months in their order. */
  List<YearMonth> closed() throws IOException {
    if (root == null || Files.notExists(root)) {
      return List.of();
    }
    try (Stream<Path> entries = Files.list(root)) {
      return entries
          .map(entry -> entry.getFileName().toString())
          .filter(name -> name.matches(NAME))
          .map(YearMonth::parse)
          .sorted()
          .toList();
    }
  }

  Optional<YearMonth> newest() throws IOException {
    List<YearMonth> all = closed();
    return all.isEmpty() ? Optional.empty() : Optional.of(all.get(all.size() - 1));
  }

  Path directory(YearMonth month) {
    return root.resolve(month.toString());
  }

  private Path file(YearMonth month, String end) {
    return directory(month).resolve(month + end);
  }

  MonthSums sums(YearMonth month) throws IOException {
    Path file = file(month, ".json");
    try {
      return JSON.readValue(file.toFile(), MonthSums.class);
    } catch (IOException e) {
      throw new IOException(
          ("%s: expected the sums of a closed month (%s). Nothing was changed. Use the version of"
                  + " clicks that closed it, or copy the month's directory from your backup")
              .formatted(file, IoErrors.reason(e)),
          e);
    }
  }

  /**
   * A query's source: one of the Parquet files of a closed month.
   *
   * @throws IOException if a newer version closed it, whose files may say more
   */
  private String parquet(YearMonth month, String end) throws IOException {
    sums(month);
    return "read_parquet(" + Table.text(file(month, end).toString()) + ")";
  }

  /**
   * Makes the temporary table {@code late}: what is counted since the newest month was closed, and
   * happened before its end.
   */
  void selectLate(Table table) throws IOException {
    Optional<YearMonth> newest = newest();
    table.set("booked_ms", newest.isPresent() ? endMs(newest.get()) : 0);
    table.run(
        "CREATE OR REPLACE TEMPORARY TABLE closed_counter AS "
            + (newest.isPresent()
                ? "FROM " + parquet(newest.get(), ".counters.parquet")
                : COUNTERS + " LIMIT 0"));
    table.make("newly-counted");
    table.selectDays(
        "newly_event",
        "SELECT DISTINCT day FROM counter_days AS day JOIN newly ON newly.counter = day.counter"
            + " AND newly.first <= day.last AND newly.last >= day.first"
            + " WHERE min_ms < getvariable('booked_ms')");
    table.make("late");
  }

  /** Events of a month that cannot be summed up as they are; to be asked if nothing waits. */
  List<Hold> faults(YearMonth month, Table table) throws IOException {
    table.set("from_ms", startMs(month));
    table.set("to_ms", endMs(month));
    selectLate(table);
    List<Hold> all = new ArrayList<>();
    RowSink add =
        row -> {
          String counterId = row.getString("counter");
          long number = row.getLong("sequence");
          String text = counterId + " " + number + ": " + row.getString("text");
          all.add(new Hold(counterId, number, number, text));
        };
    table.ask("month-twice", add);
    table.make("month-judged");
    table.selectClicked();
    table.ask("month-verdicts", add);
    return all;
  }

  /** Adds to {@code late} what is in the bills of closed months. */
  void addBooked(Table table) throws IOException {
    for (YearMonth month : closed()) {
      table.run("INSERT INTO late BY NAME FROM " + parquet(month, ".late.parquet"));
    }
  }

  /**
   * Makes the temporary table {@code opening}: what each ad had cost, and its budget, before a
   * month.
   */
  private void selectOpening(Table table, YearMonth month) throws IOException {
    YearMonth before = month.minusMonths(1);
    if (closed().contains(before)) {
      table.run(
          "CREATE OR REPLACE TEMPORARY TABLE opening AS FROM "
              + parquet(before, ".totals.parquet"));
    } else {
      table.make("opening");
    }
  }

  /**
   * Writes the bill of a month, if nothing waits and there are no {@link #faults}, which were
   * asked.
   *
   * @param written is run after each step
   * @return null if nothing was ever counted before the month's end, and nothing was written
   */
  MonthSums close(YearMonth month, Past past, Runnable written) throws IOException {
    Table table = past.table();
    selectOpening(table, month);
    table.make("month");
    table.make("totals");
    table.make("dims");
    table.make("month-dims");
    table.set("month", month.toString());
    table.set("state", past.state());
    List<MonthSums> sums = table.ask("month-sums", MonthSums.class);
    if (sums.isEmpty()) {
      return null;
    }
    Path fresh = root.resolve(month + ".new");
    Trees.delete(fresh);
    Files.createDirectories(fresh);
    written.run();
    for (List<String> file :
        List.of(
            List.of("FROM month", ".parquet", "parquet"),
            List.of("FROM month", ".csv", "csv, HEADER"),
            List.of("FROM month_dims", ".dims.csv", "csv, HEADER"),
            List.of("FROM totals", ".totals.parquet", "parquet"),
            List.of("FROM late", ".late.parquet", "parquet"),
            List.of(COUNTERS, ".counters.parquet", "parquet"))) {
      Path path = fresh.resolve(month + file.get(1));
      table.copy(file.get(0), path, "FORMAT " + file.get(2));
      AtomicFile.force(path);
      written.run();
    }
    AtomicFile.replace(fresh.resolve(month + ".json"), JSON.writeValueAsBytes(sums.get(0)));
    written.run();
    AtomicFile.move(fresh, directory(month));
    written.run();
    return sums.get(0);
  }

  /**
   * Locks this directory, to close a month.
   *
   * @throws IOException if somebody else closes one
   */
  FileChannel lock() throws IOException {
    String other = root + ": another series close is at work there";
    return LockFile.lock(root.resolve("months.lock"), other);
  }
}
