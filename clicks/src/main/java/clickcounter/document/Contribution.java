package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.Objects;

/**
 * What one event adds to its ad's totals: enough to add it again to another sibling.
 *
 * @param amountMicros a click's cost or a change of the budget, else 0
 * @param day days since the epoch, of the event's time; 0 for a budget event, where it does not
 *     matter
 */
public record Contribution(EventKind kind, long amountMicros, long day) {
  public Contribution {
    Objects.requireNonNull(kind, "kind");
    if (day < 0) {
      throw new IllegalArgumentException("day: expected >= 0, found " + day);
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

  public static Contribution of(AdEvent event) {
    long day = event.kind() == EventKind.BUDGET ? 0 : Ranking.dayOf(event.timestampMs());
    return new Contribution(event.kind(), event.amountMicros(), day);
  }
}
