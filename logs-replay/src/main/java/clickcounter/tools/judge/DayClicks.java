package clickcounter.tools.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The clicks of a day, and those before it that rules look at, in the order of their ids. It is the
 * same in whatever order files are read.
 */
public final class DayClicks {
  /** For a click whose ad is not known to have been shown before. */
  public static final long NEVER_MS = Long.MIN_VALUE;

  private final List<Click> clicks;
  private final long fromMs;
  private final long knownFromMs;

  /** When the ad was last shown to the visitor at or before the click. */
  private final long[] shownMs;

  /**
   * @param read may have copies, which are one click. A number with two different clicks is none:
   *     nobody knows which of them was counted
   * @param fromMs when the day begins that is judged
   * @param knownFromMs the first time of which the archives have events
   */
  DayClicks(List<Click> read, long fromMs, long knownFromMs) {
    this.clicks = distinct(read);
    this.fromMs = fromMs;
    this.knownFromMs = knownFromMs;
    shownMs = new long[clicks.size()];
    Arrays.fill(shownMs, NEVER_MS);
  }

  private static List<Click> distinct(List<Click> read) {
    List<Click> sorted = new ArrayList<>(read);
    sorted.sort(Click.BY_ID);
    List<Click> distinct = new ArrayList<>(sorted.size());
    for (int from = 0, to; from < sorted.size(); from = to) {
      Click first = sorted.get(from);
      boolean same = true;
      for (to = from + 1; to < sorted.size(); to++) {
        Click other = sorted.get(to);
        if (Click.BY_ID.compare(first, other) != 0) {
          break;
        }
        same &= first.equals(other);
      }
      if (same) {
        distinct.add(first);
      }
    }
    return distinct;
  }

  public int size() {
    return clicks.size();
  }

  public Click get(int index) {
    return clicks.get(index);
  }

  /** How many clicks are judged. */
  public long count() {
    return IntStream.range(0, size()).filter(this::isOfDay).count();
  }

  /** How many of them no rule can find. */
  long countWithoutVisitor() {
    return IntStream.range(0, size()).filter(i -> isOfDay(i) && !get(i).hasVisitor()).count();
  }

  /** Whether the click is judged. The others are only looked at. */
  public boolean isOfDay(int index) {
    return get(index).timestampMs() >= fromMs;
  }

  /**
   * When the ad was last shown to the click's visitor at or before the click, or to somebody of
   * whom nothing is known; else {@link #NEVER_MS}.
   */
  public long shownMs(int index) {
    return shownMs[index];
  }

  /** Whether the archives have events of so early a time. */
  public boolean isKnown(long timeMs) {
    return timeMs >= knownFromMs;
  }

  void shown(int index, long timeMs) {
    shownMs[index] = Math.max(shownMs[index], timeMs);
  }

  /** Indices of some clicks in another order; the earlier click first, and the lower id. */
  int[] sorted(IntPredicate some, Comparator<Click> by) {
    Comparator<Click> byTime = by.thenComparingLong(Click::timestampMs);
    return IntStream.range(0, size())
        .filter(some)
        .boxed()
        .sorted(Comparator.comparing(this::get, byTime)) // is stable
        .mapToInt(Integer::intValue)
        .toArray();
  }

  /** Indices of the clicks of known visitors, each visitor's together. */
  int[] ofVisitors(Comparator<Click> then) {
    return sorted(
        i -> get(i).hasVisitor(), Comparator.comparingLong(Click::visitor).thenComparing(then));
  }
}
