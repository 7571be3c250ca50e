package clickcounter.ledger;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * A sorted map from counter id to a value, for a few counters. Two small arrays instead of a
 * TreeMap: there is one map for each ad and delivery in memory, and entries that are objects of
 * their own would each cost a cache miss.
 *
 * <p>A look-up compares references first, because events of a counter share the id's object, as
 * long as they were parsed in this JVM. Otherwise it is a binary search. Adding and removing move
 * the entries behind.
 *
 * <p>Mutable, not thread-safe.
 */
public final class CounterMap<V> {
  private static final int SMALLEST = 4;

  private String[] counterIds = new String[SMALLEST];
  private Object[] values = new Object[SMALLEST];
  private int size;

  /** The value of this counter, or null. */
  V get(String counterId) {
    int at = indexOf(counterId);
    return at < 0 ? null : value(at);
  }

  /** The value of this counter; a new one is added when there is none. */
  public V computeIfAbsent(String counterId, Supplier<V> made) {
    int at = indexOf(counterId);
    if (at < 0) {
      at = -at - 1;
      insert(at, counterId, made.get());
    }
    return value(at);
  }

  /** As {@link Arrays#binarySearch}. */
  private int indexOf(String counterId) {
    for (int i = 0; i < size; i++) {
      if (counterIds[i] == counterId) {
        return i;
      }
    }
    return Arrays.binarySearch(counterIds, 0, size, counterId);
  }

  private void insert(int at, String counterId, V value) {
    if (size == counterIds.length) {
      counterIds = Arrays.copyOf(counterIds, 2 * size);
      values = Arrays.copyOf(values, 2 * size);
    }
    System.arraycopy(counterIds, at, counterIds, at + 1, size - at);
    System.arraycopy(values, at, values, at + 1, size - at);
    counterIds[at] = counterId;
    values[at] = value;
    size++;
  }

  void removeAt(int index) {
    size--;
    System.arraycopy(counterIds, index + 1, counterIds, index, size - index);
    System.arraycopy(values, index + 1, values, index, size - index);
    counterIds[size] = null;
    values[size] = null;
  }

  /** Removes all. */
  public void clear() {
    Arrays.fill(counterIds, 0, size, null);
    Arrays.fill(values, 0, size, null);
    size = 0;
  }

  public int size() {
    return size;
  }

  String counterId(int index) {
    return counterIds[index];
  }

  @SuppressWarnings("unchecked") // only values of this type are put in
  V value(int index) {
    return (V) values[index];
  }

  public void forEach(BiConsumer<String, V> counterAndValue) {
    for (int i = 0; i < size; i++) {
      counterAndValue.accept(counterIds[i], value(i));
    }
  }

  /** The counters' ids in ascending order. A view: valid until the next change. */
  List<String> counterIds() {
    return Collections.unmodifiableList(Arrays.asList(counterIds).subList(0, size));
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("{");
    forEach(
        (id, value) ->
            text.append(text.length() > 1 ? ", " : "").append(id).append('=').append(value));
    return text.append('}').toString();
  }
}
