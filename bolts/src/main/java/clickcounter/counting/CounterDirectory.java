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
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Enters counters into the directory before their documents are first written, so that a document
 * which no directory names cannot exist.
 *
 * <p>Several tasks may enter counters into one document of the directory at once: what conflicts or
 * leaves siblings is read and put again, a few times. Not thread-safe: answers of the store come
 * back through the mailbox.
 */
final class CounterDirectory {
  private static final Logger LOG = LoggerFactory.getLogger(CounterDirectory.class);
  private static final int MAX_ATTEMPTS = 5;

  private final DocumentStore store;
  private final Executor mailbox;
  private final Map<String, Shard> shards = new HashMap<>();

  CounterDirectory(DocumentStore store, Executor mailbox) {
    this.store = store;
    this.mailbox = mailbox;
  }

  /** Is told how an entry ended. */
  interface Waiter {
    /**
     * @param failure null when the counter is in the directory; else why it may not be
     */
    void entered(String failure);
  }

  private record Entering(String counterId, Waiter waiter) {}

  /**
   * One document of the directory; one round of read and put at a time, for all that wait by then.
   */
  private final class Shard {
    final DocumentKey key;
    List<Entering> waiting = new ArrayList<>();
    List<Entering> round = List.of();
    int attempt;

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
      store.fetch(key, answer -> mailbox.execute(() -> fetched(answer)));
    }

    private void fetched(Fetched answer) {
      if (answer instanceof Fetched.Failed failed) {
        again("read failed: " + failed.reason());
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
          // The directory is a convenience of readers: counting goes on without it, loudly.
          LOG.error(
              "{} cannot be read: {}. Counters {} are counted all the same, but no list names them until an operator"
                  + " mends the document.",
              key,
              e.getMessage(),
              round.stream().map(Entering::counterId).toList());
          end(null);
        }
      }
    }

    private void putIfNew(TreeSet<String> ids, boolean owed, StoreContext context) {
      boolean put = owed;
      for (Entering entering : round) {
        put |= ids.add(entering.counterId);
      }
      if (!put) {
        end(null);
        return;
      }
      byte[] bytes = new DirectoryDocument(ids).toBytes();
      store.put(
          key,
          new StoredValue(DirectoryDocument.CONTENT_TYPE, bytes),
          context,
          answer -> mailbox.execute(() -> stored(answer)));
    }

    private void stored(Stored answer) {
      if (answer instanceof Stored.Single) {
        end(null);
      } else {
        again(answer.toString());
      }
    }

    private void again(String reason) {
      if (attempt++ < MAX_ATTEMPTS) {
        fetch();
      } else {
        end(reason);
      }
    }

    private void end(String failure) {
      List<Entering> ended = round;
      round = List.of();
      for (Entering entering : ended) {
        entering.waiter.entered(failure == null ? null : key + ": " + failure);
      }
      startRound();
    }
  }

  void enter(String counterId, Waiter waiter) {
    Shard shard = shards.computeIfAbsent(DirectoryDocument.keyOf(counterId), Shard::new);
    shard.waiting.add(new Entering(counterId, waiter));
    shard.startRound();
  }
}
