package clickcounter.reading;

import clickcounter.document.CounterDocument;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;

/** What is stored of the counters that are retired. {@link CounterFetch} says when it is read. */
public final class RetiredCounters {
  /** For messages about a document of retired counters that cannot be read. */
  private static final String WHAT_TO_DO =
      "See topology/OPERATIONS.md, \"A document is unreadable\"";

  private RetiredCounters() {}

  /** The key of the document that has the counter, if it is retired. */
  public static DocumentKey key(String counterId) {
    return new DocumentKey(DocumentKey.RETIRED, RetiredDocument.keyOf(counterId));
  }

  /**
   * What the deleted document of the counter said; null if it is not retired.
   *
   * @param siblings stored under its {@link #key}
   * @throws UnreadableDocument when a value cannot be read; it names the document, and the page
   *     that says what to do
   */
  public static CounterDocument read(String counterId, List<StoredValue> siblings)
      throws UnreadableDocument {
    try {
      return union(siblings).document(counterId);
    } catch (UnreadableDocument e) {
      throw new UnreadableDocument(key(counterId) + ": " + e.getMessage(), e);
    }
  }

  /**
   * All counters of the siblings of one document.
   *
   * @throws UnreadableDocument when a value cannot be read; it names the page that says what to do
   */
  public static RetiredDocument union(List<StoredValue> siblings) throws UnreadableDocument {
    List<RetiredDocument> documents = new ArrayList<>();
    try {
      for (StoredValue value : siblings) {
        documents.add(RetiredDocument.read(value.contentType(), value.bytes()));
      }
      return RetiredDocument.union(documents);
    } catch (UnreadableDocument e) {
      throw new UnreadableDocument(e.getMessage() + ". " + WHAT_TO_DO, e);
    }
  }
}
