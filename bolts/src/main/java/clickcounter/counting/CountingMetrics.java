package clickcounter.counting;

import clickcounter.store.Stored;

/**
 * What a task tells of its work. When everything is settled: received = counted + duplicates +
 * rejected. A delivery that failed tells nothing, it comes again; one that is done and fails all
 * the same, because what followed from it failed, is told a second time, as duplicates, and to be
 * told apart by its handle.
 *
 * <p>At any time, each put being told when it starts and when it is answered, whatever became of
 * the copy meanwhile: puts = stored + siblings + conflict + doubt + refused + those under way; and
 * reads = those that succeeded + failed + those under way. Documents of ads, counters and the
 * directory count alike, and the reads of views.
 */
public interface CountingMetrics extends ReadMetrics {
  /**
   * Events of one delivery that is done.
   *
   * @param delivery its handle, see {@link Output}
   */
  void done(Object delivery, int counted, int duplicates, int rejected);

  /** All events of a delivery are durable, so long after it came to the task. */
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

  /** A document cannot be counted on until an operator mends it. */
  void blocked();

  /** A counter has missed ids in as many places as it may: its events are rejected that add one. */
  default void tooManyGaps() {}

  /** So many counted ids could not be recorded, because their counter's document is blocked. */
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
