package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ids.Gap;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Where the bar of a counter is red. */
class GapBarTest {
  private static final int MOST_PARTS = 50;

  private static Gap gap(long from, long to) {
    return new Gap(from, to, 0, null);
  }

  private static long redParts(String svg) {
    return Pattern.compile("class=\"gap\"").matcher(svg).results().count();
  }

  @Test
  void aGapIsRedWhereItIs() {
    String svg = GapBar.of(List.of(gap(500, 749)), 1_000).svg();

    assertThat(svg).contains("x=\"500\" width=\"250\"", "250 of 1,000 missing: 500 to 749");
    assertThat(redParts(svg)).isEqualTo(1);
  }

  @Test
  void aSingleEventOfAMillionIsSeen() {
    GapBar bar = GapBar.of(List.of(gap(999_999, 999_999)), 1_000_000);

    assertThat(bar.svg()).contains("x=\"990\" width=\"10\"", "1 of 1,000,000 missing: 999,999");
  }

  @Test
  void aCounterWithoutGapsHasNoRed() {
    assertThat(redParts(GapBar.of(List.of(), 1_000).svg())).isZero();
    assertThat(redParts(GapBar.of(List.of(), 0).svg())).isZero();
  }

  @Test
  void manyGapsAreAFewParts() {
    List<Gap> gaps = LongStream.range(0, 50_000).mapToObj(i -> gap(2 * i, 2 * i)).toList();

    String svg = GapBar.of(gaps, 100_000).svg();

    assertThat(redParts(svg)).isBetween(1L, (long) MOST_PARTS);
    assertThat(svg).contains("50,000 of 100,000 missing: 0, 2, 4 and 49,997 more gaps");
  }
}
