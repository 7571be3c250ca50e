package clickcounter.event;

import static clickcounter.event.EventLimits.requireCounterId;
import static clickcounter.event.EventLimits.requireRange;

import clickcounter.ids.Ending;
import java.util.Objects;

/**
 * An operator's decision that a range of another counter's ids will never come ({@code type} {@code
 * writeOff}), or that it may come after all ({@code reopen}).
 *
 * @param from first id of the range
 * @param to last id of the range, inclusive. {@link Ending#NO_END} if the range has no end, which
 *     closes the counter: no id from {@code from} on will come. Its line has no {@code to} then
 */
public record WriteOffRequest(
    String counterId,
    long sequence,
    long timestampMs,
    boolean reopen,
    String targetCounterId,
    long from,
    long to,
    String reason)
    implements CounterEvent {
  public WriteOffRequest {
    requireCounterId(counterId);
    requireCounterId(targetCounterId);
    Objects.requireNonNull(reason, "reason");
    requireRange("sequence", sequence, 0, EventLimits.MAX_SEQUENCE);
    requireRange("timestamp", timestampMs, 0, EventLimits.MAX_TIMESTAMP_MS);
    requireRange("from", from, 0, EventLimits.MAX_SEQUENCE);
    requireRange("to", to, from, EventLimits.MAX_SEQUENCE);
    if (reason.isBlank() || reason.length() > EventLimits.MAX_REASON_LENGTH) {
      throw new IllegalArgumentException(
          "reason: expected 1 to "
              + EventLimits.MAX_REASON_LENGTH
              + " characters, got "
              + reason.length());
    }
  }

  /** Whether it closes the counter, or revokes that. */
  public boolean isOfEnd() {
    return to == Ending.NO_END;
  }
}
