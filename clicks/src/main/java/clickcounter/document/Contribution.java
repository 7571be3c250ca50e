package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.Objects;

/**
 * What one event adds to its ad's totals. It contains enough to add the event to a sibling as well.
 *
 * @param amountMicros a click's cost or a change of the budget, else 0
 * @param quarter in which the hour of the event's time begins, at most {@link Quarters#MAX}; 0 for
 *     a budget event, which is in no hour and has no part in the ranking
 */
public record Contribution(EventKind kind, long amountMicros, long quarter) {
  public Contribution {
    Objects.requireNonNull(kind, "kind");
    requireValid(kind, amountMicros, quarter);
  }

  /** Throws an IllegalArgumentException when no event contributes this. */
  static void requireValid(EventKind kind, long amountMicros, long quarter) {
    if (quarter < 0 || quarter > Quarters.MAX) {
      throw new IllegalArgumentException(
          "quarter: expected 0 to " + Quarters.MAX + ", found " + quarter);
    }
    if (kind == EventKind.IMPRESSION && amountMicros != 0) {
      throw new IllegalArgumentException("an impression costs nothing, found " + amountMicros);
    }
    if (kind == EventKind.BUDGET && quarter != 0) {
      throw new IllegalArgumentException("a budget event has no hour, found " + quarter);
    }
    if (kind == EventKind.CLICK && amountMicros < 0) {
      throw new IllegalArgumentException("costMicros: expected >= 0, found " + amountMicros);
    }
  }

  /** The contribution of this event, with hours of this length. */
  public static Contribution of(AdEvent event, HourLength hours) {
    return new Contribution(
        event.kind(), event.amountMicros(), hours.quarterOf(event.kind(), event.timestampMs()));
  }

  /** The day of the ranking; 0 for a budget event. */
  public long day() {
    return Quarters.day(quarter);
  }
}
