package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.hours.Hours;
import java.util.Objects;

/**
 * What one event adds to its ad's totals. It contains enough to add the event to a sibling as well.
 *
 * @param amountMicros a click's cost or a change of the budget, else 0
 * @param hour of the event's time, at most {@link Hours#MAX}; 0 for a budget event, which is in no
 *     hour and has no part in the ranking
 */
public record Contribution(EventKind kind, long amountMicros, long hour) {
  public Contribution {
    Objects.requireNonNull(kind, "kind");
    requireValid(kind, amountMicros, hour);
  }

  /** Throws an IllegalArgumentException when no event contributes this. */
  static void requireValid(EventKind kind, long amountMicros, long hour) {
    if (hour < 0 || hour > Hours.MAX) {
      throw new IllegalArgumentException("hour: expected 0 to " + Hours.MAX + ", found " + hour);
    }
    if (!kind.hasAmount() && amountMicros != 0) {
      throw new IllegalArgumentException(kind + " costs nothing, found " + amountMicros);
    }
    if (kind == EventKind.BUDGET && hour != 0) {
      throw new IllegalArgumentException("a budget event has no hour, found " + hour);
    }
    if (kind != EventKind.BUDGET && amountMicros < 0) {
      throw new IllegalArgumentException("costMicros: expected >= 0, found " + amountMicros);
    }
  }

  /** The contribution of this event. */
  public static Contribution of(AdEvent event) {
    return new Contribution(
        event.kind(), event.amountMicros(), Hours.of(event.kind(), event.timestampMs()));
  }

  /** The day of the ranking; 0 for a budget event. */
  public long day() {
    return Hours.day(hour);
  }
}
