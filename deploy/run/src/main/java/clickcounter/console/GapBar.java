package clickcounter.console;

import clickcounter.console.CountersPage.Range;
import clickcounter.tools.Texts;
import java.util.BitSet;
import java.util.List;

/** Draws where the gaps of a counter are. */
final class GapBar {
  /** A gap takes one at least, so that a single missing event of a million is seen, too. */
  private static final int CELLS = 100;

  private GapBar() {}

  /**
   * @param next one above the highest number
   * @param gaps in ascending order; perhaps not all
   */
  static String svg(long next, long missing, List<Range> gaps) {
    BitSet cells = new BitSet(CELLS);
    for (Range gap : gaps) {
      cells.set(cell(gap.from(), next), cell(gap.to(), next) + 1);
    }
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg class="bar" viewBox="0 0 %d 12" preserveAspectRatio="none" role="img" aria-label="%s">\
        <rect width="%d" height="12" class="%s"/>"""
            .formatted(CELLS, text(next, missing, gaps), CELLS, next == 0 ? "rest" : "seen"));
    for (int from = cells.nextSetBit(0); from >= 0; ) {
      int to = cells.nextClearBit(from);
      svg.append(
          "<rect x=\"%d\" width=\"%d\" height=\"12\" class=\"gap\"/>".formatted(from, to - from));
      from = cells.nextSetBit(to);
    }
    return svg.append("</svg>").toString();
  }

  private static int cell(long number, long next) {
    return (int) Math.min(CELLS - 1, (long) ((double) number / next * CELLS));
  }

  private static String text(long next, long missing, List<Range> gaps) {
    String all = Texts.number(missing) + " of " + Texts.number(next) + " missing";
    return gaps.isEmpty()
        ? all
        : all
            + ", from "
            + Texts.number(gaps.get(0).from())
            + " to "
            + Texts.number(gaps.get(gaps.size() - 1).to());
  }
}
