package clickcounter.simulation;

import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.function.ToLongFunction;

/** What stands in the place of a document while no task counts on it. */
final class Fences {
  private Fences() {}

  static boolean isFence(StoredValue value) {
    return value.contentType().equals(Fence.CONTENT_TYPE);
  }

  /** False for a fence, and for what was written by hand. */
  static boolean isDocument(StoredValue value) {
    return !isFence(value) && !value.contentType().equals(SimulatedStore.RUBBISH.contentType());
  }

  static Fence read(StoredValue value) {
    try {
      return Fence.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation(Invariant.READABLE, "unreadable fence: " + e);
    }
  }

  static List<StoredValue> documents(List<StoredValue> siblings) {
    return siblings.stream().filter(Fences::isDocument).toList();
  }

  /**
   * Whether rubbish is among the siblings, or a fence that is not stale.
   *
   * @param number of the write of a document
   */
  static boolean isBlocked(List<StoredValue> siblings, ToLongFunction<StoredValue> number) {
    long newest = documents(siblings).stream().mapToLong(number).max().orElse(0);
    return siblings.stream()
        .filter(value -> !isDocument(value))
        .anyMatch(value -> !isFence(value) || newest <= read(value).number());
  }
}
