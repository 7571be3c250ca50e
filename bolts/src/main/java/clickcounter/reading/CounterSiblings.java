package clickcounter.reading;

import clickcounter.document.CounterDocument;
import clickcounter.ledger.CounterViews;
import java.util.List;

/**
 * What is recorded of a counter.
 *
 * @param siblings at least one; of a retired counter, what its deleted document said
 * @param bytes of all siblings together; 0 for a retired counter
 */
public record CounterSiblings(List<CounterDocument> siblings, int bytes) {
  public CounterSiblings {
    siblings = List.copyOf(siblings);
  }

  public CounterDocument union() {
    return CounterViews.union(siblings);
  }
}
