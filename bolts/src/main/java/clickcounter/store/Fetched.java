package clickcounter.store;

import java.util.List;

/** The answer to a read. */
public sealed interface Fetched {
  /**
   * Decides on the answer.
   *
   * @return what the method of its case returns
   */
  <R> R decide(Cases<R> cases);

  /**
   * The context for a put in the document's place.
   *
   * @throws IllegalStateException when the read failed
   */
  StoreContext context();

  /** One decision for each case. A new case is a new method here, so no caller can overlook it. */
  interface Cases<R> {
    /** See {@link Found}. */
    R found(List<StoredValue> siblings, StoreContext context);

    /** See {@link Absent}. */
    R absent(StoreContext context);

    /** See {@link Failed}. */
    R failed(String reason);
  }

  /** The document exists. Several values are siblings; tombstones among them are left out. */
  record Found(List<StoredValue> siblings, StoreContext context) implements Fetched {
    public Found {
      siblings = List.copyOf(siblings);
      if (siblings.isEmpty()) {
        throw new IllegalArgumentException("a document that was found has at least one value");
      }
    }

    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.found(siblings, context);
    }
  }

  /** There is no document; the context is a tombstone's, or {@link StoreContext#NONE}. */
  record Absent(StoreContext context) implements Fetched {
    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.absent(context);
    }
  }

  /** The read failed; nothing is known of the document. A later read may succeed. */
  record Failed(String reason) implements Fetched {
    @Override
    public StoreContext context() {
      throw new IllegalStateException("the read failed, nothing may be put: " + reason);
    }

    @Override
    public <R> R decide(Cases<R> cases) {
      return cases.failed(reason);
    }
  }
}
