package clickcounter.counting;

import java.io.Serializable;

/**
 * When the views of counters are read.
 *
 * @param refreshMs age at which a view is read again, when {@link ViewCache#refreshSoon} asks for
 *     it
 * @param minIntervalMs shortest time between the starts of two reads of one counter
 * @param idleMs without use until a view is dropped
 * @param maxReadsInFlight at a time
 * @param maxReadsPerSecond 0 for no limit
 * @param maxWaitMs how long the rate or a document's size may delay a read that is due
 */
public record ViewSettings(
    long refreshMs,
    long minIntervalMs,
    long idleMs,
    int maxReadsInFlight,
    int maxReadsPerSecond,
    long maxWaitMs)
    implements Serializable {
  /** Without limits on reads. */
  public ViewSettings(long refreshMs, long minIntervalMs, long idleMs) {
    this(refreshMs, minIntervalMs, idleMs, Integer.MAX_VALUE, 0, refreshMs);
  }

  public ViewSettings {
    if (maxReadsInFlight < 1 || maxReadsPerSecond < 0 || maxWaitMs < 0) {
      throw new IllegalArgumentException(
          "views: expected maxReadsInFlight >= 1, maxReadsPerSecond >= 0, maxWaitMs >= 0, found "
              + maxReadsInFlight
              + ", "
              + maxReadsPerSecond
              + ", "
              + maxWaitMs);
    }
    if (minIntervalMs < 0 || refreshMs < minIntervalMs || idleMs < refreshMs) {
      throw new IllegalArgumentException(
          "views: expected 0 <= minIntervalMs <= refreshMs <= idleMs, found "
              + minIntervalMs
              + ", "
              + refreshMs
              + ", "
              + idleMs);
    }
  }
}
