package clickcounter.status;

import clickcounter.jms.DeadLetters;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.ScrapeWindow;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.Map;

/**
 * What was found out about a running system. A part is null if it was not asked or did not answer.
 * Programs depend on the names of the parts: {@code --json} prints them.
 *
 * @param silentWorkers the workers that do not answer, each with the reason
 */
public record SystemStatus(
    TopologyState topology,
    QueueLoad queue,
    DocumentState documents,
    TaskState tasks,
    @JsonIgnore Map<String, String> silentWorkers) {
  public SystemStatus {
    silentWorkers = Map.copyOf(silentWorkers);
  }

  /**
   * What Nimbus says.
   *
   * @param status Storm's word, such as ACTIVE
   * @param assignedTasks tasks of our components that have a worker
   */
  public record TopologyState(
      String name, String status, long uptimeS, int workers, int assignedTasks) {}

  /**
   * What the broker says.
   *
   * @param exact whether the broker knows how many messages there are; if not, there are at least
   *     so many, and the other values are null
   * @param drainS until the queue is empty if things go on as in these seconds; 0 if it has no more
   *     than what waits for its puts; null if it grows, or is not known yet
   */
  public record QueueLoad(
      long messages,
      boolean exact,
      Long consumers,
      Double arrivedPerS,
      Double donePerS,
      Long drainS,
      long rejectsWaiting,
      boolean rejectsExact,
      DeadLetters deadLetters) {}

  /**
   * What the counters' documents say.
   *
   * @param gaps missing events, without those that were rejected
   * @param rejected missing events whose lines are in the queue of rejects
   * @param overdue missing events that should not be waited for any longer
   */
  public record DocumentState(
      GapsByAge gaps,
      long rejected,
      long overdue,
      int counters,
      int alive,
      int silent,
      int closed,
      int unreadable) {}

  /** Missing events, without those that are written off, by how long they have been missing. */
  public record GapsByAge(
      long total, long under1Min, long under10Min, long under1Hour, long under1Day, long older) {
    /** Without those that are under way. */
    public long missing() {
      return total - under1Min;
    }
  }

  /**
   * What the topology's metrics say.
   *
   * @param reporting tasks whose worker answers
   * @param deferralP99Ms the 99th percentile of all ads tasks; 0 without puts
   * @param blocked how often a document was found blocked since the workers started
   * @param blockedMsAgo when that, or an id that could not be recorded, was last; null: never
   */
  public record TaskState(
      int reporting,
      long oldestPendingMs,
      long deferralP99Ms,
      double putsPerS,
      long blocked,
      Long blockedMsAgo) {
    /**
     * Sums up what the workers say.
     *
     * @param now what all workers say
     * @param window how their counters have grown lately
     */
    public static TaskState of(Scrape now, ScrapeWindow window, long nowMs) {
      Double deferralS = window.p99(Metric.DEFERRAL_AGE_SECONDS, each -> each.isOf(Component.ADS));
      double blockedAtS = now.max(Metric.LAST_BLOCKED_TIMESTAMP_SECONDS);
      return new TaskState(
          now.tasks(),
          ms(now.max(Metric.PENDING_OLDEST_SECONDS)),
          deferralS == null ? 0 : ms(deferralS),
          window.rate(Metric.PUTS, each -> true),
          (long) now.sum(Metric.BLOCKED_DOCUMENTS),
          blockedAtS == 0 ? null : nowMs - ms(blockedAtS));
    }

    private static long ms(double seconds) {
      return Math.round(1_000 * seconds);
    }
  }
}
