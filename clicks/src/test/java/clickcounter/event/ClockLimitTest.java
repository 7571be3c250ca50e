package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.testing.Lines;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Implausible times are rejected, whatever the event is and however its line is written. */
class ClockLimitTest {
  private static final long NOW_MS = 1_383_146_743_000L;
  private static final long DAY_MS = 86_400_000L;
  private static final long EARLIEST_MS = 946_684_800_000L;
  private static final ClockLimit CLOCK = new ClockLimit(EARLIEST_MS, NOW_MS, DAY_MS);
  private static final long AHEAD_MS = NOW_MS + DAY_MS + 1;

  private static List<Event> all(long timestampMs) {
    return List.of(
        new AdEvent("hostA-1", 1, EventKind.IMPRESSION, "m1", timestampMs, 0),
        new AdEvent("hostA-1", 2, EventKind.CLICK, "zoë", timestampMs, 5),
        new AdEvent("hostA-1", 3, EventKind.BUDGET, "m1", timestampMs, -5),
        new Close("hostA-1", 4, timestampMs),
        new WriteOffRequest("ops-1", 0, timestampMs, false, "hostA-1", 2, 3, "disk lost"),
        new WriteOffRequest("ops-1", 1, timestampMs, true, "hostA-1", 2, 3, "found again"));
  }

  private static Lines parsed(List<String> lines, ClockLimit clock) {
    Lines found = new Lines();
    new EventParser().parse(String.join("\n", lines), clock, found);
    return found;
  }

  private static List<String> lines(long timestampMs) {
    return all(timestampMs).stream().map(EventWriter::toLine).toList();
  }

  @Test
  void everythingAheadIsRejectedAsItCameWithTimesAndSetting() {
    List<String> lines = lines(AHEAD_MS);
    Lines found = parsed(lines, CLOCK);

    assertThat(found.events()).isEmpty();
    assertThat(found.rejected()).extracting(Rejected::line).isEqualTo(lines);
    assertThat(found.rejected())
        .allSatisfy(
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.TOO_FAR_AHEAD);
              assertThat(rejected.detail())
                  .contains(
                      Long.toString(AHEAD_MS),
                      "2013-10-31T15:25:43.001Z",
                      "2013-10-30T15:25:43Z",
                      "86400000 ms",
                      "setting maxClockAheadMs");
            });
  }

  @Test
  void whatIsJustWithinTheLimitIsRead() {
    assertThat(parsed(lines(NOW_MS + DAY_MS), CLOCK).events()).isEqualTo(all(NOW_MS + DAY_MS));
    assertThat(parsed(lines(EARLIEST_MS), CLOCK).events()).isEqualTo(all(EARLIEST_MS));
  }

  @Test
  void everythingTooOldIsRejectedAsItCameWithTimeBoundAndSetting() {
    List<String> lines = lines(EARLIEST_MS - 1);
    Lines found = parsed(lines, CLOCK);

    assertThat(found.events()).isEmpty();
    assertThat(found.rejected()).extracting(Rejected::line).isEqualTo(lines);
    assertThat(found.rejected())
        .allSatisfy(
            rejected -> {
              assertThat(rejected.reason()).isEqualTo(RejectReason.TOO_OLD);
              assertThat(rejected.detail())
                  .contains(
                      "timestamp 946684799999 (1999-12-31T23:59:59.999Z) is too old",
                      "at least 946684800000 (2000-01-01T00:00:00Z",
                      "setting earliestTimestampMs")
                  .doesNotContain("seconds");
            });
  }

  @Test
  void secondsInsteadOfMsAreNamed() {
    assertThat(parsed(lines(NOW_MS / 1_000), CLOCK).rejected())
        .allSatisfy(
            rejected ->
                assertThat(rejected.detail())
                    .contains("1970-01-17T00:12:26.743Z", "seconds would be 2013-10-30T15:25:43Z"));
  }

  @Test
  void oneAheadSpoilsNoNeighbour() {
    List<String> lines =
        List.of(lines(NOW_MS).get(0), lines(AHEAD_MS).get(1), lines(NOW_MS).get(2));
    assertThat(parsed(lines, CLOCK).events())
        .containsExactly(all(NOW_MS).get(0), all(NOW_MS).get(2));
  }

  @Test
  void archivesAreReadWithoutAClock() {
    long last = EventLimits.MAX_TIMESTAMP_MS;
    assertThat(Lines.of(String.join("\n", lines(last))).events()).isEqualTo(all(last));
    assertThat(parsed(lines(last), new ClockLimit(0, NOW_MS, Long.MAX_VALUE)).rejected()).isEmpty();
  }

  @Test
  void clockBeforeTheEpochAllowsWhatIsNear() {
    assertThat(parsed(lines(0), new ClockLimit(0, -DAY_MS, DAY_MS)).rejected()).isEmpty();
    assertThat(parsed(lines(1), new ClockLimit(0, -DAY_MS, DAY_MS)).events()).isEmpty();
  }

  @Test
  void negativeLimitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClockLimit(0, 0, -1))
        .withMessageContaining("maxClockAheadMs");
  }
}
