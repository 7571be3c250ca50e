package clickcounter.tools.series;

import clickcounter.event.Dimensions;
import clickcounter.tools.table.Table;
import java.io.IOException;
import picocli.CommandLine.Option;

/** The dimension by whose values counts are split. */
final class Split {
  @Option(
      names = "--split",
      paramLabel = "DIMENSION",
      description =
          "Split the counts by the values of a dimension, such as country, from the table. (none) are events without"
              + " one; (others) are the values behind the first by clicks. A verdict has its click's")
  private String dimension;

  boolean isGiven() {
    return dimension != null;
  }

  /** Null if none is given. */
  String dimension() {
    return dimension;
  }

  /** Reads nothing. */
  void requireName() {
    if (isGiven()) {
      Dimensions.requireName(dimension);
    }
  }

  /** Makes the macro {@code dims_of}, for counted events of a time. */
  void make(Table table, SeriesRange range) throws IOException {
    table.set("split", dimension);
    table.run(
        ("CREATE OR REPLACE TEMPORARY TABLE judged AS SELECT DISTINCT clicked_counter AS counter,"
                + " clicked_sequence AS sequence FROM counted"
                + " WHERE kind IN ('invalidation', 'reinstatement') AND time_ms >= %d AND time_ms < %d")
            .formatted(range.fromMs(), range.toMs()));
    table.selectClicked();
    table.make("dims");
  }
}
