package clickcounter.storm;

import clickcounter.document.RecountMark;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import clickcounter.store.WaitingStore;
import java.util.List;

/**
 * Refuses to count while all documents are being built from the archives: documents that are not
 * there yet would begin at zero.
 */
final class RecountCheck {
  private static final int MOST_ATTEMPTS = 3;

  private RecountCheck() {}

  /**
   * Reads the mark of such a recount.
   *
   * @throws IllegalStateException when one is not finished, or the mark cannot be read
   */
  static void verify(DocumentStore store) {
    read(store).forEach(RecountCheck::verify);
  }

  private static void verify(StoredValue value) {
    RecountMark mark;
    try {
      mark = RecountMark.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new IllegalStateException(key() + ": " + e.getMessage(), e);
    }
    if (!mark.isFinished()) {
      throw new IllegalStateException(key() + ": " + mark.reason());
    }
  }

  private static DocumentKey key() {
    return new DocumentKey(DocumentKey.DIRECTORY, RecountMark.KEY);
  }

  private static List<StoredValue> read(DocumentStore store) {
    return new WaitingStore(store)
        .fetch(key(), MOST_ATTEMPTS)
        .decide(
            Fetched::siblings,
            Fetched::siblings,
            failed -> {
              throw new IllegalStateException("cannot read " + key() + ": " + failed.reason());
            });
  }
}
