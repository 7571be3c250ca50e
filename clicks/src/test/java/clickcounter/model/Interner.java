package clickcounter.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Assigns a small number to each distinct value, so that a model's state is a few ints. */
public final class Interner<T> {
  private final Function<T, Object> key;
  private final Map<Object, Integer> ids = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  /**
   * @param key values with equal keys get the same number
   */
  public Interner(Function<T, Object> key) {
    this.key = key;
  }

  public int id(T value) {
    Object itsKey = key.apply(value);
    Integer known = ids.get(itsKey);
    if (known != null) {
      return known;
    }
    values.add(value);
    ids.put(itsKey, values.size() - 1);
    return values.size() - 1;
  }

  public T value(int id) {
    return values.get(id);
  }
}
