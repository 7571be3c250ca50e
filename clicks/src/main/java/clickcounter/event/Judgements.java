package clickcounter.event;

import java.util.Arrays;

/**
 * The judgements of a batch, for those of its events that have one: most batches have none.
 *
 * @param events the indexes of these events, ascending
 * @param judgements of each
 */
record Judgements(int[] events, Judgement[] judgements) {
  static final Judgements NONE = new Judgements(new int[0], new Judgement[0]);

  /** Null if the event has none. */
  Judgement of(int event) {
    int at = events.length == 0 ? -1 : Arrays.binarySearch(events, event);
    return at < 0 ? null : judgements[at];
  }
}
