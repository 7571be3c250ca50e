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
   * These ids, of one or more counters, are durable in their ad's document; on failure of what
   * follows the delivery fails too.
   */
  void mark(T delivery, List<Marks> marks);

  /** These lines are not counted; on failure of what follows the delivery fails too. */
  void reject(T delivery, List<Rejected> lines);

  /** All that the delivery brought is done. */
  void ack(T delivery);

  /** The delivery has to come again. */
  void fail(T delivery);
}
