package clickcounter.tools.common;

import clickcounter.tools.archive.TimeRange;
import picocli.CommandLine.Option;

/** The options that select events by their times. */
public final class EventTimes {
  @Option(
      names = "--from",
      paramLabel = "T",
      converter = InstantMs.class,
      defaultValue = "0",
      description =
          "Only events at this time or later: 2026-06-01T12:00:00Z, 2026-06-01, or "
              + "ms since 1970")
  private long fromMs;

  @Option(
      names = "--to",
      paramLabel = "T",
      converter = InstantMs.class,
      description = "Only events before this time")
  private Long toMs;

  /**
   * @throws IllegalArgumentException when there are no such times
   */
  public TimeRange range() {
    return new TimeRange(fromMs, toMs == null ? TimeRange.ALL.toMs() : toMs);
  }
}
