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

  private static final String BACK =
      "coalesce(max(time_ms) OVER (PARTITION BY counter ORDER BY sequence"
          + " RANGE BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), time_ms) - time_ms AS back";

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
    String name = Database.text(day);
    database.run(
        """
        DELETE FROM counter_day WHERE day = %s;
        INSERT INTO counter_day
        SELECT
          counter, %s, min(sequence), max(sequence), count(*),
          count(*) FILTER (before IS DISTINCT FROM sequence), min(time_ms), max(time_ms),
          arg_max(time_ms, sequence), greatest(0, max(before_ms - time_ms) FILTER (before < sequence)),
          min(sequence) FILTER (kind = 'close')
        FROM (
          SELECT *, lag(sequence) OVER numbers AS before, lag(time_ms) OVER numbers AS before_ms
          FROM %s
          WINDOW numbers AS (PARTITION BY counter ORDER BY sequence)
        )
        GROUP BY counter
        """
            .formatted(name, name, Database.parquet(files.get(day))));
    compare(name, files);
  }

  /**
   * Looks at the counters whose numbers of this day are not all above those of earlier days, or not
   * once each in the order of their times.
   */
  private void compare(String day, SortedMap<String, List<Path>> files) throws IOException {
    database.run(
        """
        CREATE OR REPLACE TABLE mixed AS
        SELECT
          this.counter,
          other.day,
          if(other.day < this.day, this.first, other.first) AS first,
          if(other.day < this.day, other.last, this.last) AS last
        FROM counter_day AS this
        JOIN counter_day AS other USING (counter)
        WHERE this.day = %s
          AND CASE
            WHEN other.day < this.day THEN other.last >= this.first
            WHEN other.day > this.day THEN other.first <= this.last
            ELSE this.events > this.ids OR this.back_ms > 0
          END
        """
            .formatted(day));
    List<Path> others = new ArrayList<>();
    for (String other : database.texts("SELECT DISTINCT day FROM mixed WHERE day <> " + day)) {
      others.addAll(files.get(other));
    }
    if (database.number("SELECT count(*) FROM mixed") == 0) {
      return;
    }
    others.addAll(files.get(day.substring(1, day.length() - 1)));
    database.run(
        """
        CREATE OR REPLACE TABLE compared AS
        SELECT counter, sequence, time_ms, epoch_ms(time_ms)::DATE::VARCHAR AS day
        FROM %s
        JOIN (SELECT counter, min(first) AS first, max(last) AS last FROM mixed GROUP BY counter)
          USING (counter)
        WHERE sequence BETWEEN first AND last;
        INSERT INTO twice_in_day
        SELECT DISTINCT counter, sequence, day
        FROM compared
        SEMI JOIN (FROM compared SELECT counter, sequence GROUP BY ALL HAVING count(*) > 1)
          USING (counter, sequence)
        ANTI JOIN twice_in_day USING (counter, sequence, day);
        UPDATE counter_day SET back_ms = greatest(back_ms, most)
        FROM (
          SELECT counter AS of_counter, max(back) AS most
          FROM (SELECT counter, %s FROM compared)
          GROUP BY counter
        )
        WHERE counter = of_counter AND day = %s;
        DROP TABLE compared
        """
            .formatted(Database.parquet(others), BACK, day));
  }
}
