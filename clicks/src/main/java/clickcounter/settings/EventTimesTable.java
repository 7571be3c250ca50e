package clickcounter.settings;

import java.util.List;

/** The settings that say which times of events are plausible: the topology rejects all others. */
public final class EventTimesTable {
  /** 2000-01-01: seconds instead of ms, and clocks that were never set, are earlier. */
  public static final Setting EARLIEST_TIMESTAMP_MS =
      Setting.number(
              "earliestTimestampMs",
              946_684_800_000L,
              0,
              Long.MAX_VALUE,
              "an event whose timestamp is earlier is rejected; ms since 1970")
          .forEmergencies();

  public static final Setting MAX_CLOCK_AHEAD_MS =
      Setting.number(
              "maxClockAheadMs",
              3_600_000,
              1_000,
              Long.MAX_VALUE,
              "how far an event's timestamp may be ahead of the worker's clock")
          .forEmergencies();

  public static final List<Setting> ROWS = List.of(EARLIEST_TIMESTAMP_MS, MAX_CLOCK_AHEAD_MS);

  private EventTimesTable() {}
}
