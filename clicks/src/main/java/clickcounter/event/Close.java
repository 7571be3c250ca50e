package clickcounter.event;

import static clickcounter.event.EventLimits.requireCounterId;
import static clickcounter.event.EventLimits.requireRange;

/** The counter ended properly: no higher sequence will come. */
public record Close(String counterId, long sequence, long timestampMs) implements CounterEvent {
  public Close {
    requireCounterId(counterId);
    requireRange("sequence", sequence, 0, EventLimits.MAX_SEQUENCE);
    requireRange("timestamp", timestampMs, 0, EventLimits.MAX_TIMESTAMP_MS);
  }

  @Override
  public String targetCounterId() {
    return counterId;
  }
}
