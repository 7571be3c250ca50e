package clickcounter.views;

import java.util.Comparator;

/**
 * Decides when a view is read: when it is due, and what the limits on reads allow. To be called
 * under the monitor of the view. Thread-safe for different views.
 */
final class ReadSchedule {
  /**
   * Decoding this many bytes costs little compared with a read. A document of twice this size is
   * read half as often.
   */
  private static final int CHEAP_BYTES = 32_768;

  private final ViewSettings settings;
  private final ReadBudget budget;

  /** A read that is due. Requests come first, then what has been due longest. */
  record Due(CachedView cached, boolean waitedFor, long atMs) {
    static final Comparator<Due> FIRST =
        Comparator.comparing((Due due) -> !due.waitedFor).thenComparingLong(Due::atMs);
  }

  ReadSchedule(ViewSettings settings) {
    this.settings = settings;
    this.budget = new ReadBudget(settings.maxReadsInFlight(), settings.maxReadsPerSecond());
  }

  /** Whether a read may start now. If true, {@link #readEnded} must be called when it has ended. */
  boolean tryStart(CachedView cached, long nowMs) {
    if (!isOldEnough(cached, nowMs)) {
      return false;
    }
    boolean overdue = nowMs - dueAtMs(cached) >= settings.maxWaitMs();
    return budget.tryAcquire(nowMs, overdue);
  }

  /** Whether a read that is waited for cannot start only because of the limits on reads. */
  boolean isHeldBack(CachedView cached, long nowMs) {
    return !cached.waiting.isEmpty() && isOldEnough(cached, nowMs);
  }

  private boolean isOldEnough(CachedView cached, long nowMs) {
    return !cached.reading
        && nowMs - cached.startedAtMs >= interval(cached, settings.minIntervalMs());
  }

  void readEnded() {
    budget.release();
  }

  /** Whether the view should be read now and is not being read. */
  boolean isDue(CachedView cached, long nowMs) {
    return !cached.reading && isWanted(cached, nowMs);
  }

  /** Whether the view was unused for so long that it can be dropped. */
  boolean isIdle(CachedView cached, long nowMs) {
    return !cached.reading
        && !isWanted(cached, nowMs)
        && nowMs - cached.usedAtMs > settings.idleMs();
  }

  Due due(CachedView cached) {
    return new Due(cached, !cached.waiting.isEmpty(), dueAtMs(cached));
  }

  private boolean isWanted(CachedView cached, long nowMs) {
    return !cached.waiting.isEmpty() || cached.refreshRequested && nowMs >= dueAtMs(cached);
  }

  private long interval(CachedView cached, long leastMs) {
    return Math.max(
        leastMs, Math.min(settings.maxWaitMs(), leastMs * (cached.bytes / CHEAP_BYTES)));
  }

  /** When the first waiting request came; without one, when the view gets too old. */
  private long dueAtMs(CachedView cached) {
    return cached.waiting.isEmpty()
        ? Math.max(
            cached.refreshRequestedAtMs,
            cached.startedAtMs + interval(cached, settings.refreshMs()))
        : cached.waitingSinceMs;
  }
}
