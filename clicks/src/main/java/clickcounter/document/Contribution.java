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

  /** The latest impression's: nearly all are of one day. Racing threads find this one or that. */
  private static Contribution impression = new Contribution(EventKind.IMPRESSION, 0, 0);

  public static Contribution of(AdEvent event) {
    if (event.kind() == EventKind.IMPRESSION) {
      return impression(Ranking.dayOf(event.timestampMs()));
    }
    long day = event.kind() == EventKind.BUDGET ? 0 : Ranking.dayOf(event.timestampMs());
    return new Contribution(event.kind(), event.amountMicros(), day);
  }

  private static Contribution impression(long day) {
    Contribution latest = impression;
    if (latest.day != day) {
      latest = new Contribution(EventKind.IMPRESSION, 0, day);
      impression = latest;
    }
    return latest;
  }
}
