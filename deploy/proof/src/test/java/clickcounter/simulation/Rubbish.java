package clickcounter.simulation;

import clickcounter.store.StoredValue;
import java.util.List;

/** What somebody wrote by hand in the place of a document: no task counts on it. */
final class Rubbish {
  private static final StoredValue VALUE = SimulatedStore.RUBBISH;

  private Rubbish() {}

  static boolean isAmong(List<StoredValue> siblings) {
    return siblings.stream().anyMatch(Rubbish::isRubbish);
  }

  /** The siblings that are documents. */
  static List<StoredValue> removed(List<StoredValue> siblings) {
    return siblings.stream().filter(value -> !isRubbish(value)).toList();
  }

  private static boolean isRubbish(StoredValue value) {
    return value.contentType().equals(VALUE.contentType());
  }
}
