package clickcounter.tools.recount;

import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.WriteIds;
import clickcounter.reading.SiblingReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import clickcounter.tools.documents.ToolStore;
import clickcounter.tools.documents.Waits;
import clickcounter.tools.recount.FencedDocument.Former;
import clickcounter.tools.recount.ReplacedFile.Entry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongSupplier;

/**
 * Puts back what a recount has replaced, all of it or nothing. It is refused if a document was
 * written since: then events were marked that are in what the recount put, and need not be in what
 * was before. A mark comes only after a put of the topology's own, so nothing was marked of a
 * document that only the recount has written.
 *
 * <p>Fences are put in the place of all documents before any is put back, and what is beside a
 * fence counts as written since. Then what the recount put is put back instead. If a put is in
 * doubt, its document may have been put back and written before the next fence comes: what that one
 * has replaced stays.
 */
final class Undo {
  private final ToolStore documents;
  private final Fencing fencing;
  private final Recount.Keeper keeper;

  /**
   * @param by host and process, for a person who meets a fence
   * @param keeper of the same file: gets the ids of what is put, so that it goes on if interrupted
   */
  Undo(
      DocumentStore store,
      Waits waits,
      WriteIds writeIds,
      LongSupplier clockMs,
      String by,
      Recount.Keeper keeper) {
    this.documents = new ToolStore(store, waits);
    this.fencing = new Fencing(store, waits, writeIds, clockMs, by);
    this.keeper = keeper;
  }

  /**
   * How it ended.
   *
   * @param refused why nothing is put back; empty if all is
   * @param inDoubt documents that were written after a put in doubt: they may have been put back
   *     before, or not
   * @param failed why a document is not put; its fence stays
   */
  record Result(
      List<DocumentKey> putBack,
      Map<DocumentKey, String> refused,
      Set<DocumentKey> inDoubt,
      Map<DocumentKey, String> failed) {
    Result() {
      this(
          new ArrayList<>(),
          new TreeMap<>(Fencing.ORDER),
          new TreeSet<>(Fencing.ORDER),
          new TreeMap<>(Fencing.ORDER));
    }
  }

  Result run(Collection<Entry> entries, Recount.Listener listener) {
    Result result = new Result();
    Map<DocumentKey, Entry> byKey = new HashMap<>();
    entries.forEach(entry -> byKey.put(entry.place(), entry));
    byKey.forEach(
        (key, entry) -> {
          String reason = fault(entry);
          if (reason == null && !isUntouched(entry, standing(key))) {
            reason = WRITTEN_SINCE;
          }
          if (reason != null) {
            result.refused().put(key, reason);
          }
        });
    if (result.refused().isEmpty()) {
      putBack(byKey, listener, result);
    }
    return result;
  }

  private static final String WRITTEN_SINCE =
      "it was written since the recount: what was counted then would be lost";

  private void putBack(Map<DocumentKey, Entry> entries, Recount.Listener listener, Result result) {
    Map<DocumentKey, FencedDocument> fenced =
        fencing.raise(entries.keySet(), listener, result.failed());
    fenced.forEach(
        (key, document) -> {
          if (!isUntouched(entries.get(key), document.replaced())) {
            result.refused().put(key, WRITTEN_SINCE);
          }
        });
    if (!result.refused().isEmpty()) {
      fencing.giveBack(fenced, fencing::asBefore, listener, result.failed());
    } else if (result.failed().isEmpty()) {
      fencing.giveBack(
          fenced,
          (document, writeId) -> former(document, entries, writeId, result),
          listener,
          result.failed());
      fenced.keySet().stream()
          .filter(key -> !result.failed().containsKey(key) && !result.inDoubt().contains(key))
          .forEach(result.putBack()::add);
    }
  }

  private Former former(
      FencedDocument document, Map<DocumentKey, Entry> entries, String writeId, Result result) {
    DocumentKey key = document.key();
    Entry entry = entries.get(key);
    if (!isUntouched(entry, document.replaced())) {
      result.inDoubt().add(key);
      return fencing.asBefore(document, writeId);
    }
    keeper.keep(key, List.of(writeId), List.of());
    keeper.flush();
    entries.put(key, entry.putBackBy(writeId));
    return fencing.undone(key, entry.values(), writeId);
  }

  /** Why the entry cannot be put back; null if it can. */
  private static String fault(Entry entry) {
    if (entry.before().isEmpty()) {
      return "there was no document before the recount";
    }
    try {
      if (entry.bucket().equals(DocumentKey.ADS)) {
        SiblingReader.ADS.read(entry.key(), entry.values());
      } else {
        SiblingReader.COUNTERS.read(entry.key(), entry.values());
      }
      return null;
    } catch (UnreadableDocument e) {
      return "what was there before the recount cannot be read: " + e.getMessage();
    }
  }

  /** What stands in its place, and what fences there have replaced. */
  private List<StoredValue> standing(DocumentKey key) {
    List<StoredValue> values = new ArrayList<>();
    for (StoredValue value : documents.fetch(key).siblings()) {
      if (value.contentType().equals(Fence.CONTENT_TYPE)) {
        documents
            .read(key, siblings -> Fence.read(value.contentType(), value.bytes()))
            .replaced()
            .forEach(each -> values.add(ReplacedFile.value(each)));
      } else {
        values.add(value);
      }
    }
    return values;
  }

  /** Whether the recount, or this command before, has put all of these. */
  private static boolean isUntouched(Entry entry, List<StoredValue> values) {
    Set<String> writes = new HashSet<>(entry.writes());
    return !values.isEmpty() && values.stream().allMatch(value -> writes.contains(writeId(value)));
  }

  /** Of a document of an ad or a counter; empty if it is none. */
  static String writeId(StoredValue value) {
    try {
      return switch (value.contentType()) {
        case AdDocumentCodec.CONTENT_TYPE ->
            AdDocumentCodec.read(value.contentType(), value.bytes()).write().id();
        case CounterDocumentCodec.CONTENT_TYPE ->
            CounterDocumentCodec.read(value.contentType(), value.bytes()).write().id();
        default -> "";
      };
    } catch (UnreadableDocument e) {
      return "";
    }
  }
}
