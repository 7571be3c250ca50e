package clickcounter.status;

/**
 * What was found out about a running system. A part is null if it was not asked or did not answer.
 * Programs depend on these names: {@code --json} prints them.
 */
public record SystemStatus(
    TopologyState topology, QueueLoad queue, DocumentState documents, TaskState tasks) {

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
   * @param drainS until the queue is empty if things go on as in these seconds; null if it grows,
   *     or is not known yet
   */
  public record QueueLoad(
      long messages,
      boolean exact,
      Long consumers,
      Double arrivedPerS,
      Double donePerS,
      Long drainS,
      long rejectsWaiting,
      boolean rejectsExact) {}

  /**
   * What the counters' documents say.
   *
   * @param overdue missing events that should not be waited for any longer
   */
  public record DocumentState(
      GapsByAge gaps,
      long overdue,
      int counters,
      int alive,
      int silent,
      int closed,
      int unreadable) {}

  /** Missing events, without those that are written off, by how long they have been missing. */
  public record GapsByAge(
      long total, long under1Min, long under10Min, long under1Hour, long under1Day, long older) {}

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
      Long blockedMsAgo) {}
}
