package clickcounter.simulation;

import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.RetiredDocument;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventWriter;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterViews;
import clickcounter.reading.RetiredCounters;
import clickcounter.simulation.StoredIds.Recorded;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.BitSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * What has to be true of the documents of counters.
 *
 * <pre>
 * when                          check
 * a value reaches a replica     READABLE, BOUNDS, OTHER_FIELDS, SEEN_UNMARKED, DECISIONS (nobody decided so)
 * a tuple of events is acked    ACKED_UNSEEN
 * the end of a life             END_OF_COUNTER, DECISIONS (the latest holds)
 * </pre>
 */
final class CounterChecks {
  private final SimulatedStore store;
  private final KnownEvents known;
  private final NewerBuild newerBuild;
  private final Statistics statistics;
  private final Map<byte[], StoredCounter> byBytes = new IdentityHashMap<>();

  /**
   * A value that has reached a replica.
   *
   * @param recorded as the oracle reads it
   */
  private record StoredCounter(CounterDocument document, Recorded recorded) {}

  CounterChecks(
      SimulatedStore store, KnownEvents known, NewerBuild newerBuild, Statistics statistics) {
    this.store = store;
    this.known = known;
    this.newerBuild = newerBuild;
    this.statistics = statistics;
  }

  /**
   * What this document of a recount records though nobody has marked it: it is counted, so from now
   * on it is as good as marked.
   */
  BitSet recordedByRecount(String counterId, StoredValue value) {
    KnownEvents.KnownCounter counter = known.counter(counterId);
    BitSet recorded = Recorded.read(value).seen();
    recorded.andNot(counter.admitted);
    if (counter.archivedClose >= 0 && recorded.get((int) counter.archivedClose)) {
      counter.admitted.set((int) counter.archivedClose);
      recorded.clear((int) counter.archivedClose);
    }
    return recorded;
  }

  /** A value of a counter's document reached a replica. */
  void putCame(String counterId, StoredValue value) {
    statistics.checked(Invariant.READABLE);
    CounterDocument document = readCounter(value);
    newerBuild.putCame(DocumentKey.counter(counterId), value, document.write());
    KnownEvents.KnownCounter counter = known.counter(counterId);
    if (counter == null) {
      throw new Violation(Invariant.SEEN_UNMARKED, "counters/%s: no such counter", counterId);
    }
    Recorded recorded = Recorded.read(value);
    byBytes.put(value.bytes(), new StoredCounter(document, recorded));
    int texts = document.gaps().gapCount();
    statistics.checked(Invariant.BOUNDS);
    DocumentBounds.requireSmall(
        "counters/" + counterId, value, texts, document.unconfirmed().rangeCount());
    statistics.checked(Invariant.SEEN_UNMARKED);
    BitSet unmarked = (BitSet) recorded.seen().clone();
    unmarked.andNot(counter.admitted);
    if (!unmarked.isEmpty()) {
      throw new Violation(
          Invariant.SEEN_UNMARKED,
          "counters/%s has seen %s, which nobody marked",
          counterId,
          unmarked);
    }
    for (Gap gap : document.gaps().gaps()) {
      if (gap.writeOff() != null && !decided(counter, gap)) {
        throw new Violation(
            Invariant.DECISIONS, "counters/%s: nobody decided so on %s", counterId, gap);
      }
    }
    Ending ending = document.gaps().ending();
    boolean wasRetired =
        ending != null && ending.decision().eventId().equals(RetiredDocument.CLOSED_BY);
    if (ending != null && !wasRetired && !counter.endings.contains(ending)) {
      throw new Violation(
          Invariant.DECISIONS, "counters/%s: nobody decided so: %s", counterId, ending);
    }
  }

  private static boolean decided(KnownEvents.KnownCounter counter, Gap gap) {
    return counter.decisions.stream()
        .anyMatch(
            d -> d.what().equals(gap.writeOff()) && d.concerns(gap.from()) && d.concerns(gap.to()));
  }

