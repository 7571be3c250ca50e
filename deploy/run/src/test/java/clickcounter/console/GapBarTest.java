package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.console.CountersPage.Range;
import java.util.List;
import org.junit.jupiter.api.Test;

class GapBarTest {
  @Test
  void aGapIsDrawnWhereItIs() {
    assertThat(GapBar.svg(1_000, 100, List.of(new Range(500, 599))))
        .contains("<rect x=\"50\" width=\"10\" height=\"12\" class=\"gap\"/>")
        .contains("100 of 1,000 missing, from 500 to 599");
  }

  @Test
  void oneMissingEventOfAMillionIsSeen() {
    assertThat(GapBar.svg(1_000_000, 1, List.of(new Range(999_999, 999_999))))
        .contains("<rect x=\"99\" width=\"1\"");
  }

  @Test
  void nearGapsAreOnePiece() {
    assertThat(
            GapBar.svg(
                100_000, 3, List.of(new Range(0, 0), new Range(10, 10), new Range(1_500, 1_500))))
        .containsOnlyOnce("class=\"gap\"");
  }

  @Test
  void aCounterWithoutGapsIsWhole() {
    assertThat(GapBar.svg(10, 0, List.of())).contains("0 of 10 missing").doesNotContain("gap");
    assertThat(GapBar.svg(0, 0, List.of())).contains("class=\"rest\"");
  }
}
