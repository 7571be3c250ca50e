package clickcounter.event;

import static clickcounter.event.EventLimits.requireIds;

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
    EventLimits.requireRanges(kind, sequence, timestampMs, amountMicros);
  }
}
