package clickcounter.counting;

import clickcounter.event.Rejected;
import clickcounter.wire.Marks;
import java.util.List;

/**
 * Where a task sends what it has decided. All calls come from the task's own thread.
 *
 * @param <T> a delivery: what has to be acked or failed as a whole (in Storm, a tuple)
 */
public interface Output<T> {
  /**
   * Sends ids, of one or more counters, that are durable in their ad's document. When that fails
   * later, the delivery fails too.
   */
  void mark(T delivery, List<Marks> marks);

  /** Sends lines that are not counted. When that fails later, the delivery fails too. */
  void reject(T delivery, List<Rejected> lines);

  void ack(T delivery);

  /** The delivery is in good hands, though it may take longer than its time-out. */
  void keepAlive(T delivery);

  void fail(T delivery);
}
