package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Enters counters into the directory before their documents are put, as the topology does. */
final class DirectoryEntries {
  private static final int ATTEMPTS = 5;

  private final DocumentStore store;

  DirectoryEntries(DocumentStore store) {
    this.store = store;
  }

  /**
   * Returns when the counter is in the directory.
   *
   * @throws NoVerdict when it could not be entered
   */
  void enter(String counterId) {
    DocumentKey key = new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(counterId));
    String reason = "";
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      CompletableFuture<Fetched> answer = new CompletableFuture<>();
      store.fetch(key, answer::complete);
      Fetched fetched = answer.join(); // the store answers each call within its time-out
      if (fetched instanceof Fetched.Failed failed) {
        reason = failed.reason();
        continue;
      }
      DirectoryDocument directory = read(key, fetched);
      if (!directory.counterIds().add(counterId)) {
        return;
      }
      CompletableFuture<Stored> stored = new CompletableFuture<>();
      store.put(
          key,
          new StoredValue(DirectoryDocument.CONTENT_TYPE, directory.toBytes()),
          context(fetched),
          stored::complete);
      if (stored.join() instanceof Stored.Single) {
        return;
      }
      reason = stored.join().toString();
    }
    throw new NoVerdict(
        "counter "
            + counterId
            + " could not be entered into the directory: "
            + reason
            + ". Nothing was changed");
  }

  private static DirectoryDocument read(DocumentKey key, Fetched fetched) {
    List<DirectoryDocument> siblings = new ArrayList<>();
    try {
      if (fetched instanceof Fetched.Found found) {
        for (StoredValue value : found.siblings()) {
          siblings.add(DirectoryDocument.read(value.contentType(), value.bytes()));
        }
      }
    } catch (UnreadableDocument e) {
      throw new NoVerdict(key + ": " + e.getMessage() + ". Nothing was changed");
    }
    return DirectoryDocument.union(siblings);
  }

  private static StoreContext context(Fetched fetched) {
    return fetched instanceof Fetched.Found found
        ? found.context()
        : ((Fetched.Absent) fetched).context();
  }
}
