package clickcounter.store;

import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The answer to a put. Only {@link Single} proves that the value is durable and the only one. A
 * caller decides on it with one function for each case: a caller that overlooks a case does not
 * compile.
 */
public sealed interface Stored {
  /** What the function of the answer's case returns. */
  default <R> R decide(
      Function<? super Single, ? extends R> single,
      Function<? super Siblings, ? extends R> siblings,
      Function<? super Doubt, ? extends R> doubt,
      Function<? super Refused, ? extends R> refused) {
    if (this instanceof Single it) {
      return single.apply(it);
    } else if (this instanceof Siblings it) {
      return siblings.apply(it);
    } else if (this instanceof Doubt it) {
      return doubt.apply(it);
    }
    return refused.apply((Refused) this);
  }

  /** Does what the answer's case demands. */
  default void handle(
      Consumer<? super Single> single,
      Consumer<? super Siblings> siblings,
      Consumer<? super Doubt> doubt,
      Consumer<? super Refused> refused) {
    Runnable demanded =
        decide(
            it -> () -> single.accept(it),
            it -> () -> siblings.accept(it),
            it -> () -> doubt.accept(it),
            it -> () -> refused.accept(it));
    demanded.run();
  }

  /** Why the value may not be durable or not the only one; null for a {@link Single}. */
  default String failure() {
    return decide(
        single -> null,
        siblings -> siblings.count() + " siblings",
        doubt -> "put in doubt: " + doubt.reason(),
        refused -> "the store refuses it: " + refused.reason());
  }

  /** Stored by a quorum, as the only value; the next put uses the new context. */
  record Single(StoreContext context) implements Stored {}

  /**
   * Another writer put the document too: there are other values beside ours, or its value replaced
   * ours. Read again and merge.
   *
   * @param count of the values; 1 when ours was replaced
   */
  record Siblings(int count) implements Stored {}

  /**
   * Unknown whether it was stored: a time-out, a lost connection, a quorum not met, or a server
   * error that does not say. Never repeat the put; read again.
   */
  record Doubt(String reason) implements Stored {}

  /** Not stored, and the same put never will be: the document is too large. */
  record Refused(String reason) implements Stored {}
}
