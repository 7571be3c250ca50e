package clickcounter.event;

import static clickcounter.event.EventLimits.requireIds;

import java.util.Objects;

/**
 * An event that changes an ad's document.
 *
 * @param timestampMs when it happened; of a verdict: when it was decided
 * @param amountMicros a click's cost (not negative), the amount that a budget event adds (may be
 *     negative), else 0
 * @param judgement of a filtered click or a verdict; null for every other event
 */
public record AdEvent(
    String counterId,
    long sequence,
    EventKind kind,
    String adId,
    long timestampMs,
    long amountMicros,
    Judgement judgement)
    implements Event, AdEventFields {
  public AdEvent {
    requireIds(counterId, adId);
    Objects.requireNonNull(kind, "kind");
    EventLimits.requireRanges(kind, sequence, timestampMs, amountMicros);
    Judgement.requireFor(kind, judgement);
  }

  /** An event that nobody judged. */
  public AdEvent(
      String counterId,
      long sequence,
      EventKind kind,
      String adId,
      long timestampMs,
      long amountMicros) {
    this(counterId, sequence, kind, adId, timestampMs, amountMicros, null);
  }
}
