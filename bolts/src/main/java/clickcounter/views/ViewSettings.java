package clickcounter.views;

import static clickcounter.event.EventLimits.requireAtLeast;

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
  /** Twice the deferral of counters: a younger view would seldom have changed. */
  public static final long REFRESH_MS = 1_000;

  /** A fifth of the deferral of counters: more often, most reads would find nothing new. */
  public static final long MIN_INTERVAL_MS = 100;

  /** Silent services keep their views for some minutes; finished ones do not stay. */
  public static final long IDLE_MS = 600_000;

  /** Enough for 3,000 reads/s of 5 ms each. */
  public static final int READS_IN_FLIGHT = 16;

  /** Of a worker. With more counters than this, each is read less often than once a second. */
  public static final int READS_PER_SECOND = 100;

  /** Without limits on reads. */
  public ViewSettings(long refreshMs, long minIntervalMs, long idleMs) {
    this(refreshMs, minIntervalMs, idleMs, Integer.MAX_VALUE, 0, refreshMs);
  }

  public ViewSettings {
    requireAtLeast("maxReadsInFlight", maxReadsInFlight, 1);
    requireAtLeast("maxReadsPerSecond", maxReadsPerSecond, 0);
    requireAtLeast("maxWaitMs", maxWaitMs, 0);
    requireAtLeast("minIntervalMs", minIntervalMs, 0);
    requireAtLeast("refreshMs", refreshMs, minIntervalMs);
    requireAtLeast("idleMs", idleMs, refreshMs);
  }
}
