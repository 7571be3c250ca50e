package clickcounter.states;

import java.util.function.Consumer;

/** Reads the states of ads from their documents. Thread-safe. */
@FunctionalInterface
public interface StateReader {
  /**
   * Reads the state of one ad; does not wait.
   *
   * @param answer receives the state or why there is none: once, within a limited time, on any
   *     thread
   */
  void read(String adId, Consumer<StateRead> answer);
}
