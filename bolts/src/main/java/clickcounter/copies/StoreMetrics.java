package clickcounter.copies;

import clickcounter.reading.ReadMetrics;
import clickcounter.store.DocumentKey;
import clickcounter.store.Stored;

/**
 * Receives the start and the end of each read and put of a document.
 *
 * <p>Each put is reported when it starts and when it is answered, even if the copy was dropped
 * meanwhile. So at any time puts = stored + siblings + doubt + refused + those in flight, and reads
 * = succeeded + failed + those in flight. Documents of ads, of counters and of the directory count,
 * and reads of views. Reads of views are reported on any thread.
 */
public interface StoreMetrics extends ReadMetrics {
  /**
   * A put has started.
   *
   * @param events that it makes durable
   * @param bytes of the document
   * @param ageMs since the oldest of these events was counted
   */
  void putStarted(int events, int bytes, long ageMs);

  /**
   * A put has ended.
   *
   * @param end one of the cases of {@link clickcounter.store.Stored}
   * @param tookMs since it started
   */
  void putEnded(PutEnd end, long tookMs);

  /** A document was blocked: its events are rejected until an operator has repaired it. */
  void blocked(DocumentKey document);

  enum PutEnd {
    STORED,
    SIBLINGS,
    DOUBT,
    REFUSED;

    /** The end that this answer is. */
    public static PutEnd of(Stored answer) {
      return answer.decide(
          single -> STORED, siblings -> SIBLINGS, doubt -> DOUBT, refused -> REFUSED);
    }
  }
}
