package clickcounter.copies;

import clickcounter.document.CounterDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Whether a counter without a document is retired. To be read after the counter's document was
 * found absent: a counter is entered here before its document is deleted.
 */
public final class RetiredCounters {
  private RetiredCounters() {}

  /** The key of the document that has the counter, if it is retired. */
  public static DocumentKey key(String counterId) {
    return new DocumentKey(DocumentKey.RETIRED, RetiredDocument.keyOf(counterId));
  }

  /** Reads the document that has the counter, if it is retired. */
  public static void fetch(DocumentStore store, String counterId, Consumer<Fetched> answer) {
    store.fetch(key(counterId), answer);
  }

  /**
   * What the deleted document of the counter said; null if it is not retired.
   *
   * @param answer that is not {@link Fetched.Failed}
   * @throws UnreadableDocument when a value cannot be read; it names the document, and the command
   *     that mends it
   */
  public static CounterDocument read(String counterId, Fetched answer) throws UnreadableDocument {
    try {
      return union(answer).document(counterId);
    } catch (UnreadableDocument e) {
      DocumentKey key = key(counterId);
      String mend = ". Mend it: clicks counters restore " + key.key() + " PATH…";
      throw new UnreadableDocument(key + ": " + e.getMessage() + mend, e);
    }
  }

  /** All counters of an answer. */
  public static RetiredDocument union(Fetched answer) throws UnreadableDocument {
    List<RetiredDocument> siblings = new ArrayList<>();
    if (answer instanceof Fetched.Found found) {
      for (StoredValue value : found.siblings()) {
        siblings.add(RetiredDocument.read(value.contentType(), value.bytes()));
      }
    }
    return RetiredDocument.union(siblings);
  }
}
