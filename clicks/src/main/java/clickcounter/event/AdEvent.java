package clickcounter.event;

import static clickcounter.event.EventLimits.requireIds;
import static clickcounter.event.EventLimits.requireRange;

import java.util.Objects;

/**
 * An event that changes an ad's document.
 *
 * @param amountMicros a click's cost (not negative), the amount that a budget event adds (may be
 *     negative), 0 for an impression
 */
public record AdEvent(
    String counterId,
    long sequence,
    EventKind kind,
    String adId,
    long timestampMs,
    long amountMicros)
    implements Event, AdEventFields {
  public AdEvent {
    requireIds(counterId, adId);
    Objects.requireNonNull(kind, "kind");
    requireRange("sequence", sequence, 0, EventLimits.MAX_SEQUENCE);
    requireRange("timestamp", timestampMs, 0, EventLimits.MAX_TIMESTAMP_MS);
    long least = kind == EventKind.BUDGET ? -EventLimits.MAX_BUDGET_MICROS : 0;
    long most =
        switch (kind) {
          case IMPRESSION -> 0;
          case CLICK -> EventLimits.MAX_COST_MICROS;
          case BUDGET -> EventLimits.MAX_BUDGET_MICROS;
        };
    requireRange(
        kind == EventKind.BUDGET ? "budgetMicros" : "costMicros", amountMicros, least, most);
  }
}
