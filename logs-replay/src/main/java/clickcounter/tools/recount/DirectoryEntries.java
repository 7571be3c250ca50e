package clickcounter.tools.recount;

import clickcounter.cli.NoVerdict;
import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import java.util.ArrayList;
import java.util.List;

/** Enters counters into the directory before their documents are put, as the topology does. */
final class DirectoryEntries {
  private static final int ATTEMPTS = 5;

  private final WaitingStore store;

  DirectoryEntries(DocumentStore store) {
    this.store = new WaitingStore(store);
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
      Fetched fetched = store.fetch(key, 1);
      if (fetched instanceof Fetched.Failed failed) {
        reason = failed.reason();
        continue;
      }
      DirectoryDocument directory = read(key, fetched);
      if (!directory.counterIds().add(counterId)) {
        return;
      }
      Stored stored =
          store.put(
              key,
              new StoredValue(DirectoryDocument.CONTENT_TYPE, directory.toBytes()),
              fetched.context());
      if (stored instanceof Stored.Single) {
        return;
      }
      reason = stored.toString();
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
}
