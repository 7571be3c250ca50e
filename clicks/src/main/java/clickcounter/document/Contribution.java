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
  /* Threads may overwrite each other's: any is good, as it is looked at before it is used. */
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
   * What this event adds. Impressions of one day, nearly all that comes, share one object: ten
   * thousands are held at a time, and each of their own would have to be fetched from far memory.
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
