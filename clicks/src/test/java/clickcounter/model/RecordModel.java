package clickcounter.model;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A graph of states that are records: two that are equal are one state. Each component is kept once
 * and has a number, so that a state is some ints.
 */
public abstract class RecordModel<S extends Record> implements Model {
  private final Constructor<S> constructor;
  private final Method[] accessors;
  private final List<Interner<Object>> parts;

  protected RecordModel(Class<S> type) {
    RecordComponent[] components = type.getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
    try {
      constructor = type.getDeclaredConstructor(types);
    } catch (NoSuchMethodException e) {
      throw new IllegalArgumentException(e);
    }
    constructor.setAccessible(true);
    accessors = Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
    Arrays.stream(accessors).forEach(accessor -> accessor.setAccessible(true));
    parts = Stream.generate(() -> new Interner<>(part -> part)).limit(types.length).toList();
  }

  protected abstract S first();

  /** Passes every state that can follow this one. */
  protected abstract void next(S state, Consumer<S> next);

  /** The fault of a state; null if there is none. */
  protected abstract String faultOf(S state);

  @Override
  public final int width() {
    return accessors.length;
  }

  @Override
  public final int[] start() {
    S first = first();
    int[] ints = new int[width()];
    for (int i = 0; i < ints.length; i++) {
      ints[i] = parts.get(i).id(part(first, i));
    }
    return ints;
  }

  @Override
  public final void forEachNext(int[] state, Consumer<int[]> next) {
    next(record(state), following -> next.accept(ints(following, state)));
  }

  /** Most parts are those of the state before. */
  private int[] ints(S state, int[] before) {
    int[] ints = before.clone();
    for (int i = 0; i < ints.length; i++) {
      Object part = part(state, i);
      if (part != parts.get(i).value(before[i])) {
        ints[i] = parts.get(i).id(part);
      }
    }
    return ints;
  }

  private Object part(S state, int at) {
    try {
      return accessors[at].invoke(state);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException(e);
    }
  }

  private S record(int[] state) {
    Object[] components = new Object[state.length];
    for (int i = 0; i < components.length; i++) {
      components[i] = parts.get(i).value(state[i]);
    }
    try {
      return constructor.newInstance(components);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public final String fault(int[] state) {
    return faultOf(record(state));
  }

  @Override
  public final String describe(int[] state) {
    return "  " + record(state) + "\n";
  }
}
