package clickcounter.counting;

import clickcounter.copies.StoreMetrics;

/**
 * Receives what a task measures. When no event is under way: received = counted + duplicates +
 * rejected.
 *
 * <p>A failed delivery reports nothing: its redelivery does. A delivery that is done may still
 * fail, because a tuple emitted from it failed. Its redelivery then reports the same events once
 * more, as duplicates; an implementation recognises it by its handle.
 */
public interface CountingMetrics extends StoreMetrics {
  /**
   * The events of one delivery that is done.
   *
   * @param delivery its handle, see {@link Output}
   */
  void done(Object delivery, int counted, int duplicates, int rejected);

  /** All events of a delivery are durable, this long after it reached the task. */
  void durableAfter(long ms);

  /**
   * What the clicks of a delivery that is done cost.
   *
   * @param overdeliveredMicros what of it was beyond the budgets when they were counted
   */
  default void costs(long costMicros, long overdeliveredMicros) {}

  /** The state of an ad is being sent. */
  default void stateSent() {}

  /** A state could not be sent, or not surely. */
  default void stateFailed() {}

  /** Closed hours have left the document of an ad. */
  default void hoursRolled(int hours) {}

  /** Closed hours stay in the document of an ad because that of their day cannot take them. */
  default void rollRefused() {}

  /** A late event has taken its hour back. */
  default void hourTakenBack() {}

  /** Siblings were read and merged. */
  void merged(int siblings);

  /** A counter has reached its limit of ranges of missed ids: events that add one are rejected. */
  default void tooManyGaps() {}

  /** This many counted ids could not be recorded, because their counter's document is blocked. */
  void unrecorded(long ids);
}
