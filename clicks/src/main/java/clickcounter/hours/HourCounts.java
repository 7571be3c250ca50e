package clickcounter.hours;

import clickcounter.event.EventKind;
import java.util.Collection;

/**
 * What was counted in an hour or in any other span of time.
 *
 * @param costMicros the sum of the clicks' costs
 */
public record HourCounts(long impressions, long clicks, long costMicros) {
  public static final HourCounts NONE = new HourCounts(0, 0, 0);

  public HourCounts {
    if (impressions < 0 || clicks < 0 || costMicros < 0) {
      throw new IllegalArgumentException(
          "counts of an hour: expected impressions, clicks, costMicros >= 0, found "
              + impressions
              + ", "
              + clicks
              + ", "
              + costMicros);
    }
  }

  /** What one event counts; {@link #NONE} for a budget event. */
  public static HourCounts of(EventKind kind, long costMicros) {
    return switch (kind) {
      case IMPRESSION -> new HourCounts(1, 0, 0);
      case CLICK -> new HourCounts(0, 1, costMicros);
      case BUDGET -> NONE;
    };
  }

  /**
   * @throws ArithmeticException when a sum does not fit a long
   */
  public HourCounts plus(HourCounts other) {
    return new HourCounts(
        impressions + other.impressions,
        clicks + other.clicks,
        Math.addExact(costMicros, other.costMicros));
  }

  /**
   * The sum of all.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  public static HourCounts sum(Collection<HourCounts> counts) {
    return counts.stream().reduce(NONE, HourCounts::plus);
  }

  /**
   * @throws IllegalArgumentException when the other has more of anything
   */
  public HourCounts minus(HourCounts other) {
    return new HourCounts(
        impressions - other.impressions, clicks - other.clicks, costMicros - other.costMicros);
  }

  public boolean isNone() {
    return impressions == 0 && clicks == 0 && costMicros == 0;
  }
}
