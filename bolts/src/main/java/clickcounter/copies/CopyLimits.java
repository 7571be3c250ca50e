package clickcounter.copies;

import clickcounter.defer.WriteLimits;

/**
 * The limits of the copies of one task.
 *
 * @param writes when documents are put, and how many at a time
 * @param maxReadsInFlight documents read at a time
 * @param copyBytes of a copy in memory besides its ids, an estimate
 * @param maxIdleBytes of copies for which nothing waits
 * @param blockedRetryMs from the blocking of a document until it is read again
 */
public record CopyLimits(
    WriteLimits writes,
    int maxReadsInFlight,
    int copyBytes,
    long maxIdleBytes,
    long blockedRetryMs) {
  /** An operator waits this long at most for a repaired document; a damaged one costs a read. */
  public static final long BLOCKED_RETRY_MS = 60_000;
}
