package clickcounter.copies;

import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.List;

/** The documents of an ad's days. */
public final class HoursReader {
  private HoursReader() {}

  /** The key of the document of this day, in days since the epoch. */
  public static DocumentKey key(String adId, long day) {
    return new DocumentKey(DocumentKey.HOURS, HoursDocument.key(adId, day));
  }

  /**
   * The document of a day, its siblings merged; empty if there is none.
   *
   * @param answer that is not {@link Fetched.Failed}
   * @throws UnreadableDocument when a value cannot be read or belongs elsewhere
   */
  public static HoursDocument read(String adId, long day, Fetched answer)
      throws UnreadableDocument {
    List<HoursDocument> siblings = new ArrayList<>(1);
    if (answer instanceof Fetched.Found found) {
      for (StoredValue value : found.siblings()) {
        HoursDocument sibling = HoursDocumentCodec.read(value.contentType(), value.bytes());
        if (!sibling.adId().equals(adId) || sibling.day() != day) {
          throw new UnreadableDocument(
              "it is the document " + HoursDocument.key(sibling.adId(), sibling.day()));
        }
        siblings.add(sibling);
      }
    }
    return HoursDocument.union(adId, day, siblings);
  }
}
