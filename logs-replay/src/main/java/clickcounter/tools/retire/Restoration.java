package clickcounter.tools.retire;

import clickcounter.document.RetiredDocument;
import clickcounter.document.RetiredDocument.Retired;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.GapList;
import clickcounter.ids.WriteOff;
import clickcounter.reading.ListedCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import clickcounter.tools.archive.ArchiveScan.ArchivedLineSink;
import clickcounter.tools.archive.ArchivedIds;
import clickcounter.tools.archive.EventLine;
import clickcounter.tools.documents.ToolStore;
import clickcounter.tools.documents.Waits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Makes a damaged or lost document of retired counters anew from the archives.
 *
 * <p>Entered is each counter of this document that is closed and complete in the archives, and that
 * has neither a document nor an entry in the directory: a counter in that state was retired, or
 * none of its events has ever arrived. An audit of the same archives tells these apart: events that
 * never arrived are missing in their ads, and a recount of these ads counts them. What can be read
 * of the old document is kept.
 */
public final class Restoration {
  private final ToolStore store;
  private final String key;
  private final long nowMs;
  private final Map<String, ArchivedIds> counters = new ConcurrentHashMap<>();
  private final Queue<WriteOffRequest> endings = new ConcurrentLinkedQueue<>();

  /**
   * @param key of the document in the bucket {@link DocumentKey#RETIRED}
   * @throws IllegalArgumentException if there is no document of this key
   */
  public Restoration(DocumentStore store, String key, long nowMs) {
    if (!RetiredDocument.keys().contains(key)) {
      throw new IllegalArgumentException(
          "expected a document of retired counters, such as retired-2f, got " + key);
    }
    this.store = new ToolStore(store, Waits.REAL);
    this.key = key;
    this.nowMs = nowMs;
  }

  /**
   * What was found.
   *
   * @param kept counters that could still be read, with the number of their events
   * @param entered counters from the archives, with the number of their events
   * @param left counters of the archives that have no document and are not entered: they are in the
   *     directory, not closed, or incomplete
   */
  public record Outcome(
      TreeMap<String, Long> kept, TreeMap<String, Long> entered, TreeSet<String> left) {}

  /** Takes the events of the archives; any number of threads. */
  public ArchivedLineSink sink() {
    return (EventLine event, byte[] bytes, int from, int to, Path file, long number) -> {
      String id = event.counterId();
      if (RetiredDocument.keyOf(id).equals(key)) {
        counters.computeIfAbsent(id, i -> new ArchivedIds()).add(event);
      }
      WriteOffRequest decision = event.writeOff();
      if (decision != null && decision.isOfEnd()) {
        endings.add(decision);
      }
    };
  }

  /**
   * Puts the document, unless there is no counter for it. To be called after the archives were
   * read.
   */
  public Outcome run(boolean rehearsal) {
    DocumentKey document = new DocumentKey(DocumentKey.RETIRED, key);
    Outcome outcome = new Outcome(new TreeMap<>(), new TreeMap<>(), new TreeSet<>());
    RetiredDocument restored = readable(store.fetch(document).siblings());
    restored.byId().forEach((id, retired) -> outcome.kept.put(id, retired.next()));
    for (Map.Entry<String, ArchivedIds> counter : new TreeMap<>(counters).entrySet()) {
      String id = counter.getKey();
      if (outcome.kept.containsKey(id) || exists(id)) {
        continue;
      }
      ArchivedIds ids = counter.getValue();
      boolean isComplete = ids.isComplete() || isCompleteToOperator(id, ids);
      if (!isComplete || isListed(id)) {
        outcome.left.add(id);
        continue;
      }
      Retired retired =
          new Retired(ids.all().last() + 1, nowMs, 0, ids.lastEventAtMs(), ids.isClosed());
      restored = restored.with(id, retired);
      outcome.entered.put(id, retired.next());
    }
    boolean isNothingKnown = outcome.kept.isEmpty() && outcome.entered.isEmpty();
    if (!rehearsal && !isNothingKnown) {
      StoredValue value = new StoredValue(RetiredDocument.CONTENT_TYPE, restored.toBytes());
      store.change(document, siblings -> value);
    }
    return outcome;
  }

  /** Whether an operator closed it after its last event, and none before is missing. */
  private boolean isCompleteToOperator(String id, ArchivedIds ids) {
    GapList gaps = new GapList();
    gaps.markAll(ids.all(), nowMs);
    for (WriteOffRequest each : endings) {
      if (each.targetCounterId().equals(id)) {
        WriteOff decision =
            new WriteOff(each.reopen(), each.reason(), each.timestampMs(), each.eventId());
        gaps.writeOff(each.from(), each.to(), decision);
      }
    }
    return gaps.isEnded() && gaps.gapCount() == 0;
  }

  private static RetiredDocument readable(List<StoredValue> siblings) {
    RetiredDocument all = new RetiredDocument(new TreeMap<>());
    for (StoredValue value : siblings) {
      try {
        for (var counter :
            RetiredDocument.read(value.contentType(), value.bytes()).byId().entrySet()) {
          all = all.with(counter.getKey(), counter.getValue());
        }
      } catch (UnreadableDocument e) {
        continue; // it is what is replaced
      }
    }
    return all;
  }

  private boolean exists(String counterId) {
    return !store.fetch(DocumentKey.counter(counterId)).siblings().isEmpty();
  }

  private boolean isListed(String counterId) {
    return store
        .read(ListedCounters.key(counterId), ListedCounters::read)
        .counterIds()
        .contains(counterId);
  }
}
