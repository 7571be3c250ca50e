package clickcounter.counting;

import clickcounter.event.RejectReason;

/**
 * The events that wait at copies of ads' documents, each named by its waiter (see {@link
 * Deliveries}). Each is ended once: it is durable, fails or is rejected.
 */
interface AdEvents {
  /** Decides on the events that wait at a copy that is ready. */
  void offerWaiting(AdCopy copy);

  /** The event is durable in its ad's document. */
  void durable(long waiter, boolean repeated);

  /** The event cannot be decided: its delivery is delivered again. */
  void fail(long waiter);

  /** The event is not counted. */
  void reject(long waiter, RejectReason reason, String detail);
}
