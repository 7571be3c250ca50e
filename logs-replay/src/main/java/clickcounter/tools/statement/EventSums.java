package clickcounter.tools.statement;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;

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
   * @throws ArithmeticException when a sum does not fit a long
   */
  void add(EventKind kind, long amountMicros) {
    events[kind.ordinal()]++;
    micros[kind.ordinal()] = Math.addExact(micros[kind.ordinal()], amountMicros);
  }

  /**
   * @throws ArithmeticException when a sum does not fit a long
   */
  void add(EventSums other) {
    for (int kind = 0; kind < KINDS.length; kind++) {
      events[kind] += other.events[kind];
      micros[kind] = Math.addExact(micros[kind], other.micros[kind]);
    }
  }

  long of(EventKind kind) {
    return events[kind.ordinal()];
  }

  /** The costs of the clicks that such events charge, take back or charge again. */
  long microsOf(EventKind kind) {
    return micros[kind.ordinal()];
  }

  /** The filtered clicks of all classes. */
  long filtered() {
    return EventKind.FILTERED.stream().mapToLong(this::of).sum();
  }

  /** As the ad's document and the files of finished days count them. */
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
