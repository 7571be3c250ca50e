package clickcounter.reading;

import clickcounter.document.DirectoryDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;

/** What is stored of the directory of counters. */
public final class ListedCounters {
  private ListedCounters() {}

  /** The key of the document that has the counter, if it is listed. */
  public static DocumentKey key(String counterId) {
    return new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keyOf(counterId));
  }

  /** All counters of the siblings of one document. */
  public static DirectoryDocument read(List<StoredValue> siblings) throws UnreadableDocument {
    List<DirectoryDocument> documents = new ArrayList<>();
    for (StoredValue value : siblings) {
      documents.add(DirectoryDocument.read(value.contentType(), value.bytes()));
    }
    return DirectoryDocument.union(documents);
  }
}
