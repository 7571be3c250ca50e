package clickcounter.counting;

import clickcounter.store.Stored;

/**
 * Receives what a task measures. When no event is under way: received = counted + duplicates +
 * rejected.
 *
 * <p>A failed delivery reports nothing: its redelivery does. A delivery that is done may still
 * fail, because a tuple emitted from it failed. Its redelivery then reports the same events once
 * more, as duplicates; an implementation recognises it by its handle.
 *
 * <p>Each put is reported when it starts and when it is answered, even if the copy was dropped
 * meanwhile. So at any time puts = stored + siblings + conflict + doubt + refused + those in
 * flight, and reads = succeeded + failed + those in flight. Documents of ads, of counters and of
 * the directory count, and reads of views.
 */
public interface CountingMetrics extends ReadMetrics {
  /**
   * The events of one delivery that is done.
   *
   * @param delivery its handle, see {@link Output}
   */
  void done(Object delivery, int counted, int duplicates, int rejected);

  /** All events of a delivery are durable, this long after it reached the task. */
  void durableAfter(long ms);

  /**
   * A put has started.
   *
   * @param events that it makes durable
   * @param bytes of the document
   * @param ageMs since the oldest of these events was counted
   */
  void putStarted(int events, int bytes, long ageMs);

  /** A put has ended; one of the cases of {@link clickcounter.store.Stored}. */
  void putEnded(PutEnd end);

  /** Siblings were read and merged. */
  void merged(int siblings);

  /** A document was blocked: its events are rejected until an operator has repaired it. */
  void blocked();

  /** A counter has reached its limit of ranges of missed ids: events that add one are rejected. */
  default void tooManyGaps() {}

  /** This many counted ids could not be recorded, because their counter's document is blocked. */
  void unrecorded(long ids);

  /** How a put can end. */
  enum PutEnd {
    STORED,
    SIBLINGS,
    CONFLICT,
    DOUBT,
    REFUSED;

    static PutEnd of(Stored answer) {
      if (answer instanceof Stored.Single) {
        return STORED;
      } else if (answer instanceof Stored.Siblings) {
        return SIBLINGS;
      } else if (answer instanceof Stored.Conflict) {
        return CONFLICT;
      } else if (answer instanceof Stored.Refused) {
        return REFUSED;
      }
      return DOUBT;
    }
  }
}
