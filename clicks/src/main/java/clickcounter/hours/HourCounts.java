package clickcounter.hours;

import clickcounter.event.EventKind;
import java.util.Collection;

/**
 * What was counted in an hour or in any other span of time.
 *
 * <p>A verdict counts when it is decided. So clicks and costs are below zero where more is taken
 * back than is charged.
 *
 * @param clicks that are charged
 * @param costMicros the sum of their costs
 * @param invalid clicks that are not charged: filtered, or taken back
 */
public record HourCounts(long impressions, long clicks, long costMicros, long invalid) {
  public static final HourCounts NONE = new HourCounts(0, 0, 0);

  public HourCounts {
    if (impressions < 0 || clicks + invalid < 0) {
      throw new IllegalArgumentException(
          "counts of an hour: expected impressions and all clicks >= 0, found %d, %d, %d and %d invalid"
              .formatted(impressions, clicks, costMicros, invalid));
    }
  }

  /** Counts without a click that is not charged. */
  public HourCounts(long impressions, long clicks, long costMicros) {
    this(impressions, clicks, costMicros, 0);
    if (clicks < 0 || costMicros < 0) {
      throw new IllegalArgumentException(
          "counts of an hour: expected clicks and costMicros >= 0, found %d, %d"
              .formatted(clicks, costMicros));
    }
  }

  /** What one event counts; {@link #NONE} for a budget event. */
  public static HourCounts of(EventKind kind, long costMicros) {
    return switch (kind) {
      case IMPRESSION -> new HourCounts(1, 0, 0);
      case CLICK -> new HourCounts(0, 1, costMicros);
      case BUDGET -> NONE;
      default -> new HourCounts(0, kind.clicks(), kind.clicks() * costMicros, kind.invalidClicks());
    };
  }

  /**
   * @throws ArithmeticException when a sum does not fit a long
   */
  public HourCounts plus(HourCounts other) {
    return new HourCounts(
        impressions + other.impressions,
        clicks + other.clicks,
        Math.addExact(costMicros, other.costMicros),
        invalid + other.invalid);
  }

  /**
   * The sum of all.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  public static HourCounts sum(Collection<HourCounts> counts) {
    return counts.stream().reduce(NONE, HourCounts::plus);
  }

  /** All clicks, charged or not. */
  public long grossClicks() {
    return clicks + invalid;
  }
}
