package clickcounter.counting;

import clickcounter.copies.StoreMetrics;
import clickcounter.copies.Turns;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.reading.ListedCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters counters into the directory before their documents are first put, so that every counter
 * document is listed.
 *
 * <p>One exception, which is logged as an error: counting goes on when the directory cannot be
 * read. This task remembers the counters that it could not enter, and enters them when an operator
 * has repaired the directory. A restarted task enters each counter whose document it reads.
 *
 * <p>Several tasks may enter counters into one document of the directory at the same time: after
 * siblings the document is read and put again, up to {@value #MAX_ATTEMPTS} times. A read proves
 * nothing durable, so a counter without a document counts as entered only after a put by this task.
 *
 * <p>Not thread-safe: the store's answers reach it in the task's turns.
 */
final class CounterDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(CounterDirectory.class);
  private static final int MAX_ATTEMPTS = 5;

  /** The set is cleared at this size; a counter that was in it is looked up once more. */
  private static final int MOST_LISTED = 100_000;

  private final DocumentStore store;
  private final Turns turns;
  private final long retryMs;
  private final CountingMetrics metrics;
  private final Map<String, Shard> shards = new HashMap<>();

  /** Counters that need nothing more in the life of this task. */
  private final Set<String> listed = new HashSet<>();

  /**
   * @param retryMs from a failed entry to the next attempt
   */
  CounterDirectory(DocumentStore store, Turns turns, long retryMs, CountingMetrics metrics) {
    this.store = store;
    this.turns = turns;
    this.retryMs = retryMs;
    this.metrics = metrics;
  }

  interface EntryCallback {
    /**
     * @param failure null when the counter is in the directory; else why it may not be
     */
    void entered(String failure);
  }

  /**
   * @param callback null when nothing waits for the entry
   */
  private record Entering(String counterId, EntryCallback callback) {
    boolean needsPut() {
      return callback != null;
    }
  }

  /**
   * One document of the directory. One round of read and put runs at a time, for all counters that
   * wait when it begins.
   */
  private final class Shard {
    final DocumentKey key;
    final Set<String> unlisted = new HashSet<>();
    long retryAtMs = Long.MAX_VALUE;
    List<Entering> waiting = new ArrayList<>();
    List<Entering> round = List.of();
    int attempt;

    /** A put in doubt may be on one replica only, so what a read shows may disappear. */
    boolean doubtful;

    Shard(String key) {
      this.key = new DocumentKey(DocumentKey.DIRECTORY, key);
    }

    void startRound() {
      if (round.isEmpty() && !waiting.isEmpty()) {
        round = waiting;
        waiting = new ArrayList<>();
        attempt = 1;
        fetch();
      }
    }

    private void fetch() {
      metrics.readStarted();
      store.fetch(key, answer -> turns.execute(() -> fetched(answer)));
    }

    private void fetched(Fetched answer) {
      answer.handle(
          this::found,
          absent -> putIfNew(new TreeSet<>(), true, absent.context()),
          failed -> {
            metrics.readFailed();
            retryOrFail("read failed: " + failed.reason());
          });
    }

    private void found(Fetched.Found found) {
      try {
        TreeSet<String> ids = ListedCounters.read(found.siblings()).counterIds();
        putIfNew(ids, found.siblings().size() > 1, found.context());
      } catch (UnreadableDocument e) {
        unreadable(e.getMessage());
      }
    }

    /** The directory serves readers only: counting goes on without it. */
    private void unreadable(String reason) {
      round.forEach(entering -> unlisted.add(entering.counterId));
      LOG.error(
          "{} cannot be read: {}. Counters {} are counted, but not listed until an operator"
              + " has repaired the document. They are entered within {} s after that.",
          key,
          reason,
          unlisted,
          retryMs / 1_000);
      retryAtMs = turns.nowMs() + retryMs;
      endRound(null);
    }

    private void putIfNew(TreeSet<String> ids, boolean owed, StoreContext context) {
      boolean put = owed || doubtful;
      for (Entering entering : round) {
        put |= ids.add(entering.counterId) || entering.needsPut();
      }
      put |= ids.addAll(unlisted);
      if (!put) {
        end();
        return;
      }
      byte[] bytes = new DirectoryDocument(ids).toBytes();
      metrics.putStarted(0, bytes.length, 0);
      long startMs = turns.nowMs();
      store.put(
          key,
          new StoredValue(DirectoryDocument.CONTENT_TYPE, bytes),
          context,
          answer -> turns.execute(() -> stored(startMs, answer)));
    }

    private void stored(long startMs, Stored answer) {
      metrics.putEnded(StoreMetrics.PutEnd.of(answer), turns.nowMs() - startMs);
      answer.handle(
          single -> {
            doubtful = false;
            end();
          },
          siblings -> retryOrFail(answer.failure()),
          doubt -> {
            doubtful = true;
            retryOrFail(answer.failure());
          },
          refused -> retryOrFail(answer.failure()));
    }

    private void retryOrFail(String reason) {
      if (attempt++ < MAX_ATTEMPTS) {
        fetch();
        return;
      }
      for (Entering entering : round) {
        if (!entering.needsPut()) {
          unlisted.add(entering.counterId);
        }
      }
      if (!unlisted.isEmpty()) {
        retryAtMs = turns.nowMs() + retryMs;
      }
      endRound(key + ": " + reason);
    }

    private void end() {
      if (listed.size() > MOST_LISTED) {
        listed.clear();
      }
      listed.addAll(unlisted);
      unlisted.clear();
      retryAtMs = Long.MAX_VALUE;
      round.forEach(entering -> listed.add(entering.counterId));
      endRound(null);
    }

    private void endRound(String failure) {
      List<Entering> ended = round;
      round = List.of();
      for (Entering entering : ended) {
        if (entering.callback != null) {
          entering.callback.entered(failure);
        }
      }
      startRound();
    }

    /** Another round, for all counters that could not be entered. */
    void retry() {
      retryAtMs = Long.MAX_VALUE;
      waiting.add(new Entering(unlisted.iterator().next(), null));
      startRound();
    }
  }

  /** Enters a counter that has no document yet; the callback says when its document may be put. */
  void enter(String counterId, EntryCallback callback) {
    add(new Entering(counterId, callback));
  }

  /** Enters a counter whose document exists, unless it is listed already; nothing waits for it. */
  void list(String counterId) {
    add(new Entering(counterId, null));
  }

  /** The counter may have been taken out of the directory. */
  void forget(String counterId) {
    listed.remove(counterId);
  }

  private void add(Entering entering) {
    if (listed.contains(entering.counterId)) {
      if (entering.callback != null) {
        entering.callback.entered(null);
      }
      return;
    }
    Shard shard = shards.computeIfAbsent(DirectoryDocument.keyOf(entering.counterId), Shard::new);
    if (entering.needsPut() || !shard.unlisted.contains(entering.counterId)) {
      shard.waiting.add(entering);
      shard.startRound();
    }
  }

  /** Retries failed entries that are due. To be called every few ms. */
  void onTick() {
    long nowMs = turns.nowMs();
    for (Shard shard : shards.values()) {
      if (shard.retryAtMs <= nowMs) {
        shard.retry();
      }
    }
  }
}
