package clickcounter.tools.series;

import clickcounter.cli.Columns;
import clickcounter.tools.table.Table;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * How the clicks of a time are distributed over the values of a dimension, beside those of the time
 * before it: a click counts half as much as one that is a half-life younger.
 *
 * @param firstMs from when on clicks count
 * @param fromMs when the time begins
 * @param toMs exclusive
 */
record Unusual(long firstMs, long fromMs, long toMs, Duration halfLife) {
  /** A click so many half-lives ago weighs less than a thousandth. */
  private static final int MOST_HALF_LIVES = 10;

  /** A value's part of the clicks; {@code usual} is a sum of weights. */
  record Part(
      String value, long clicks, double usual, double share, double usualShare, double surprise) {}

  static Unusual of(SeriesRange range, Duration halfLife) {
    long before = halfLife.multipliedBy(MOST_HALF_LIVES).toMillis();
    return new Unusual(
        Math.max(0, range.fromMs() - before), range.fromMs(), range.toMs(), halfLife);
  }

  /**
   * Those whose share moved most first.
   *
   * @param named a view with a column {@code dims}, of the ads that are asked about
   */
  List<Part> parts(Table table, String named) throws IOException {
    table.run(
        "CREATE OR REPLACE TEMPORARY VIEW asked AS SELECT * REPLACE (NULL AS ad) FROM %s"
                .formatted(named)
            + " WHERE ad IS NOT NULL AND time_ms >= %d AND time_ms < %d".formatted(firstMs, toMs));
    table.make("unusual");
    table.set("from_ms", fromMs);
    table.set("half_life_ms", halfLife.toMillis());
    return table.ask("most-unusual", Part.class);
  }

  static Columns<Part> columns(String dimension) {
    return new Columns<Part>()
        .text(dimension, "value", "value", Part::value)
        .number("clicks", "clicks", "clicks", Part::clicks)
        .decimal("usual clicks", "usual", Part::usual)
        .decimal("share", "share", Part::share)
        .decimal("usual share", "usualShare", Part::usualShare)
        .decimal("surprise", "surprise", Part::surprise);
  }
}
