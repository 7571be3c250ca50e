package clickcounter.simulation;

import clickcounter.counting.CountingMetrics;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Stands between one task and its store, and checks {@link Invariant#FAIRNESS}: a task must not
 * write a document while another one, whose earlier deadline has passed, waits. One that failed is
 * left out until it was put: it waits for reads, of itself and perhaps of counters, and keeps its
 * deadline. Tells {@link BlockedChecks} what the store answers.
 */
final class TaskWatch implements CountingMetrics, DocumentStore {
  private static final int REMEMBERED_PUTS = 100;

  /** The time that an answer may take from the store to the task. */
  private static final long SLACK_MS = 50;

  private final DocumentStore store;
  private final LongSupplier clockMs;
  private final long deferralMs;
  private final BlockedChecks blocked;
  private final Statistics statistics;
  private final Map<DocumentKey, Long> endedAtMs = new HashMap<>();
  private final Set<DocumentKey> failed = new HashSet<>();
  private final ArrayDeque<Put> puts = new ArrayDeque<>();

  /** Of what the next put writes, if it was announced. */
  private long ageMs;

  private record Put(DocumentKey key, long atMs, long changedAtMs) {}

  TaskWatch(
      DocumentStore store,
      LongSupplier clockMs,
      long deferralMs,
      BlockedChecks blocked,
      Statistics statistics) {
    this.store = store;
    this.clockMs = clockMs;
    this.deferralMs = deferralMs;
    this.blocked = blocked;
    this.statistics = statistics;
  }

  @Override
  public void fetch(DocumentKey key, Consumer<Fetched> answer) {
    blocked.reading(key);
    store.fetch(
        key,
        fetched -> {
          blocked.read(key, fetched);
          fetched.handle(found -> {}, absent -> {}, failure -> failed.add(key));
          answer.accept(fetched);
        });
  }

  @Override
  public void put(
      DocumentKey key, StoredValue value, StoreContext context, Consumer<Stored> answer) {
    if (key.bucket().equals(DocumentKey.DIRECTORY)) {
      store.put(key, value, context, answer);
      return;
    }
    requireFair(new Put(key, clockMs.getAsLong(), clockMs.getAsLong() - ageMs));
    ageMs = 0;
    store.put(
        key,
        value,
        context,
        stored -> {
          endedAtMs.put(key, clockMs.getAsLong());
          blocked.stored(key, stored);
          failed.add(key);
          if (stored.failure() == null) {
            failed.remove(key);
          }
          answer.accept(stored);
        });
  }

  /** What the task blocks. */
  BlockedChecks blocked() {
    return blocked;
  }

  /** Discards earlier measurements. */
  void clockJumped() {
    puts.clear();
    endedAtMs.replaceAll((key, atMs) -> clockMs.getAsLong());
  }

  private void requireFair(Put put) {
    long wantedMs =
        Math.max(put.changedAtMs + deferralMs, endedAtMs.getOrDefault(put.key, 0L)) + SLACK_MS;
    for (Put earlier : puts) {
      statistics.checked(Invariant.FAIRNESS);
      if (!failed.contains(put.key)
          && earlier.atMs > wantedMs
          && earlier.changedAtMs > put.changedAtMs) {
        throw new Violation(
            Invariant.FAIRNESS,
            "%s, changed at %s ms, waited past its deadline until %s ms, though %s, changed at %s"
                + " ms, was written at %s ms",
            put.key,
            put.changedAtMs,
            put.atMs,
            earlier.key,
            earlier.changedAtMs,
            earlier.atMs);
      }
    }
    puts.add(put);
    if (puts.size() > REMEMBERED_PUTS) {
      puts.remove();
    }
  }

  @Override
  public void putStarted(int events, int bytes, long ageMs) {
    this.ageMs = ageMs;
  }

  @Override
  public void blocked(DocumentKey document) {
    blocked.blocked(document);
  }

  @Override
  public void done(int counted, int duplicates, int rejected) {}

  @Override
  public void durableAfter(long ms) {}

  @Override
  public void putEnded(PutEnd end, long tookMs) {}

  @Override
  public void readStarted() {}

  @Override
  public void readFailed() {}

  @Override
  public void merged(int siblings) {}

  @Override
  public void unrecorded(long ids) {}

  @Override
  public void close() {}
}
