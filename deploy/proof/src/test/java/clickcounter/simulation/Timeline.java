package clickcounter.simulation;

import java.util.PriorityQueue;

/**
 * The simulation's only clock and scheduler: what is to happen when. One thing happens at a time;
 * of two at the same moment the one that was scheduled first.
 */
final class Timeline {
  private static final long MICROS = 1_000;

  private final PriorityQueue<Moment> moments = new PriorityQueue<>();
  private long nowMicros;
  private long scheduled;
  private long steps;
  private long trace;

  private record Moment(long atMicros, long order, Runnable work) implements Comparable<Moment> {
    @Override
    public int compareTo(Moment other) {
      int byTime = Long.compare(atMicros, other.atMicros);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  long nowMicros() {
    return nowMicros;
  }

  long nowMs() {
    return nowMicros / MICROS;
  }

  long steps() {
    return steps;
  }

  /** Of what happened so far: two lives in which it is the same went the same way. */
  long trace() {
    return trace;
  }

  /** Something happened that belongs to the trace. */
  void note(long what) {
    trace = (trace ^ what) * 0x100000001B3L;
  }

  /** At this moment, or now if that has passed. */
  void at(long atMicros, Runnable work) {
    moments.add(new Moment(Math.max(nowMicros, atMicros), scheduled++, work));
  }

  void atMs(long atMs, Runnable work) {
    at(atMs * MICROS, work);
  }

  void after(long delayMicros, Runnable work) {
    at(nowMicros + delayMicros, work);
  }

  void afterMs(long delayMs, Runnable work) {
    after(delayMs * MICROS, work);
  }

  /** Lets the next thing happen; false when nothing is to come. */
  boolean step() {
    Moment next = moments.poll();
    if (next == null) {
      return false;
    }
    nowMicros = next.atMicros;
    steps++;
    note(nowMicros);
    note(next.order);
    next.work.run();
    return true;
  }
}
