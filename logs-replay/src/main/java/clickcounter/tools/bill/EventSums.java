package clickcounter.tools.bill;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import java.util.Arrays;

/**
 * How many events of each kind were counted, and their amounts. Mutable, not thread-safe.
 *
 * <p>Each figure is a sum over kinds, so the lines of a statement add up to its sums.
 */
final class EventSums {
  private static final EventKind[] KINDS = EventKind.values();

  private final long[] events = new long[KINDS.length];
  private final long[] micros = new long[KINDS.length];

  /**
   * Adds some events.
   *
   * @throws ArithmeticException when a sum does not fit a long
   */
  void add(EventKind kind, long count, long amountMicros) {
    events[kind.ordinal()] += count;
    micros[kind.ordinal()] = Math.addExact(micros[kind.ordinal()], amountMicros);
  }

  void add(EventSums other) {
    for (EventKind kind : KINDS) {
      add(kind, other.of(kind), other.microsOf(kind));
    }
  }

  long of(EventKind kind) {
    return events[kind.ordinal()];
  }

  /** The costs that such events charge, take back or charge again, or their changes of budgets. */
  long microsOf(EventKind kind) {
    return micros[kind.ordinal()];
  }

  /** What was counted when it happened. */
  EventSums withoutVerdicts() {
    EventSums rest = new EventSums();
    for (EventKind kind : KINDS) {
      if (!kind.isVerdict()) {
        rest.add(kind, of(kind), microsOf(kind));
      }
    }
    return rest;
  }

  long events() {
    return Arrays.stream(events).sum();
  }

  /** The filtered clicks of all classes. */
  long filtered() {
    return EventKind.FILTERED.stream().mapToLong(this::of).sum();
  }

  /** As the ad's document counts them. */
  HourCounts counts() {
    long clicks = 0;
    long costMicros = 0;
    long invalid = 0;
    for (EventKind kind : KINDS) {
      clicks += of(kind) * kind.clicks();
      costMicros = Math.addExact(costMicros, microsOf(kind) * kind.clicks());
      invalid += of(kind) * kind.invalidClicks();
    }
    return new HourCounts(of(EventKind.IMPRESSION), clicks, costMicros, invalid);
  }
}
