package clickcounter.service;

import java.util.Objects;

/**
 * Events that are in the archive but, as far as the service knows, were not sent. They are gaps of
 * the counter until the archive is replayed.
 *
 * @param firstSequence the lowest sequence left out; events between it and the last may have been
 *     sent
 * @param reason what failed, for a person
 */
public record LeftOut(
    String counterId, long firstSequence, long lastSequence, long events, String reason) {
  public LeftOut {
    Objects.requireNonNull(counterId, "counterId");
    Objects.requireNonNull(reason, "reason");
    if (firstSequence < 0 || lastSequence < firstSequence || events < 1) {
      throw new IllegalArgumentException(
          "expected 0 <= first <= last and an event, got %d..%d, events=%d"
              .formatted(firstSequence, lastSequence, events));
    }
  }
}
