package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import clickcounter.testing.Lines;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Events ahead of the clock are rejected, whatever they are and however their line is written. */
class ClockLimitTest {
  private static final long NOW_MS = 1_383_146_743_000L;
  private static final long DAY_MS = 86_400_000L;
  private static final ClockLimit CLOCK = new ClockLimit(NOW_MS, DAY_MS);
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
    assertThat(parsed(lines(0), CLOCK).events()).as("the past has no limit").isEqualTo(all(0));
  }

  @Test
  void oneAheadSpoilsNoNeighbour() {
    List<String> lines = List.of(lines(1).get(0), lines(AHEAD_MS).get(1), lines(1).get(2));
    assertThat(parsed(lines, CLOCK).events()).containsExactly(all(1).get(0), all(1).get(2));
  }

  @Test
  void archivesAreReadWithoutAClock() {
    long last = EventLimits.MAX_TIMESTAMP_MS;
    assertThat(Lines.of(String.join("\n", lines(last))).events()).isEqualTo(all(last));
    assertThat(parsed(lines(last), new ClockLimit(NOW_MS, Long.MAX_VALUE)).rejected()).isEmpty();
  }

  @Test
  void clockBeforeTheEpochAllowsWhatIsNear() {
    assertThat(parsed(lines(0), new ClockLimit(-DAY_MS, DAY_MS)).rejected()).isEmpty();
    assertThat(parsed(lines(1), new ClockLimit(-DAY_MS, DAY_MS)).events()).isEmpty();
  }

  @Test
  void negativeLimitIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ClockLimit(0, -1))
        .withMessageContaining("maxClockAheadMs");
  }
}
