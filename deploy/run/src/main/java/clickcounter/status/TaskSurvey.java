package clickcounter.status;

import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.ScrapeWindow;
import clickcounter.status.SystemStatus.TaskState;

/** Sums up what the workers say. */
public final class TaskSurvey {
  private static final double MS_PER_SECOND = 1_000;

  private TaskSurvey() {}

  /**
   * @param now what all workers say
   * @param window how their counters have grown lately
   */
  public static TaskState of(Scrape now, ScrapeWindow window, long nowMs) {
    Double deferral = window.p99(Metric.DEFERRAL_AGE_SECONDS, series -> series.isOf(Component.ADS));
    double blockedAt = now.max(Metric.LAST_BLOCKED_TIMESTAMP_SECONDS);
    return new TaskState(
        now.tasks(),
        ms(now.max(Metric.PENDING_OLDEST_SECONDS)),
        deferral == null ? 0 : ms(deferral),
        window.rate(Metric.PUTS, series -> true),
        (long) now.sum(Metric.BLOCKED_DOCUMENTS),
        blockedAt == 0 ? null : nowMs - ms(blockedAt));
  }

  private static long ms(double seconds) {
    return Math.round(MS_PER_SECOND * seconds);
  }
}
