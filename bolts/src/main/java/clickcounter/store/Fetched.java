package clickcounter.store;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The answer to a read. A caller decides on it with one function for each case: a caller that
 * overlooks a case does not compile.
 */
public sealed interface Fetched {
  /** What the function of the answer's case returns. */
  default <R> R decide(
      Function<? super Found, ? extends R> found,
      Function<? super Absent, ? extends R> absent,
      Function<? super Failed, ? extends R> failed) {
    if (this instanceof Found it) {
      return found.apply(it);
    } else if (this instanceof Absent it) {
      return absent.apply(it);
    }
    return failed.apply((Failed) this);
  }

  /** Does what the answer's case demands. */
  default void handle(
      Consumer<? super Found> found,
      Consumer<? super Absent> absent,
      Consumer<? super Failed> failed) {
    Runnable demanded =
        decide(
            it -> () -> found.accept(it),
            it -> () -> absent.accept(it),
            it -> () -> failed.accept(it));
    demanded.run();
  }

  /**
   * The stored values; none if the document is absent.
   *
   * @throws IllegalStateException when the read failed
   */
  List<StoredValue> siblings();

  /**
   * The context for a put in the document's place.
   *
   * @throws IllegalStateException when the read failed
   */
  StoreContext context();

  /** The document exists. Several values are siblings; tombstones among them are left out. */
  record Found(List<StoredValue> siblings, StoreContext context) implements Fetched {
    public Found {
      siblings = List.copyOf(siblings);
      if (siblings.isEmpty()) {
        throw new IllegalArgumentException("a document that was found has at least one value");
      }
    }
  }

  /** There is no document; the context is a tombstone's, or {@link StoreContext#NONE}. */
  record Absent(StoreContext context) implements Fetched {
    @Override
    public List<StoredValue> siblings() {
      return List.of();
    }
  }

  /** The read failed; nothing is known of the document. A later read may succeed. */
  record Failed(String reason) implements Fetched {
    @Override
    public List<StoredValue> siblings() {
      throw new IllegalStateException("the read failed, nothing is known: " + reason);
    }

    @Override
    public StoreContext context() {
      throw new IllegalStateException("the read failed, nothing may be put: " + reason);
    }
  }
}
