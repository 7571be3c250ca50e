package clickcounter.tools.archive;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * What a tool knows of each counter of the archives, made when the first event of the counter is
 * read. Thread-safe; each thread that reads asks its own {@link Met} first.
 *
 * @param <T> what is known of a counter
 */
public final class CounterTable<T> {
  private final ConcurrentHashMap<String, T> byId = new ConcurrentHashMap<>();
  private final ConcurrentSkipListMap<Integer, T> byNumber = new ConcurrentSkipListMap<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final Maker<T> maker;

  /** Makes what is known of a counter, once. */
  @FunctionalInterface
  public interface Maker<T> {
    /**
     * @param number 0 for the first counter, and so on
     */
    T make(String counterId, int number);
  }

  public CounterTable(Maker<T> maker) {
    this.maker = maker;
  }

  public T get(String counterId) {
    return byId.computeIfAbsent(counterId, this::make);
  }

  private T make(String counterId) {
    int number = numbers.getAndIncrement();
    T made = maker.make(counterId, number);
    byNumber.put(number, made);
    return made;
  }

  public boolean contains(String counterId) {
    return byId.containsKey(counterId);
  }

  /** All that were made, by their number. */
  public List<T> all() {
    return List.copyOf(byNumber.values());
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
