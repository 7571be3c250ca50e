package clickcounter.tools.retire;

import clickcounter.cli.NoVerdict;
import clickcounter.copies.RetiredCounters;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Takes counters that are closed, complete and old out of the directory, and their documents out of
 * Riak. For each, what remains is how many events it had ({@link RetiredDocument}): none of them
 * can be counted again.
 *
 * <ol>
 *   <li>The counter is entered among the retired. From now on both places say the same.
 *   <li>Its document is deleted, as it was read: what others have put since stays.
 *   <li>It is taken out of the directory.
 * </ol>
 *
 * <p>Whoever finds a counter without a document looks among the retired <em>after</em> that, so at
 * every moment he finds it in one of the places. Interrupted anywhere, the same command goes on.
 *
 * <p>It stands on one assumption: no process that has stood still since before the counter had a
 * document puts it after it was retired. Storm's old copies of workers live for about a minute, and
 * the age is a day at least.
 */
public final class Retirement {
  private static final int ATTEMPTS = 5;

  private final DocumentStore store;
  private final long beforeMs;
  private final boolean writtenOffToo;

  /**
   * @param beforeMs counters whose last event is earlier are old enough
   * @param writtenOffToo whether counters with events that were written off are retired, too: if
   *     such an event comes after that, it is taken for counted
   */
  public Retirement(DocumentStore store, long beforeMs, boolean writtenOffToo) {
    this.store = store;
    this.beforeMs = beforeMs;
    this.writtenOffToo = writtenOffToo;
  }

  /** Why a counter stays. */
  public enum Stays {
    NOT_CLOSED("not closed"),
    TOO_YOUNG("too young"),
    EVENTS_MISSING("events are missing"),
    WRITTEN_OFF("events were written off (--written-off-too)"),
    UNCONFIRMED("its last events are not confirmed yet"),
    UNREADABLE("its document cannot be read"),
    NO_DOCUMENT("no document");

    private final String label;

    Stays(String label) {
      this.label = label;
    }

    public String label() {
      return label;
    }
  }

  /**
   * What is to be done, or was.
   *
   * @param retired counters with the number of their events
   * @param staying how many counters stay, by reason
   */
  public record Outcome(TreeMap<String, Long> retired, TreeMap<Stays, Integer> staying) {}

  /** A document that may go. */
  private record Going(long next, StoreContext context) {}

  /** Looks at these counters, and retires those that are ready unless this is only a rehearsal. */
  public Outcome run(Collection<String> counterIds, boolean rehearsal, Runnable step) {
    Outcome outcome = new Outcome(new TreeMap<>(), new TreeMap<>());
    TreeSet<String> unlisted = new TreeSet<>();
    for (String id : counterIds) {
      if (retire(id, rehearsal, outcome)) {
        unlisted.add(id);
      }
      step.run();
    }
    if (!rehearsal) {
      unlist(unlisted);
    }
    return outcome;
  }

  /** Returns whether the counter is not to be listed any more. */
  private boolean retire(String id, boolean rehearsal, Outcome outcome) {
    Fetched fetched = fetch(DocumentKey.counter(id));
    if (!(fetched instanceof Fetched.Found found)) {
      boolean isRetired = isRetired(id);
      if (!isRetired) {
        outcome.staying().merge(Stays.NO_DOCUMENT, 1, Integer::sum);
      }
      return isRetired; // it was interrupted before
    }
    CounterDocument document = document(id, found);
    Stays reason = document == null ? Stays.UNREADABLE : reason(document);
    if (reason != null) {
      outcome.staying().merge(reason, 1, Integer::sum);
      return false;
    }
    outcome.retired().put(id, document.next());
    if (!rehearsal) {
      enter(id, document.next());
      delete(DocumentKey.counter(id), found.context());
    }
    return true;
  }

  /** Null if it cannot be read, or has siblings, which a put will merge. */
  private static CounterDocument document(String id, Fetched.Found found) {
    if (found.siblings().size() > 1) {
      return null;
    }
    StoredValue value = found.siblings().get(0);
    try {
      CounterDocument document = CounterDocumentCodec.read(value.contentType(), value.bytes());
      return document.counterId().equals(id) ? document : null;
    } catch (UnreadableDocument e) {
      return null;
    }
  }