  /**
   * The events of a tuple that may be acked now: every quorum has to show them. Those that it need
   * not show have to be marked: they are recorded when the archive is replayed.
   *
   * @param rejected lines that need neither
   * @param unrecorded ids that it need not show; none of a document that a quorum finds blocked
   */
  void checkAcked(
      String counterId, List<AdEvent> acked, Set<String> rejected, LongRanges unrecorded) {
    KnownEvents.KnownCounter counter = known.counter(counterId);
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      Recorded recorded = recorded(counterId, quorum);
      for (AdEvent event : acked) {
        statistics.checked(Invariant.ACKED_UNSEEN);
        if (!rejected.contains(EventWriter.toLine(event))) {
          boolean needNotShow = recorded == null || unrecorded.contains(event.sequence());
          requireAmong(needNotShow ? counter.admitted : recorded.seen(), event, quorum);
        }
      }
    }
  }

  private static void requireAmong(BitSet ids, AdEvent event, int quorum) {
    if (!ids.get((int) event.sequence())) {
      throw new Violation(
          Invariant.ACKED_UNSEEN,
          "%s was acked, and quorum %s does not show it",
          event.eventId(),
          quorum);
    }
  }

  /** What a quorum knows of a counter; null if its document is blocked. */
  Recorded recorded(String counterId, int quorum) {
    List<StoredValue> siblings = siblings(counterId, quorum);
    if (isBlocked(siblings)) {
      return null;
    }
    List<StoredValue> documents = Rubbish.removed(siblings);
    return documents.isEmpty()
        ? Recorded.retired(counterId, retired(counterId, quorum))
        : documents.stream()
            .map(value -> byBytes.get(value.bytes()).recorded)
            .reduce(Recorded.NOTHING, Recorded::union);
  }

  boolean isStored(String counterId) {
    return IntStream.range(0, store.quorums())
        .noneMatch(quorum -> siblings(counterId, quorum).isEmpty());
  }

  private List<StoredValue> siblings(String counterId, int quorum) {
    return store.quorum(DocumentKey.counter(counterId), quorum).siblings();
  }

  /** Whether no task counts on these siblings. */
  boolean isBlocked(List<StoredValue> siblings) {
    return Rubbish.isAmong(siblings);
  }

  private List<StoredValue> retired(String counterId, int quorum) {
    return store.quorum(RetiredCounters.key(counterId), quorum).siblings();
  }

  /** The same for a merge of siblings of an ad. */
  CounterView view(String counterId, int quorum) {
    Recorded recorded = recorded(counterId, quorum);
    return recorded == null ? null : new View(recorded);
  }

  private record View(Recorded recorded) implements CounterView {
    @Override
    public long next() {
      return recorded.seen().length();
    }

    @Override
    public boolean seen(long sequence) {
      return recorded.seen().get((int) sequence);
    }

    @Override
    public boolean confirmed(long sequence) {
      return seen(sequence) && !recorded.unconfirmed().get((int) sequence);
    }
  }

  /** Siblings of an ad wait for these counters: a merge that needs no more is not made. */
  void requireBlocked(Set<String> counterIds, int quorum) {
    if (counterIds.stream().noneMatch(id -> view(id, quorum) == null)) {
      throw new Violation(Invariant.MERGE, "siblings are not merged without " + counterIds);
    }
  }

  /** Exactly what reached the queue has to be seen, and written off what was decided. */
  void checkEnd(String counterId, KnownEvents.KnownCounter counter) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      statistics.checked(Invariant.END_OF_COUNTER);
      Recorded recorded = recorded(counterId, quorum);
      if (recorded == null) {
        throw new Violation(
            Invariant.READABLE, "at the end counters/%s cannot be read in a quorum", counterId);
      }
      if (!recorded.seen().equals(counter.queued)) {
        throw new Violation(
            Invariant.END_OF_COUNTER,
            "at the end counters/%s has seen %s, but what reached the queue is %s",
            counterId,
            recorded.seen(),
            counter.queued);
      }
      List<CounterDocument> documents =
          Rubbish.removed(siblings(counterId, quorum)).stream()
              .map(value -> byBytes.get(value.bytes()).document)
              .toList();
      if (!counter.decisions.isEmpty()) {
        checkDecisions(counterId, counter, documents);
      }
      List<StoredValue> retired = documents.isEmpty() ? retired(counterId, quorum) : List.of();
      requireEnd(
          counterId,
          "closed",
          documents.stream().anyMatch(CounterDocument::closed)
              || Recorded.retiredAsClosed(counterId, retired),
          counter.closed);
      requireEnd(
          counterId,
          "has ended",
          !documents.isEmpty() && CounterViews.union(documents).hasEnded()
              || Recorded.isRetired(counterId, retired),
          counter.hasEnded());
    }
  }

  private static void requireEnd(String counterId, String what, boolean found, boolean expected) {
    if (found != expected) {
      throw new Violation(
          Invariant.END_OF_COUNTER,
          "at the end counters/%s %s %s, expected %s",
          counterId,
          what,
          found,
          expected);
    }
  }

  /** Of the decisions on an id that never came the latest holds. */
  private void checkDecisions(
      String counterId, KnownEvents.KnownCounter counter, List<CounterDocument> siblings) {
    CounterDocument union = siblings.isEmpty() ? null : CounterViews.union(siblings);
    for (KnownEvents.DecidedRange decision : counter.decisions) {
      for (long id = decision.from(); id <= decision.to(); id++) {
        if (!counter.queued.get((int) id)) {
          statistics.checked(Invariant.DECISIONS);
          WriteOff expected = latest(counter, id);
          WriteOff found = union == null ? null : decisionOn(union, id);
          if (!expected.equals(found)) {
            throw new Violation(
                Invariant.DECISIONS,
                "at the end counters/%s says of %s: %s, but what was decided is %s",
                counterId,
                id,
                found,
                expected);
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
