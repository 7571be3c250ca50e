package clickcounter.copies;

import clickcounter.reading.ReadMetrics;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The first part of a copy's life: its document is read, in the order in which copies were added,
 * so many at a time.
 *
 * <p>A document whose read or put failed is read again before all others. If that fails, too, it
 * rests before each further attempt, longer after each. So many documents rest at a time; the
 * others of them wait. So a store that is away is asked a few times a second, and when it is back
 * all are read as fast as it answers.
 */
final class CopyReads<C extends Copy> {
  private static final long FIRST_REST_MS = 250;
  private static final long LONGEST_REST_MS = 2_000;

  private final int maxInFlight;
  private final Copies<C> copies;
  private final Keeper<C> keeper;
  private final DocumentStore store;
  private final Turns turns;
  private final ReadMetrics metrics;
  private final ArrayDeque<C> waiting = new ArrayDeque<>();

  /** Those that failed more than once. */
  private final ArrayDeque<C> failing = new ArrayDeque<>();

  private final PriorityQueue<Resting<C>> resting =
      new PriorityQueue<>(Comparator.comparingLong(Resting::untilMs));
  private int inFlight;

  /** Of those that failed more than once, how many rest or are being read. */
  private int retries;

  private record Resting<C>(C copy, long untilMs) {}

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
    if (copy.failures == null) {
      waiting.add(copy);
    } else if (copy.failures.count() == 1) {
      waiting.addFirst(copy);
    } else {
      failing.add(copy);
    }
  }

  /** Starts as many reads as the limits allow. */
  void start() {
    while (retries < maxInFlight && !failing.isEmpty()) {
      C copy = failing.poll();
      retries++;
      resting.add(new Resting<>(copy, turns.nowMs() + restMs(copy.failures.count())));
    }
    while (!resting.isEmpty() && resting.peek().untilMs <= turns.nowMs()) {
      fetch(resting.poll().copy, () -> retries--);
    }
    while (inFlight < maxInFlight && !waiting.isEmpty()) {
      inFlight++;
      fetch(waiting.poll(), () -> inFlight--);
    }
  }

  private static long restMs(int failures) {
    return Math.min(LONGEST_REST_MS, FIRST_REST_MS << Math.min(failures - 2, Byte.SIZE));
  }

  private void fetch(C copy, Runnable ended) {
    metrics.readStarted();
    store.fetch(
        keeper.key(copy),
        answer ->
            turns.execute(
                () -> {
                  ended.run();
                  onFetched(copy, answer);
                }));
  }

  /** What each answer to a read means for the copy. */
  private void onFetched(C copy, Fetched answer) {
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
          copies.readAgain(copy, "read failed: " + failed.reason());
        });
  }
}