  /** Null if the counter is ready. */
  private Stays reason(CounterDocument document) {
    if (!document.closed()) {
      return Stays.NOT_CLOSED;
    }
    if (document.lastEventAtMs() >= beforeMs) {
      return Stays.TOO_YOUNG;
    }
    if (document.gaps().missing() > 0) {
      return Stays.EVENTS_MISSING;
    }
    if (document.gapCount() > 0 && !writtenOffToo) {
      return Stays.WRITTEN_OFF;
    }
    return document.unconfirmed().isEmpty() ? null : Stays.UNCONFIRMED;
  }

  private boolean isRetired(String id) {
    try {
      return RetiredCounters.read(id, fetch(RetiredCounters.key(id))) != null;
    } catch (UnreadableDocument e) {
      throw new NoVerdict(RetiredCounters.key(id) + ": " + e.getMessage());
    }
  }

  private void enter(String id, long next) {
    DocumentKey key = RetiredCounters.key(id);
    change(
        key,
        fetched -> {
          RetiredDocument retired = RetiredCounters.union(fetched);
          retired.nextById().merge(id, next, Math::max);
          return new StoredValue(RetiredDocument.CONTENT_TYPE, retired.toBytes());
        });
  }

  private void unlist(TreeSet<String> ids) {
    Map<String, TreeSet<String>> byShard = new HashMap<>();
    for (String id : ids) {
      byShard.computeIfAbsent(DirectoryDocument.keyOf(id), shard -> new TreeSet<>()).add(id);
    }
    byShard.forEach(
        (shard, gone) ->
            change(
                new DocumentKey(DocumentKey.DIRECTORY, shard),
                fetched -> {
                  DirectoryDocument directory = directory(fetched);
                  return directory.counterIds().removeAll(gone)
                      ? new StoredValue(DirectoryDocument.CONTENT_TYPE, directory.toBytes())
                      : null;
                }));
  }

  private static DirectoryDocument directory(Fetched fetched) throws UnreadableDocument {
    List<DirectoryDocument> siblings = new ArrayList<>();
    if (fetched instanceof Fetched.Found found) {
      for (StoredValue value : found.siblings()) {
        siblings.add(DirectoryDocument.read(value.contentType(), value.bytes()));
      }
    }
    return DirectoryDocument.union(siblings);
  }

  /** Makes the new value of a document; null if it is to stay. */
  private interface Change {
    StoredValue of(Fetched fetched) throws UnreadableDocument;
  }

  /** Reads, changes and puts a document until a quorum has it as the single value. */
  private void change(DocumentKey key, Change change) {
    String reason = "";
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Fetched fetched = fetch(key);
      StoredValue value;
      try {
        value = change.of(fetched);
      } catch (UnreadableDocument e) {
        throw new NoVerdict(key + ": " + e.getMessage());
      }
      if (value == null) {
        return;
      }
      CompletableFuture<Stored> stored = new CompletableFuture<>();
      store.put(key, value, context(fetched), stored::complete);
      if (stored.join() instanceof Stored.Single) { // the store answers within its time-out
        return;
      }
      reason = stored.join().toString();
    }
    throw new NoVerdict(key + " could not be put: " + reason + ". Run the same command again");
  }

  private static StoreContext context(Fetched fetched) {
    return fetched instanceof Fetched.Found found
        ? found.context()
        : ((Fetched.Absent) fetched).context();
  }

  private void delete(DocumentKey key, StoreContext context) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    store.delete(key, context, answer::complete);
    if (answer.join() != null) {
      throw new NoVerdict(
          key + " could not be deleted: " + answer.join() + ". Run the same command again");
    }
  }

  private Fetched fetch(DocumentKey key) {
    for (int attempt = 1; ; attempt++) {
      CompletableFuture<Fetched> answer = new CompletableFuture<>();
      store.fetch(key, answer::complete);
      Fetched fetched = answer.join();
      if (!(fetched instanceof Fetched.Failed failed)) {
        return fetched;
      }
      if (attempt == ATTEMPTS) {
        throw new NoVerdict(
            "cannot read " + key + ": " + failed.reason() + ". Run the same command again");
      }
    }
  }
}
