package clickcounter.tools.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * Counts what each counter has in each day, and finds numbers that several events have. By that a
 * question knows which few counters it has to look at, however many events there are.
 *
 * <p>It makes two tables: {@code counter_day}, and {@code twice_in_day} with a row for each day in
 * which such a number stands. A day is counted again when its events changed; what it has in common
 * with another day is found by the one that is counted last.
 */
final class CounterDays {
  /**
   * {@code events}: rows; {@code ids}: different numbers; {@code last_ms}: the time of the highest
   * number; {@code back_ms}: how far the time of a number is before that of a lower one, at most;
   * {@code closed_at}: the lowest number of a close event.
   */
  static final String COLUMNS =
      "counter VARCHAR, day VARCHAR, first BIGINT, last BIGINT, events BIGINT, ids BIGINT,"
          + " min_ms BIGINT, max_ms BIGINT, last_ms BIGINT, back_ms BIGINT, closed_at BIGINT";

  static final String TWICE_COLUMNS = "counter VARCHAR, sequence BIGINT, day VARCHAR";

  private final Database database;

  private CounterDays(Database database) {
    this.database = database;
  }

  /** Takes over what was counted before; both files, or none. */
  static CounterDays read(List<Path> counted, Database database) throws IOException {
    database.run("CREATE OR REPLACE TABLE counter_day (" + COLUMNS + ")");
    database.run("CREATE OR REPLACE TABLE twice_in_day (" + TWICE_COLUMNS + ")");
    if (!counted.isEmpty()) {
      database.run("INSERT INTO counter_day FROM " + Database.parquet(counted.subList(0, 1)));
      database.run("INSERT INTO twice_in_day FROM " + Database.parquet(counted.subList(1, 2)));
    }
    return new CounterDays(database);
  }

  /** Counts a day. */
  void count(String day, SortedMap<String, List<Path>> files) throws IOException {
    database.set("day", day);
    database.set("files", files.get(day));
    database.make("count-day");
    database.make("mixed-days");
    if (database.number("SELECT count(*) FROM mixed") == 0) {
      return;
    }
    List<Path> met = new ArrayList<>(files.get(day));
    for (String other :
        database.texts("SELECT DISTINCT day FROM mixed WHERE day <> getvariable('day')")) {
      met.addAll(files.get(other));
    }
    database.set("files", met);
    database.make("compare-days");
  }
}
