package clickcounter.tools.recount;

import clickcounter.copies.HoursReader;
import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.RecountedAd;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/**
 * Sees to it that a recounted ad's hours replace those that were rolled before: reads the documents
 * of its days, and has the new document be newer than each hour in them. A document of a day that
 * cannot be read is replaced by an empty one.
 */
public final class SupersededDays {
  private final DocumentStore store;
  private final String adId;
  private final RecountedAd ad;
  private final Deque<Long> days;

  public SupersededDays(DocumentStore store, String adId, RecountedAd ad) {
    this.store = store;
    this.adId = adId;
    this.ad = ad;
    this.days = new ArrayDeque<>(ad.days());
  }

  /**
   * Reads the days one after the other, on the threads of the store.
   *
   * @param done receives null, or why it failed
   */
  public void read(Consumer<String> done) {
    if (days.isEmpty()) {
      done.accept(null);
      return;
    }
    long day = days.poll();
    DocumentKey key = HoursReader.key(adId, day);
    store.fetch(key, answer -> onFetched(day, key, answer, done));
  }

  private void onFetched(long day, DocumentKey key, Fetched answer, Consumer<String> done) {
    if (answer instanceof Fetched.Failed failed) {
      done.accept(key + " cannot be read: " + failed.reason());
      return;
    }
    try {
      ad.supersede(HoursReader.read(adId, day, answer));
      read(done);
    } catch (UnreadableDocument e) {
      empty(day, key, answer, done);
    }
  }

  private void empty(long day, DocumentKey key, Fetched answer, Consumer<String> done) {
    byte[] bytes = HoursDocumentCodec.write(HoursDocument.empty(adId, day));
    store.put(
        key,
        new StoredValue(HoursDocumentCodec.CONTENT_TYPE, bytes),
        answer.context(),
        stored -> {
          if (stored instanceof Stored.Single) {
            read(done);
          } else {
            done.accept(key + " is damaged and cannot be replaced: " + stored);
          }
        });
  }
}
