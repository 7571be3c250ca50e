package clickcounter.simulation;

/**
 * The small things that go wrong by chance. {@link Noise} says how likely each is. A new kind needs
 * a line here, its probabilities in {@link Noise}, and the place that asks {@link Noise#of}.
 */
enum FaultKind {
  /** A replica does not get a put, although it is up. */
  REPLICA_MISSES_PUT,
  /** A replica gets a put later than the store's time-out. */
  REPLICA_IS_LATE,
  /** The store answers only shortly before its time-out. */
  ANSWER_LATE,
  /** The answer to a put that took effect is lost. */
  ANSWER_LOST,
  /** A read is answered as failed. */
  READ_FAILS,
  /** The store refuses a put for good. */
  PUT_REFUSED,
  /** No fault, and so certain where nothing goes wrong: a read repairs the replicas afterwards. */
  READ_REPAIR(1),
  /** A tuple is lost between two tasks. */
  TUPLE_LOST,
  /** A tuple takes longer than its time-out. */
  TUPLE_LATE,
  /** An ack is lost between a task and the spout. */
  ACK_LOST,
  /** A delivery is reported as failed while a task works on it. */
  FAILED_FOR_NOTHING,
  /** The broker delivers a message to two consumers. */
  MESSAGE_TWICE,
  /** A service fails to append to its archive. */
  APPEND_FAILS,
  /** The transport says that it could not send. */
  SEND_FAILS,
  /** The answer to a read of a counter document comes much later than the document was read. */
  VIEW_LATE;

  /** Its probability where nothing goes wrong. */
  final double quiet;

  FaultKind() {
    this(0);
  }

  FaultKind(double quiet) {
    this.quiet = quiet;
  }
}
