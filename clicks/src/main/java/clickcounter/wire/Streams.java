package clickcounter.wire;

import clickcounter.event.AdIds;

/**
 * The streams between the components, and the fields of their tuples.
 *
 * <table>
 *   <caption>Streams</caption>
 *   <tr><th>stream</th><th>way</th><th>fields</th><th>grouping</th></tr>
 *   <tr><td>{@link #EVENTS}</td><td>spout → ads bolt</td><td>batch: EventBatch, delivery</td><td>direct, by a stable hash of the ad id</td></tr>
 *   <tr><td>{@link #MARKS}</td><td>ads bolt → counters bolt (spout → counters bolt for the id of a write-off)</td><td>counterId, batch: MarksBatch</td><td>{@link #countersTask}</td></tr>
 *   <tr><td>{@link #COUNTER_EVENTS}</td><td>spout → counters bolt</td><td>counterId (the target's), batch: CounterEvent, delivery</td><td>{@link #countersTask}</td></tr>
 *   <tr><td>{@link #REJECTED}</td><td>spout, ads bolt, counters bolt → rejects bolt</td><td>batch: RejectedBatch</td><td>shuffle</td></tr>
 * </table>
 */
public final class Streams {
  public static final String EVENTS = "events";
  public static final String MARKS = "marks";
  public static final String COUNTER_EVENTS = "counterEvents";
  public static final String REJECTED = "rejected";

  /** The field that carries the payload. */
  public static final String BATCH = "batch";

  /** The field that selects the counters task. */
  public static final String COUNTER_ID = "counterId";

  /**
   * The field that identifies a delivery: a number that stays the same when the delivery is emitted
   * again.
   */
  public static final String DELIVERY = "delivery";

  private Streams() {}

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
