package clickcounter.tools.recount;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.ids.LongRanges;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.AcceptedLosses;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The events that documents prove to be counted, by counter. The archives have to have them: a
 * recount counts nothing else, and what was counted is marked, or will be.
 */
final class ProvenIds {
  private final Map<String, LongRanges> byCounter = new TreeMap<>();

  void add(String counterId, LongRanges ids) {
    byCounter.computeIfAbsent(counterId, id -> new LongRanges()).addAll(ids);
  }

  /**
   * What a document says that a fence has replaced, or what the fence of another recount says of
   * it. What cannot be read proves nothing.
   */
  void add(StoredValue value) {
    try {
      if (value.contentType().equals(AdDocumentCodec.CONTENT_TYPE)) {
        addUnsettled(AdDocumentCodec.read(value.contentType(), value.bytes()));
      } else if (value.contentType().equals(CounterDocumentCodec.CONTENT_TYPE)) {
        var counter = CounterDocumentCodec.read(value.contentType(), value.bytes());
        add(counter.counterId(), counter.gaps().seenIds());
      } else if (value.contentType().equals(Fence.CONTENT_TYPE)) {
        Fence.read(value.contentType(), value.bytes())
            .replaced()
            .forEach(before -> add(FencedDocument.value(before)));
      }
    } catch (UnreadableDocument e) {
      // The counters' documents say what of it was recorded.
    }
  }

  private void addUnsettled(AdDocument ad) {
    ad.unsettled()
        .forEach(
            (counterId, ids) -> {
              add(counterId, ids.older());
              LongRanges added = new LongRanges();
              for (int i = 0; i < ids.added().size(); i++) {
                added.add(ids.added().sequence(i));
              }
              add(counterId, added);
            });
  }

  /** Those of one counter. Not to be changed. */
  LongRanges of(String counterId) {
    return byCounter.getOrDefault(counterId, new LongRanges());
  }

  /** Those that the archives have to have and do not have. */
  Map<String, LongRanges> lacking(Function<String, LongRanges> archived, AcceptedLosses accepted) {
    Map<String, LongRanges> rest = new TreeMap<>();
    byCounter.forEach(
        (counterId, proven) -> {
          LongRanges ids = accepted.mustBeArchived(counterId, proven);
          ids.removeAll(archived.apply(counterId));
          if (!ids.isEmpty()) {
            rest.put(counterId, ids);
          }
        });
    return rest;
  }
}
