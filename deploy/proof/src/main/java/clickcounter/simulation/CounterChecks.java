package clickcounter.simulation;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventWriter;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterViews;
import clickcounter.reading.RetiredCounters;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What has to be true of the documents of counters.
 *
 * <pre>
 * when                          check
 * a value reaches a replica     READABLE, BOUNDS, SEEN_UNMARKED, DECISIONS (nobody decided so)
 * a tuple of events is acked    ACKED_UNSEEN
 * the end of a life             END_OF_COUNTER, DECISIONS (the latest holds)
 * </pre>
 */
final class CounterChecks {
  private final SimulatedStore store;
  private final KnownEvents known;
  private final Map<byte[], CounterDocument> counterDocuments = new IdentityHashMap<>();
  private final Set<String> fences = new HashSet<>();

  CounterChecks(SimulatedStore store, KnownEvents known) {
    this.store = store;
    this.known = known;
  }

  /** A recount puts a fence. */
  void fenced(Fence fence) {
    fences.add(fence.id());
  }

  /**
   * What this document records though nobody has marked it, if a recount puts it: it has counted
   * these events, so from now on they are as good as marked.
   */
  LongRanges recordedByRecount(String counterId, StoredValue value) {
    CounterDocument document = readCounter(value);
    KnownEvents.KnownCounter counter = known.counter(counterId);
    if (counter == null || document.write().basedOn().stream().noneMatch(fences::contains)) {
      return new LongRanges();
    }
    LongRanges recorded = document.gaps().seenIds();
    recorded.removeAll(counter.admitted);
    if (recorded.contains(counter.archivedClose)) {
      counter.admitted.add(counter.archivedClose);
      recorded.removeAll(LongRanges.of(counter.archivedClose));
    }
    return recorded;
  }

  /** A value of a counter's document reached a replica. */
  void putCame(String counterId, StoredValue value) {
    CounterDocument document = readCounter(value);
    KnownEvents.KnownCounter counter = known.counter(counterId);
    if (counter == null) {
      throw new Violation(Invariant.SEEN_UNMARKED, "counters/" + counterId + ": no such counter");
    }
    counterDocuments.put(value.bytes(), document);
    int texts = document.gaps().gapCount();
    DocumentBounds.requireSmall(
        "counters/" + counterId, value, texts, document.unconfirmed().rangeCount());
    LongRanges seen = document.gaps().seenIds();
    seen.removeAll(counter.admitted);
    if (!seen.isEmpty()) {
      throw new Violation(
          Invariant.SEEN_UNMARKED,
          "counters/" + counterId + " has seen " + seen + ", which nobody marked");
    }
    for (Gap gap : document.gaps().gaps()) {
      if (gap.writeOff() != null && !decided(counter, gap)) {
        throw new Violation(
            Invariant.DECISIONS, "counters/" + counterId + ": nobody decided so on " + gap);
      }
    }
  }

  private static boolean decided(KnownEvents.KnownCounter counter, Gap gap) {
    return counter.decisions.stream()
        .anyMatch(
            d -> d.what().equals(gap.writeOff()) && d.concerns(gap.from()) && d.concerns(gap.to()));
  }

  /** The events of a tuple that may be acked now: every quorum has to show them. */
  void checkAcked(String counterId, List<AdEvent> acked, Set<String> rejected) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      CounterView view = view(counterId, quorum);
      for (AdEvent event : acked) {
        if (view != null
            && !view.seen(event.sequence())
            && !rejected.contains(EventWriter.toLine(event))) {
          throw new Violation(
              Invariant.ACKED_UNSEEN,
              event.eventId() + " was acked, and quorum " + quorum + " does not show it");
        }
      }
    }
  }

  /**
   * What a reader of the counter's document finds in the answer of this quorum; null if it is
   * blocked.
   */
  CounterView view(String counterId, int quorum) {
    List<StoredValue> siblings = store.quorum(DocumentKey.counter(counterId), quorum).siblings();
    if (Fences.isBlocked(siblings, s -> counterDocuments.get(s.bytes()).write().number())) {
      return null;
    }
    List<CounterDocument> documents =
        Fences.documents(siblings).stream().map(s -> counterDocuments.get(s.bytes())).toList();
    return documents.isEmpty() ? retired(counterId, quorum) : CounterViews.union(documents);
  }

  /** Siblings of an ad wait for these counters: a merge that needs no more is not made. */
  void requireBlocked(Set<String> counterIds, int quorum) {
    if (counterIds.stream().noneMatch(id -> view(id, quorum) == null)) {
      throw new Violation(Invariant.MERGE, "siblings are not merged without " + counterIds);
    }
  }

  private CounterView retired(String counterId, int quorum) {
    DocumentKey key = RetiredCounters.key(counterId);
    try {
      CounterDocument retired =
          RetiredCounters.read(
              counterId, SimulatedStore.answer(key, store.quorum(key, quorum)).siblings());
      return retired == null ? CounterView.EMPTY : retired;
    } catch (UnreadableDocument e) {
      throw new Violation(Invariant.READABLE, "unreadable: " + e);
    }
  }

  /** Exactly what reached the queue has to be seen, and written off what was decided. */
  void checkEnd(String counterId, KnownEvents.KnownCounter counter) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      CounterView view = view(counterId, quorum);
      if (view == null) {
        throw new Violation(
            Invariant.READABLE, "at the end counters/" + counterId + " cannot be read in a quorum");
      }
      LongRanges seen = view instanceof CounterDocument d ? d.gaps().seenIds() : new LongRanges();
      if (!seen.equals(counter.queued)) {
        throw new Violation(
            Invariant.END_OF_COUNTER,
            "at the end counters/"
                + counterId
                + " has seen "
                + seen
                + ", but what reached the queue is "
                + counter.queued);
      }
      if (!counter.decisions.isEmpty()) {
        checkDecisions(counterId, counter, view);
      }
      boolean closed = view instanceof CounterDocument d && d.closed();
      if (closed != counter.closed) {
        throw new Violation(
            Invariant.END_OF_COUNTER,
            "at the end counters/"
                + counterId
                + " closed "
                + closed
                + ", expected "
                + counter.closed);
      }
    }
  }

  /** Of the decisions on an id that never came the latest holds. */
  private static void checkDecisions(
      String counterId, KnownEvents.KnownCounter counter, CounterView view) {
    for (KnownEvents.DecidedRange decision : counter.decisions) {
      for (long id = decision.from(); id <= decision.to(); id++) {
        if (!counter.queued.contains(id)) {
          WriteOff expected = latest(counter, id);
          WriteOff found = view instanceof CounterDocument d ? decisionOn(d, id) : null;
          if (!expected.equals(found)) {
            throw new Violation(
                Invariant.DECISIONS,
                "at the end counters/"
                    + counterId
                    + " says of "
                    + id
                    + ": "
                    + found
                    + ", but what was decided is "
                    + expected);
          }
        }
      }
    }
  }

  private static WriteOff latest(KnownEvents.KnownCounter counter, long id) {
    return counter.decisions.stream()
        .filter(d -> d.concerns(id))
        .map(KnownEvents.DecidedRange::what)
        .max(WriteOff::compareTo)
        .orElseThrow();
  }

  private static WriteOff decisionOn(CounterDocument document, long id) {
    for (Gap gap : document.gaps().gaps()) {
      if (gap.from() <= id && id <= gap.to()) {
        return gap.writeOff();
      }
    }
    return null;
  }

  private static CounterDocument readCounter(StoredValue value) {
    try {
      return CounterDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation(Invariant.READABLE, "unreadable: " + e);
    }
  }
}
