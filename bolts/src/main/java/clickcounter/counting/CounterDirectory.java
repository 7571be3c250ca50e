package clickcounter.counting;

import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
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
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters counters into the directory before their documents are first written, so that a document
 * which no directory names cannot exist.
 *
 * <p>One exception, loudly: a directory that cannot be read stops no counting. Counters that it
 * could not take are remembered and entered when an operator has mended it; a task that starts anew
 * enters each counter whose document it reads, once.
 *
 * <p>Several tasks may enter counters into one document of the directory at once: what conflicts or
 * leaves siblings is read and put again, a few times. That a read shows a counter proves nothing
 * durable: one whose document is absent counts as entered after a put of this task. Not
 * thread-safe: answers of the store come back through the mailbox.
 */
final class CounterDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(CounterDirectory.class);
  private static final int MAX_ATTEMPTS = 5;

  /** Not for ever: who is forgotten is looked up once more. Some 10 MB. */
  private static final int MOST_LISTED = 100_000;

  private final DocumentStore store;
  private final Executor mailbox;
  private final LongSupplier clockMs;
  private final long retryMs;
  private final CountingMetrics metrics;
  private final Map<String, Shard> shards = new HashMap<>();

  /** Counters that need nothing more in the life of this task. */
  private final Set<String> listed = new HashSet<>();

  /**
   * @param retryMs after which what could not be entered is tried again
   */
  CounterDirectory(
      DocumentStore store,
      Executor mailbox,
      LongSupplier clockMs,
      long retryMs,
      CountingMetrics metrics) {
    this.store = store;
    this.mailbox = mailbox;
    this.clockMs = clockMs;
    this.retryMs = retryMs;
    this.metrics = metrics;
  }

  /** Is told how an entry ended. */
  interface EntryCallback {
    /**
     * @param failure null when the counter is in the directory; else why it may not be
     */
    void entered(String failure);
  }

  /**
   * @param callback null when nobody waits
   */
  private record Entering(String counterId, EntryCallback callback) {
    boolean needsPut() {
      return callback != null;
    }
  }

  /**
   * One document of the directory; one round of read and put at a time, for all that wait by then.
   */
  private final class Shard {
    final DocumentKey key;
    final Set<String> unlisted = new HashSet<>();
    long retryAtMs = Long.MAX_VALUE;
    List<Entering> waiting = new ArrayList<>();
    List<Entering> round = List.of();
    int attempt;

    /** A put of ours may lie on one replica only: what a read shows need not last. */
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
      store.fetch(key, answer -> mailbox.execute(() -> fetched(answer)));
    }

    private void fetched(Fetched answer) {
      if (answer instanceof Fetched.Failed failed) {
        metrics.readFailed();
        retryOrFail("read failed: " + failed.reason());
      } else if (answer instanceof Fetched.Absent absent) {
        putIfNew(new TreeSet<>(), true, absent.context());
      } else if (answer instanceof Fetched.Found found) {
        try {
          List<DirectoryDocument> siblings = new ArrayList<>();
          for (StoredValue value : found.siblings()) {
            siblings.add(DirectoryDocument.read(value.contentType(), value.bytes()));
          }
          TreeSet<String> ids = DirectoryDocument.union(siblings).counterIds();
          putIfNew(ids, siblings.size() > 1, found.context());
        } catch (UnreadableDocument e) {
          unreadable(e.getMessage());
        }
      }
    }

    /** The directory is a convenience of readers: counting goes on without it, loudly. */
    private void unreadable(String reason) {
      round.forEach(entering -> unlisted.add(entering.counterId));
      LOG.error(
          "{} cannot be read: {}. Counters {} are counted all the same, but no list names them until an operator"
              + " has mended the document; they are entered within {} s after that.",
          key,
          reason,
          unlisted,
          retryMs / 1_000);
      retryAtMs = clockMs.getAsLong() + retryMs;
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
      store.put(
          key,
          new StoredValue(DirectoryDocument.CONTENT_TYPE, bytes),
          context,
          answer -> mailbox.execute(() -> stored(answer)));
    }

    private void stored(Stored answer) {
      metrics.putEnded(CountingMetrics.PutEnd.of(answer));
      if (answer instanceof Stored.Single) {
        doubtful = false;
        end();
      } else {
        doubtful |= answer instanceof Stored.Doubt;
        retryOrFail(answer.toString());
      }
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
        retryAtMs = clockMs.getAsLong() + retryMs;
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

    /** Another round for what could not be entered, which takes all of it along. */
    void retry() {
      retryAtMs = Long.MAX_VALUE;
      waiting.add(new Entering(unlisted.iterator().next(), null));
      startRound();
    }
  }

  /** Enters a counter that has no document yet, and tells when it may be written. */
  void enter(String counterId, EntryCallback callback) {
    add(new Entering(counterId, callback));
  }

  /** Enters a counter whose document is there already, if it is in no list; nobody waits for it. */
  void list(String counterId) {
    add(new Entering(counterId, null));
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

  /** Tries again what could not be entered. To be called every few ms. */
  void onTick(long nowMs) {
    for (Shard shard : shards.values()) {
      if (shard.retryAtMs <= nowMs) {
        shard.retry();
      }
    }
  }
}
