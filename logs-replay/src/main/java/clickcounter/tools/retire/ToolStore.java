package clickcounter.tools.retire;

import clickcounter.cli.NoVerdict;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The store as a tool uses it: waits for answers, tries again, and ends without a verdict. */
final class ToolStore {
  private static final int ATTEMPTS = 5;
  private static final String AGAIN = ". Run the same command again";

  private final DocumentStore store;
  private final WaitingStore waiting;

  ToolStore(DocumentStore store) {
    this.store = store;
    this.waiting = new WaitingStore(store);
  }

  /** Reads an answer. */
  interface Reader<T> {
    T read(Fetched fetched) throws UnreadableDocument;
  }

  /** Makes the new value of a document; null if it is to stay. */
  interface Change {
    StoredValue of(Fetched fetched) throws UnreadableDocument;
  }

  Fetched fetch(DocumentKey key) {
    Fetched fetched = waiting.fetch(key, ATTEMPTS);
    if (fetched instanceof Fetched.Failed failed) {
      throw new NoVerdict("cannot read " + key + ": " + failed.reason() + AGAIN);
    }
    return fetched;
  }

  <T> T read(DocumentKey key, Reader<T> reader) {
    return read(key, fetch(key), reader);
  }

  private static <T> T read(DocumentKey key, Fetched fetched, Reader<T> reader) {
    try {
      return reader.read(fetched);
    } catch (UnreadableDocument e) {
      throw new NoVerdict(key + ": " + e.getMessage());
    }
  }

  /** Reads, changes and puts a document until a quorum has it as the single value. */
  void change(DocumentKey key, Change change) {
    String reason = "";
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      Fetched fetched = fetch(key);
      StoredValue value = read(key, fetched, change::of);
      if (value == null) {
        return;
      }
      Stored stored = waiting.put(key, value, fetched.context());
      if (stored instanceof Stored.Single) {
        return;
      }
      reason = stored.toString();
    }
    throw new NoVerdict(key + " could not be put: " + reason + AGAIN);
  }

  void delete(DocumentKey key, StoreContext context) {
    CompletableFuture<String> answer = new CompletableFuture<>();
    store.delete(key, context, answer::complete);
    String failure = answer.join(); // the store answers within its time-out
    if (failure != null) {
      throw new NoVerdict(key + " could not be deleted: " + failure + AGAIN);
    }
  }

  static DirectoryDocument directory(Fetched fetched) throws UnreadableDocument {
    List<DirectoryDocument> siblings = new ArrayList<>();
    if (fetched instanceof Fetched.Found found) {
      for (StoredValue value : found.siblings()) {
        siblings.add(DirectoryDocument.read(value.contentType(), value.bytes()));
      }
    }
    return DirectoryDocument.union(siblings);
  }
}
