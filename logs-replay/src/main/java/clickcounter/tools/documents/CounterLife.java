package clickcounter.tools.documents;

import java.time.Duration;

/** Whether a counter still gets events. */
public enum CounterLife {
  /** It ended with a close notice, or an operator closed it. */
  CLOSED,
  /** It is open, and its last event is young. */
  ALIVE,
  /** It is open, and its last event is old. */
  SILENT,
  /** It has no document, or one that cannot be read. */
  UNKNOWN;

  /** The age of the last event from which an open counter is silent. */
  public static final Duration SILENT_AFTER = Duration.ofMinutes(10);

  public static CounterLife of(CounterReading reading, long nowMs) {
    if (!reading.exists() || reading.blocked() != null) {
      return UNKNOWN;
    }
    if (reading.hasEnded()) {
      return CLOSED;
    }
    return nowMs - reading.lastEventAtMs() <= SILENT_AFTER.toMillis() ? ALIVE : SILENT;
  }
}
