package clickcounter.tools.recount;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.WriteIds;
import clickcounter.reading.AdFetch;
import clickcounter.reading.SiblingReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.FencedDocument.Former;
import clickcounter.tools.recount.FencedDocument.Made;
import clickcounter.tools.recount.FencedDocument.Outcome;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Puts fences in the place of many documents, and puts documents back. */
final class Fencing {
  static final Comparator<DocumentKey> ORDER = Comparator.comparing(DocumentKey::toString);
  static final int MAX_IN_FLIGHT = 32;

  private final DocumentStore store;
  private final Waits waits;
  private final WriteIds writeIds;
  private final LongSupplier clockMs;
  private final String by;

  Fencing(DocumentStore store, Waits waits, WriteIds writeIds, LongSupplier clockMs, String by) {
    this.store = store;
    this.waits = waits;
    this.writeIds = writeIds;
    this.clockMs = clockMs;
    this.by = by;
  }

  /**
   * Puts a fence in each place.
   *
   * @param failed gets why there is none
   */
  Map<DocumentKey, FencedDocument> raise(
      Collection<DocumentKey> keys, Recount.Listener listener, Map<DocumentKey, String> failed) {
    Map<DocumentKey, FencedDocument> fenced = new TreeMap<>(ORDER);
    Set<DocumentKey> left = new TreeSet<>(ORDER);
    left.addAll(keys);
    waits.untilEmpty(
        left,
        () -> {
          listener.doing("fences", left.size());
          left.forEach(failed::remove);
          waits.<FencedDocument, Outcome>awaitAll(
              List.copyOf(left).stream().map(key -> new FencedDocument(store, key)).iterator(),
              MAX_IN_FLIGHT,
              (document, answer) ->
                  document.raise(writeIds.next(), clockMs.getAsLong(), by, answer),
              (document, outcome) -> {
                listener.done();
                left.remove(document.key());
                outcome.handle(
                    done -> fenced.put(document.key(), document),
                    refused -> failed.put(document.key(), refused.reason()),
                    why -> {
                      failed.put(document.key(), why.reason());
                      left.add(document.key());
                    });
              });
        });
    return fenced;
  }

  /**
   * Puts back in each place what was there before its fence.
   *
   * @param failed gets why it is not put back: its fence stays
   */
  void giveBack(
      Map<DocumentKey, FencedDocument> fenced,
      Recount.Listener listener,
      Map<DocumentKey, String> failed) {
    Map<DocumentKey, FencedDocument> left = new TreeMap<>(ORDER);
    left.putAll(fenced);
    Set<DocumentKey> again = new TreeSet<>(ORDER);
    waits.untilEmpty(
        left.keySet(),
        () -> {
          if (!again.isEmpty()) { // a put in doubt is not repeated: with a new fence
            left.keySet().removeAll(again);
            left.putAll(raise(again, listener, failed));
            again.clear();
          }
          listener.doing("documents that are put back", left.size());
          waits.<FencedDocument, Outcome>awaitAll(
              List.copyOf(left.values()).iterator(),
              MAX_IN_FLIGHT,
              (document, answer) -> document.giveBack(asBefore(document, writeIds.next()), answer),
              (document, outcome) -> {
                listener.done();
                failed.remove(document.key());
                left.remove(document.key());
                outcome.handle(
                    done -> {},
                    refused -> failed.put(document.key(), refused.reason()),
                    why -> {
                      failed.put(document.key(), why.reason());
                      left.put(document.key(), document);
                      again.add(document.key());
                    });
              });
        });
  }

  /** Makes of what was there before a document that says the same. */
  private Former asBefore(FencedDocument document, String writeId) {
    DocumentKey key = document.key();
    return key.bucket().equals(DocumentKey.ADS)
        ? (values, fence, made) -> ad(key, values, fence, writeId, made)
        : (values, fence, made) -> made.accept(counter(key, values, fence, writeId));
  }

  private void ad(
      DocumentKey key, List<StoredValue> values, Fence fence, String writeId, Consumer<Made> made) {
    if (values.isEmpty()) {
      made.accept(Made.NOTHING);
      return;
    }
    new AdFetch(store)
        .read(
            key.key(),
            values,
            answer ->
                made.accept(
                    answer.decide(
                        ad ->
                            Made.of(
                                AdDocumentCodec.CONTENT_TYPE,
                                AdLedger.givenBack(ad.merged(), fence)
                                    .beginPut(writeId, new PutBuffers())),
                        () -> Made.NOTHING,
                        blocked -> Made.NOTHING,
                        Made::failed)));
  }

  private static Made counter(
      DocumentKey key, List<StoredValue> values, Fence fence, String writeId) {
    try {
      return values.isEmpty()
          ? Made.NOTHING
          : Made.of(
              CounterDocumentCodec.CONTENT_TYPE,
              CounterLedger.givenBack(SiblingReader.COUNTERS.read(key.key(), values), fence)
                  .beginPut(writeId));
    } catch (UnreadableDocument e) {
      return Made.NOTHING;
    }
  }
}
