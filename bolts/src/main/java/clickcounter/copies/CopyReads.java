package clickcounter.copies;

import clickcounter.reading.ReadMetrics;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.List;

/**
 * The first part of a copy's life: its document is read, in the order in which copies were added,
 * so many at a time.
 */
final class CopyReads<C extends Copy> {
  private final int maxInFlight;
  private final Copies<C> copies;
  private final Keeper<C> keeper;
  private final DocumentStore store;
  private final Turns turns;
  private final ReadMetrics metrics;
  private final ArrayDeque<C> waiting = new ArrayDeque<>();
  private int inFlight;

  CopyReads(
      int maxInFlight,
      Copies<C> copies,
      Keeper<C> keeper,
      DocumentStore store,
      Turns turns,
      ReadMetrics metrics) {
    this.maxInFlight = maxInFlight;
    this.copies = copies;
    this.keeper = keeper;
    this.store = store;
    this.turns = turns;
    this.metrics = metrics;
  }

  void add(C copy) {
    waiting.add(copy);
  }

  /** Starts as many reads as the limit allows. */
  void start() {
    while (inFlight < maxInFlight && !waiting.isEmpty()) {
      C copy = waiting.poll();
      inFlight++;
      metrics.readStarted();
      store.fetch(keeper.key(copy), answer -> turns.execute(() -> onFetched(copy, answer)));
    }
  }

  /** What each answer to a read means for the copy. */
  private void onFetched(C copy, Fetched answer) {
    inFlight--;
    answer.handle(
        found -> {
          List<StoredValue> siblings = found.siblings();
          copy.context = found.context();
          copy.bytes = siblings.get(siblings.size() - 1).bytes().length;
          keeper.found(copy, siblings);
          copies.release(copy);
        },
        absent -> {
          copy.context = absent.context();
          keeper.absent(copy);
          copies.release(copy);
        },
        failed -> {
          metrics.readFailed();
          copies.drop(copy, "read failed: " + failed.reason());
        });
  }
}
