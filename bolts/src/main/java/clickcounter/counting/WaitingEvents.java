package clickcounter.counting;

/** Decides on events that had to wait. */
interface WaitingEvents {
  /** Decides on the events that wait at a copy that is ready; some may have to wait again. */
  void offer(AdCopy copy);
}
