package clickcounter.store;

import java.util.List;

/** The answer to a read. */
public sealed interface Fetched {
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
  record Absent(StoreContext context) implements Fetched {}

  /** The read failed; nothing is known of the document. A later read may succeed. */
  record Failed(String reason) implements Fetched {}
}
