package clickcounter.tools.series;

import clickcounter.tools.series.SeriesRange.By;
import java.time.Instant;
import picocli.CommandLine.Option;

/** The time that a series covers. */
public final class SeriesTimes {
  @Option(
      names = "--from",
      paramLabel = "TIME",
      description =
          "The first moment: a date such as 2026-06-01, which is its beginning, or a time such as"
              + " 2026-06-01T14:00, both in --zone; or with an offset, such as"
              + " 2026-06-01T14:00+02:00. Default: the beginning of the day 7 days before --to")
  private String from;

  @Option(
      names = "--to",
      paramLabel = "TIME",
      description =
          "The first moment that is not of it, in the same form. Default: the end of this hour of"
              + " UTC")
  private String to;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      defaultValue = "UTC",
      description = "Time zone of IANA, such as Europe/Zurich. Default: ${DEFAULT-VALUE}")
  private String zone;

  /** Whether the first moment was given. */
  public boolean hasFrom() {
    return from != null;
  }

  /**
   * The time.
   *
   * @param now before the end of whose hour it ends, unless it was told
   * @throws IllegalArgumentException that names the option and the expected form, or when there are
   *     too many periods to print
   */
  public SeriesRange range(By by, Instant now) {
    SeriesRange range = SeriesRange.of(from, to, by, SeriesRange.zone(zone), now);
    range.periods(); // not too many
    return range;
  }
}
