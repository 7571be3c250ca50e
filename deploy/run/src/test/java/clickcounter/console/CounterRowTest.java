package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ids.Gap;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.CounterReading;
import java.util.List;
import org.junit.jupiter.api.Test;

class CounterRowTest {
  private static final long NOW_MS = 1_800_000_000_000L;

  @Test
  void eventsThatAreMissingForLessThanAMinuteAreUnderWay() {
    List<Gap> gaps =
        List.of(new Gap(3, 4, NOW_MS - 60_000, null), new Gap(7, 9, NOW_MS - 59_999, null));
    CounterReading reading =
        new CounterReading(
            "hostA-1", GapList.of(12, gaps, null), false, NOW_MS, new LongRanges(), 1, 9, null);

    CounterRow row = CounterRow.of(reading, NOW_MS);

    assertThat(row.missing()).isEqualTo(2);
    assertThat(row.underWay()).isEqualTo(3);
    assertThat(row.oldestGapMs()).isEqualTo(60_000);
    assertThat(row.gaps()).containsExactly(new long[] {3, 4});
  }
}
