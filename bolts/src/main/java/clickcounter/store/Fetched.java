package clickcounter.store;

import java.util.List;

/** The answer to a read. */
public sealed interface Fetched {
  /**
   * The document is there. More than one value are siblings; tombstones among them are left out.
   */
  record Found(List<StoredValue> siblings, StoreContext context) implements Fetched {
    public Found {
      siblings = List.copyOf(siblings);
      if (siblings.isEmpty()) {
        throw new IllegalArgumentException("a document that was found has at least one value");
      }
    }
  }

  /** There is no document; the context is a tombstone's, or {@link StoreContext#NONE}. */
  record Absent(StoreContext context) implements Fetched {}

  /** The read did not succeed; nothing is known of the document. It may be tried again later. */
  record Failed(String reason) implements Fetched {}
}
