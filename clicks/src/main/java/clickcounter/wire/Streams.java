package clickcounter.wire;

import clickcounter.event.AdIds;
import java.util.List;

/**
 * The streams between the components. Each tuple has one field, {@link #BATCH}.
 *
 * <table>
 *   <caption>Streams</caption>
 *   <tr><th>stream</th><th>way</th><th>payload</th><th>receiving task</th></tr>
 *   <tr><td>{@link #EVENTS}</td><td>spout → ads bolt</td><td>EventBatch</td><td>{@link #adsTask}</td></tr>
 *   <tr><td>{@link #MARKS}</td><td>ads bolt → counters bolt (spout → counters bolt for the id of a write-off)</td><td>MarksBatch</td><td>{@link #countersTask}</td></tr>
 *   <tr><td>{@link #COUNTER_EVENTS}</td><td>spout → counters bolt</td><td>CounterEvent</td><td>{@link #countersTask} of its target</td></tr>
 *   <tr><td>{@link #REJECTED}</td><td>spout, ads bolt, counters bolt → rejects bolt</td><td>RejectedBatch</td><td>any</td></tr>
 * </table>
 */
public final class Streams {
  public static final String EVENTS = "events";
  public static final String MARKS = "marks";
  public static final String COUNTER_EVENTS = "counterEvents";
  public static final String REJECTED = "rejected";

  public static final String BATCH = "batch";

  private Streams() {}

  /**
   * The tasks of a component in the order in which {@link #adsTask} and {@link #countersTask}
   * number them: the same in every worker, so that all send an ad or a counter to the same task.
   *
   * @param tasks as Storm lists them; null if the topology lacks the component
   * @throws IllegalStateException when there is none
   */
  public static List<Integer> inOrder(String component, List<Integer> tasks) {
    if (tasks == null || tasks.isEmpty()) {
      throw new IllegalStateException(
          "the topology has no component '" + component + "' to receive the tuples");
    }
    return tasks.stream().sorted().toList();
  }

  /**
   * The ads task, 0 to {@code tasks - 1}, that counts this ad: the same in every worker and after
   * every restart.
   */
  public static int adsTask(String adId, int tasks) {
    byte[] name = AdIds.bytes(adId);
    return adsTask(name, 0, name.length, tasks);
  }

  /** The same for an ad id in UTF-8. */
  public static int adsTask(byte[] names, int from, int to, int tasks) {
    return task(AdIds.polynomial(names, from, to), tasks);
  }

  /** The counters task, 0 to {@code tasks - 1}, that records in this counter's document. */
  public static int countersTask(String counterId, int tasks) {
    return task(counterId.hashCode(), tasks);
  }

  private static int task(int hash, int tasks) {
    int h = hash ^ hash >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    return Math.floorMod(h, tasks);
  }
}
