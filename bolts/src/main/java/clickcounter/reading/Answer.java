package clickcounter.reading;

import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * What a read of a counter or an ad found. A caller decides on it with one function for each case:
 * a caller that overlooks a case does not compile.
 */
public sealed interface Answer<T> {
  /**
   * What the function of the answer's case returns.
   *
   * @param blocked gets the reason
   * @param failed gets the reason
   */
  default <R> R decide(
      Function<? super T, ? extends R> present,
      Supplier<? extends R> absent,
      Function<String, ? extends R> blocked,
      Function<String, ? extends R> failed) {
    if (this instanceof Present<T> it) {
      return present.apply(it.value);
    } else if (this instanceof Absent) {
      return absent.get();
    } else if (this instanceof Blocked<T> it) {
      return blocked.apply(it.reason);
    }
    return failed.apply(((Failed<T>) this).reason);
  }

  /** Does what the answer's case demands; see {@link #decide}. */
  default void handle(
      Consumer<? super T> present,
      Runnable absent,
      Consumer<String> blocked,
      Consumer<String> failed) {
    Runnable demanded =
        decide(
            value -> () -> present.accept(value),
            () -> absent,
            reason -> () -> blocked.accept(reason),
            reason -> () -> failed.accept(reason));
    demanded.run();
  }

  record Present<T>(T value) implements Answer<T> {}

  /** There is none: nothing was ever counted. */
  record Absent<T>() implements Answer<T> {}

  /** What is stored cannot be used until an operator has repaired it. */
  record Blocked<T>(String reason) implements Answer<T> {}

  /** The store gave no answer; nothing is known. A later read may succeed. */
  record Failed<T>(String reason) implements Answer<T> {}
}
