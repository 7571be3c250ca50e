package clickcounter.console;

import clickcounter.cli.Texts;
import clickcounter.ids.Gap;
import java.util.BitSet;
import java.util.List;
import java.util.StringJoiner;

/**
 * Where the gaps of a counter are between its first number and its last.
 *
 * @param cells the parts of the bar in which something is missing
 * @param words the same for who cannot see it
 */
record GapBar(BitSet cells, String words) {
  /** One is wide enough to be seen. Neighbours are drawn as one. */
  private static final int CELLS = 100;

  private static final int CELL_WIDTH = 10;
  private static final int MOST_NAMED = 3;

  /**
   * @param next one above the highest number
   */
  static GapBar of(List<Gap> gaps, long next) {
    BitSet cells = new BitSet(CELLS);
    gaps.forEach(gap -> cells.set(cell(gap.from(), next), cell(gap.to(), next) + 1));
    return new GapBar(cells, words(gaps, next));
  }

  private static int cell(long number, long next) {
    return (int) Math.min(CELLS - 1, (long) ((double) number / next * CELLS));
  }

  private static String words(List<Gap> gaps, long next) {
    long missing = gaps.stream().mapToLong(Gap::size).sum();
    String amount = Texts.number(missing) + " of " + Texts.number(next) + " missing";
    if (gaps.isEmpty()) {
      return amount;
    }
    StringJoiner places = new StringJoiner(", ");
    gaps.stream().limit(MOST_NAMED).forEach(gap -> places.add(place(gap)));
    int more = gaps.size() - MOST_NAMED;
    return amount + ": " + places + (more > 0 ? " and " + Texts.count(more, "more gap") : "");
  }

  private static String place(Gap gap) {
    return gap.from() == gap.to()
        ? Texts.number(gap.from())
        : Texts.number(gap.from()) + " to " + Texts.number(gap.to());
  }

  String svg() {
    StringBuilder svg = new StringBuilder();
    svg.append(
        """
        <svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="%s">\
        <rect width="1000" height="12" class="seen"/>"""
            .formatted(Html.escaped(words)));
    for (int from = cells.nextSetBit(0); from >= 0; ) {
      int to = cells.nextClearBit(from);
      svg.append(
          "<rect x=\"%d\" width=\"%d\" height=\"12\" class=\"gap\"/>"
              .formatted(from * CELL_WIDTH, (to - from) * CELL_WIDTH));
      from = cells.nextSetBit(to);
    }
    return svg.append("</svg>").toString();
  }
}
