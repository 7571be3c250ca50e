package clickcounter.counting;

import clickcounter.copies.StoreMetrics;

/**
 * Receives what a task measures. When no event is under way: received = counted + duplicates +
 * rejected, but for redeliveries.
 *
 * <p>A failed delivery reports nothing: its redelivery does. A delivery that is done may still
 * fail, because a tuple emitted from it failed. Its redelivery then reports the same events once
 * more, as duplicates or rejected.
 */
public interface CountingMetrics extends StoreMetrics {
  /** The events of one delivery that is done. */
  void done(int counted, int duplicates, int rejected);

  /** All events of a delivery are durable, this long after it reached the task. */
  void durableAfter(long ms);

  /**
   * What the clicks of a delivery that is done cost.
   *
   * @param overdeliveredMicros what of it was beyond the budgets when they were counted
   */
  default void costs(long costMicros, long overdeliveredMicros) {}

  default void stateSent() {}

  /** A state could not be sent, or not surely. */
  default void stateFailed() {}

  void merged(int siblings);

  /** A counter has reached its limit of ranges of missed ids: events that add one are rejected. */
  default void tooManyGaps() {}

  /** This many counted ids could not be recorded, because their counter's document is blocked. */
  void unrecorded(long ids);
}
