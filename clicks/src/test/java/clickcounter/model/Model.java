package clickcounter.model;

import java.util.function.Consumer;

/** A graph of states, each of which is some ints. {@link Search} visits all of them. */
public interface Model {
  /** How many ints a state is. */
  int width();

  int[] start();

  /** Passes every state that can follow this one. */
  void forEachNext(int[] state, Consumer<int[]> next);

  /** The fault of a state; null if there is none. */
  String fault(int[] state);

  /** The fault of the step that was passed last, whether its state is new or not; null for none. */
  default String faultOfStep() {
    return null;
  }

  /** The state for a person who reads the path to a fault. */
  String describe(int[] state);
}
