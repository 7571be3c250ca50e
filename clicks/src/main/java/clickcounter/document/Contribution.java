package clickcounter.document;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import java.util.Objects;

/**
 * What one event adds to its ad's totals. It contains enough to add the event to a sibling as well.
 *
 * @param amountMicros a click's cost or a change of the budget, else 0
 * @param day the day of the event's time, in days since the epoch; 0 for a budget event, which has
 *     no part in the ranking
 */
public record Contribution(EventKind kind, long amountMicros, long day) {
  /*
   * A cache that threads share without a lock: a value is compared before it is used, so any value
   * is correct.
   */
  private static Contribution latestImpression = new Contribution(EventKind.IMPRESSION, 0, 0);

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

  /**
   * The contribution of this event. Impressions of one day share one object, because most events
   * are impressions and tens of thousands are in memory at a time.
   */
  public static Contribution of(AdEvent event) {
    long day = event.kind() == EventKind.BUDGET ? 0 : Ranking.dayOf(event.timestampMs());
    if (event.kind() == EventKind.IMPRESSION) {
      Contribution shared = latestImpression;
      if (shared.day == day) {
        return shared;
      }
      Contribution impression = new Contribution(EventKind.IMPRESSION, 0, day);
      latestImpression = impression;
      return impression;
    }
    return new Contribution(event.kind(), event.amountMicros(), day);
  }
}
