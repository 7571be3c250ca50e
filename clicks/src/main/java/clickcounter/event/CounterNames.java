package clickcounter.event;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives the same String for equal counter ids in one JVM, so that they can be compared by
 * reference. When the table is full it starts again: ids are then equal but not the same for a
 * while.
 *
 * <p>Thread-safe.
 */
public final class CounterNames {
  /** More than services live at a time. */
  private static final int MOST = 10_000;

  private static final Map<String, String> NAMES = new ConcurrentHashMap<>();

  private CounterNames() {}

  /** The String that stands for this id. */
  public static String shared(String counterId) {
    String known = NAMES.get(counterId);
    if (known != null) {
      return known;
    }
    if (NAMES.size() >= MOST) {
      NAMES.clear();
    }
    String first = NAMES.putIfAbsent(counterId, counterId);
    return first == null ? counterId : first;
  }
}
