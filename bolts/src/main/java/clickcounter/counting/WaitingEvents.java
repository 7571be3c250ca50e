package clickcounter.counting;

/** Decides on events that had to wait. */
interface WaitingEvents {
  /**
   * Decides on the events that wait at a copy that is ready or blocked; some may have to wait
   * again.
   */
  void offer(AdCopy copy);

  /** Decides on those that wait for a view of this counter. */
  void offer(AdCopy copy, String counterId);
}
