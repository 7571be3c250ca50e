package clickcounter.spouts;

import clickcounter.spouts.PendingMessages.Overdue;
import com.codahale.metrics.Counter;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs and counts messages that have been pending for several message timeouts. */
final class OverdueWatch {
  private static final Logger LOG = LoggerFactory.getLogger(OverdueWatch.class);
  private static final int TIMEOUTS = 3;
  private static final long CHECK_MS = 1_000;
  private static final int MOST_LOGGED = 10;

  private final long overdueAfterMs;
  private final Counter found;
  private final PeriodicTimer timer = new PeriodicTimer(CHECK_MS);

  OverdueWatch(long messageTimeoutMs, Counter found) {
    this.overdueAfterMs = TIMEOUTS * messageTimeoutMs;
    this.found = found;
  }

  /** Looks once a second. */
  void check(PendingMessages<?> pending, long nowMs) {
    if (!timer.isDue(nowMs)) {
      return;
    }
    List<Overdue> overdue = pending.newlyOverdue(nowMs, overdueAfterMs);
    found.inc(overdue.size());
    for (Overdue message : overdue.subList(0, Math.min(MOST_LOGGED, overdue.size()))) {
      LOG.error(
          "message {} has been pending for {} ms, {} of its tuples are not acked. Nothing is lost,"
              + " it is retried, but something keeps it from being counted: look for failures in the"
              + " bolts' logs ({} such messages in this check)",
          message.messageId(),
          message.ageMs(),
          message.openTuples(),
          overdue.size());
    }
  }
}
