package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.Objects;

/**
 * What one event adds to its ad's totals. It contains enough to add the event to a sibling as well.
 *
 * @param amountMicros a click's cost or a change of the budget, else 0
 * @param day the day of the event's time, in days since the epoch, at most {@link Ranking#MAX_DAY};
 *     0 for a budget event, which has no part in the ranking
 */
public record Contribution(EventKind kind, long amountMicros, long day) {
  public Contribution {
    Objects.requireNonNull(kind, "kind");
    requireValid(kind, amountMicros, day);
  }

  /** Throws an IllegalArgumentException when no event contributes this. */
  static void requireValid(EventKind kind, long amountMicros, long day) {
    if (day < 0 || day > Ranking.MAX_DAY) {
      throw new IllegalArgumentException(
          "day: expected 0 to " + Ranking.MAX_DAY + ", found " + day);
    }
    if (kind == EventKind.IMPRESSION && amountMicros != 0) {
      throw new IllegalArgumentException("an impression costs nothing, found " + amountMicros);
    }
    if (kind == EventKind.BUDGET && day != 0) {
      throw new IllegalArgumentException("a budget event has no day, found " + day);
    }
    if (kind == EventKind.CLICK && amountMicros < 0) {
      throw new IllegalArgumentException("costMicros: expected >= 0, found " + amountMicros);
    }
  }

  /** The contribution of this event. */
  public static Contribution of(AdEvent event) {
    return new Contribution(
        event.kind(), event.amountMicros(), dayOf(event.kind(), event.timestampMs()));
  }

  /** The day that an event of this kind and time contributes to. */
  public static long dayOf(EventKind kind, long timestampMs) {
    return kind == EventKind.BUDGET ? 0 : Ranking.dayOf(timestampMs);
  }
}
