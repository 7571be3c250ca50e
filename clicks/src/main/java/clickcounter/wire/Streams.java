package clickcounter.wire;

/**
 * The streams between the components, and the fields of their tuples.
 *
 * <table>
 *   <caption>Streams</caption>
 *   <tr><th>stream</th><th>way</th><th>fields</th><th>grouping</th></tr>
 *   <tr><td>{@link #EVENTS}</td><td>spout → ads bolt</td><td>batch: EventBatch</td><td>direct, by a stable hash of the ad id</td></tr>
 *   <tr><td>{@link #MARKS}</td><td>ads bolt → counters bolt (spout → counters bolt for the id of a write-off)</td><td>counterId, batch: Marks</td><td>by counterId</td></tr>
 *   <tr><td>{@link #COUNTER_EVENTS}</td><td>spout → counters bolt</td><td>counterId, batch: CounterEvent</td><td>by counterId (the target's)</td></tr>
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

  /** The field by which tuples find the counters task. */
  public static final String COUNTER_ID = "counterId";

  private Streams() {}

  /**
   * The ads task, 0 to {@code tasks - 1}, that counts this ad: the same in every worker and every
   * life.
   */
  public static int adsTask(String adId, int tasks) {
    int h = adId.hashCode();
    h ^= h >>> 16;
    h *= 0x85ebca6b;
    h ^= h >>> 13;
    return Math.floorMod(h, tasks);
  }
}
