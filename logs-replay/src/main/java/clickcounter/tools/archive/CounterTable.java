package clickcounter.tools.archive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What a tool knows of each counter of the archives, made when the first event of the counter is
 * read. Thread-safe; each thread that reads asks its own {@link Met} first.
 *
 * @param <T> what is known of a counter
 */
public final class CounterTable<T> {
  private final ConcurrentHashMap<String, T> byId = new ConcurrentHashMap<>();
  private final Function<String, T> maker;

  /**
   * @param maker makes what is known of a counter, once
   */
  public CounterTable(Function<String, T> maker) {
    this.maker = maker;
  }

  public T get(String counterId) {
    return byId.computeIfAbsent(counterId, maker);
  }

  /** All that were made, by the counters' ids. */
  public Map<String, T> byId() {
    return Collections.unmodifiableMap(byId);
  }

  /**
   * The counters that one thread meets.
   *
   * @param own makes what this thread has beside what all share, or only that
   */
  public <V> Met<V> met(Function<T, V> own) {
    return new Met<>(counterId -> own.apply(get(counterId)));
  }

  /** The counters that one thread has met. Finds that of a line without making its id a string. */
  public static final class Met<V> {
    private final Function<String, V> first;
    private final ByteNames names = new ByteNames();
    private final List<V> met = new ArrayList<>();

    /**
     * @param first makes what the thread has of a counter that it meets for the first time
     */
    public Met(Function<String, V> first) {
      this.first = first;
    }

    public V of(EventLine event) {
      int index = event.counter(names);
      if (index == met.size()) {
        met.add(first.apply(names.name(index)));
      }
      return met.get(index);
    }
  }
}
