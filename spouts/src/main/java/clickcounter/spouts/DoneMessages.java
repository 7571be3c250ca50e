package clickcounter.spouts;

import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.Set;

/** Ids of the messages that were done last, to recognise their redelivery. */
final class DoneMessages {
  private final int most;

  /** The first is the oldest. */
  private final Set<String> ids = new LinkedHashSet<>();

  /**
   * @param most ids that are remembered
   */
  DoneMessages(int most) {
    this.most = most;
  }

  boolean contains(String id) {
    return ids.contains(id);
  }

  /** Adds an id, and forgets the oldest one if there are too many. */
  void add(String id) {
    ids.add(id);
    if (ids.size() > most) {
      Iterator<String> oldest = ids.iterator();
      oldest.next();
      oldest.remove();
    }
  }
}
