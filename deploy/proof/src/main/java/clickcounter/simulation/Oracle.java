package clickcounter.simulation;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.Close;
import clickcounter.event.Event;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.Gap;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterViews;
import clickcounter.ledger.SiblingMerge;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Knows every event and what each write counted, and objects as soon as the promise is broken: an
 * event counted twice, totals that are not those of the events counted, a mark for what no quorum
 * is sure to show, something marked that a quorum does not show any more.
 */
final class Oracle implements SimulatedStore.Watch {
  private SimulatedStore store;
  private static final int BYTES_OF_A_DOCUMENT = 1_000;
  private static final int BYTES_OF_A_TEXT = 150;
  private static final int BYTES_OF_AN_ID = 30;
  private final List<AdEvent> events = new ArrayList<>();
  private final Map<String, CounterTruth> counters = new TreeMap<>();
  private final Map<String, AdTruth> ads = new TreeMap<>();
  private final Map<String, Counted> byWrite = new HashMap<>();
  private final Map<byte[], Counted> byBytes = new IdentityHashMap<>();
  private final Map<byte[], CounterDocument> counterDocuments = new IdentityHashMap<>();
  private final Set<String> rejectedLines = new HashSet<>();
  private final long maxUnsettledIds;

  /** Documents that the store refused to take, since the archive was last replayed for them. */
  private final Set<DocumentKey> refused = new HashSet<>();

  private final Statistics statistics;
  private boolean documentBlocked;

  private static final class CounterTruth {
    final Map<Long, Integer> events = new HashMap<>();
    final LongRanges known = new LongRanges();
    final LongRanges queued = new LongRanges();

    /** What the counter's document may call seen: marked, or of an event that concerns no ad. */
    final LongRanges admitted = new LongRanges();

    final List<Decision> decisions = new ArrayList<>();
    boolean closed;
  }

  /** An operator's word on a counter's ids. */
  private record Decision(long from, long to, WriteOff what) {
    static Decision of(WriteOffRequest w) {
      return new Decision(
          w.from(), w.to(), new WriteOff(w.reopen(), w.reason(), w.timestampMs(), w.eventId()));
    }

    boolean concerns(long id) {
      return from <= id && id <= to;
    }
  }

  private static final class AdTruth {
    final BitSet queued = new BitSet();
    final BitSet marked = new BitSet();
  }

  /** What one write of an ad's document says, and what is in it. */
  private record Counted(AdDocument document, BitSet events, Sums sums) {}

  /**
   * @param maxUnsettledIds that an ad's document may hold after a merge of several copies
   */
  Oracle(long maxUnsettledIds, Statistics statistics) {
    this.maxUnsettledIds = maxUnsettledIds;
    this.statistics = statistics;
  }

  void watch(SimulatedStore watched) {
    store = watched;
  }

  /** A service made this event; nothing is known yet of its way. */
  void made(Event event) {
    CounterTruth counter = counters.computeIfAbsent(event.counterId(), c -> new CounterTruth());
    counter.known.add(event.sequence());
    if (event instanceof AdEvent e) {
      counter.events.put(e.sequence(), events.size());
      events.add(e);
      ads.computeIfAbsent(e.adId(), a -> new AdTruth());
    }
  }

  /** The event is on the queue: from now on it has to be counted some day. */
  void queued(Event event) {
    CounterTruth counter = counters.get(event.counterId());
    counter.queued.add(event.sequence());
    if (event instanceof AdEvent e) {
      ads.get(e.adId()).queued.set(counter.events.get(e.sequence()));
    } else {
      counter.admitted.add(event.sequence());
      if (event instanceof Close) {
        counter.closed = true;
      } else if (event instanceof WriteOffRequest w) {
        CounterTruth target =
            counters.computeIfAbsent(w.targetCounterId(), c -> new CounterTruth());
        if (!target.decisions.contains(Decision.of(w))) {
          target.decisions.add(Decision.of(w));
        }
      }
    }
  }

  void rejected(String line) {
    rejectedLines.add(line);
  }

  /** A task counts no more on a document. */
  void blocked() {
    documentBlocked = true;
    statistics.blocked++;
    if (statistics.blocked > statistics.refused) {
      throw new Violation(
          Check.BLOCKED,
          statistics.blocked
              + " documents were blocked, but the store refused only "
              + statistics.refused
              + " puts");
    }
  }

  /** A task rejects events: for what is blocked there has to be a reason. */
  void rejecting(List<Rejected> lines) {
    for (Rejected line : lines) {
      if (line.reason() == RejectReason.DOCUMENT_BLOCKED
          && refused.stream().noneMatch(key -> isOf(key, line))) {
        throw new Violation(
            Check.BLOCKED, "nobody refused that document: " + line.detail() + ", " + line.line());
      }
    }
  }

  private static boolean isOf(DocumentKey key, Rejected line) {
    return line.detail().startsWith(key.bucket() + "/" + key.key() + ":");
  }

  @Override
  public void refused(DocumentKey key) {
    refused.add(key);
  }

  boolean wasRejected(String line) {
    return rejectedLines.contains(line);
  }

  /** Whether a document was blocked since this was last asked. */
  boolean takeBlocked() {
    boolean was = documentBlocked;
    documentBlocked = false;
    refused.clear();
    return was;
  }

  @Override
  public void putCame(DocumentKey key, StoredValue value) {
    if (key.bucket().equals(DocumentKey.ADS)) {
      adPutCame(key.key(), value);
    } else if (key.bucket().equals(DocumentKey.COUNTERS)) {
      counterPutCame(key.key(), value);
    }
  }

  private void adPutCame(String adId, StoredValue value) {
    AdDocument document = readAd(value);
    int texts = document.unsettled().size() + document.write().basedOn().size();
    requireSmall("ads/" + adId, value, texts, unsettledIds(document));
    SimulatedWorker.requireAtMost(
        "ads/" + adId + ": unsettled ids", unsettledIds(document), maxUnsettledIds);
    Counted before = byWrite.get(document.write().id());
    if (before != null && before.document.equals(document)) {
      byBytes.put(value.bytes(), before);
      return;
    }
    if (before != null) {
      throw new Violation(Check.WRITE_IDS, "two writes have the id " + document.write().id());
    }
    Counted base = document.write().base() == null ? null : byWrite.get(document.write().base());
    BitSet counted = base == null ? new BitSet() : (BitSet) base.events.clone();
    Sums sums = base == null ? new Sums() : base.sums.copy();
    document
        .unsettled()
        .forEach(
            (counterId, ids) -> {
              AddedIds added = ids.added();
              for (int i = 0; i < added.size(); i++) {
                int event = event(adId, counterId, added.sequence(i));
                if (counted.get(event)) {
                  throw new Violation(
                      Check.COUNTED_TWICE,
                      "ads/"
                          + adId
                          + " counts "
                          + events.get(event).eventId()
                          + " twice in "
                          + document.write());
                }
                counted.set(event);
                sums.add(events.get(event));
              }
              ids.older()
                  .forEachId(
                      id -> {
                        if (!counted.get(event(adId, counterId, id))) {
                          throw new Violation(
                              Check.UNSETTLED,
                              "ads/"
                                  + adId
                                  + " has "
                                  + counterId
                                  + ":"
                                  + id
                                  + " unsettled but never counted it, "
                                  + document.write());
                        }
                      });
            });
    requireSameTotals(document, sums);
    Counted now = new Counted(document, counted, sums);
    byWrite.put(document.write().id(), now);
    byBytes.put(value.bytes(), now);
  }

  private static long unsettledIds(AdDocument document) {
    return document.unsettled().values().stream()
        .mapToLong(ids -> ids.older().size() + ids.added().size())
        .sum();
  }

  private static void requireSmall(String name, StoredValue value, long texts, long ids) {
    SimulatedWorker.requireAtMost(
        name + ": bytes of a document of " + ids + " ids",
        value.bytes().length,
        BYTES_OF_A_DOCUMENT + texts * BYTES_OF_A_TEXT + ids * BYTES_OF_AN_ID);
  }

  private int event(String adId, String counterId, long sequence) {
    CounterTruth counter = counters.get(counterId);
    Integer event = counter == null ? null : counter.events.get(sequence);
    if (event == null || !events.get(event).adId().equals(adId)) {
      throw new Violation(
          Check.STRANGE_EVENT,
          "ads/" + adId + " counts " + counterId + ":" + sequence + ", which is no event of it");
    }
    return event;
  }

  private static void requireSameTotals(AdDocument document, Sums expected) {
    AdTotals totals = document.totals();
    if (!expected.areThoseOf(totals)) {
      throw new Violation(
          Check.TOTALS,
          "ads/"
              + document.adId()
              + ": totals "
              + totals
              + ", but its events are "
              + expected
              + ", "
              + document.write());
    }
  }

  private void counterPutCame(String counterId, StoredValue value) {
    CounterDocument document = readCounter(value);
    CounterTruth counter = counters.get(counterId);
    if (counter == null) {
      throw new Violation(Check.SEEN_UNMARKED, "counters/" + counterId + ": no such counter");
    }
    counterDocuments.put(value.bytes(), document);
    int texts = document.gaps().gapCount();
    requireSmall("counters/" + counterId, value, texts, document.unconfirmed().rangeCount());
    LongRanges seen = document.gaps().seenIds();
    seen.removeAll(counter.admitted);
    if (!seen.isEmpty()) {
      throw new Violation(
          Check.SEEN_UNMARKED,
          "counters/" + counterId + " has seen " + seen + ", which nobody marked");
    }
    for (Gap gap : document.gaps().gaps()) {
      if (gap.writeOff() != null && !decided(counter, gap)) {
        throw new Violation(
            Check.DECISIONS, "counters/" + counterId + ": nobody decided so on " + gap);
      }
    }
  }

  private static boolean decided(CounterTruth counter, Gap gap) {
    return counter.decisions.stream()
        .anyMatch(
            d -> d.what.equals(gap.writeOff()) && d.concerns(gap.from()) && d.concerns(gap.to()));
  }

  /** An ads task says that these ids are durable. */
  void marked(Marks marks) {
    CounterTruth counter = counters.get(marks.counterId());
    if (counter == null) {
      throw new Violation(Check.MARKS, "marked, but no counter: " + marks);
    }
    Set<String> changed = new HashSet<>();
    marks
        .ids()
        .forEachId(
            id -> {
              Integer event = counter.events.get(id);
              if (event == null) {
                throw new Violation(
                    Check.MARKS, "marked, but no event: " + marks.counterId() + ":" + id);
              }
              counter.admitted.add(id);
              String adId = events.get(event).adId();
              AdTruth ad = ads.get(adId);
              if (!ad.marked.get(event)) {
                ad.marked.set(event);
                changed.add(adId);
              }
            });
    changed.forEach(this::checkAd);
  }

  @Override
  public void changed(DocumentKey key) {
    if (key.bucket().equals(DocumentKey.ADS)) {
      checkAd(key.key());
    }
  }

  private void checkAd(String adId) {
    AdTruth ad = ads.get(adId);
    if (ad == null) {
      return;
    }
    BitSet marked = ad.marked;
    SiblingVersions before = null;
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      SiblingVersions versions = store.quorum(DocumentKey.ad(adId), quorum);
      if (before != null && versions.values().equals(before.values())) {
        continue;
      }
      before = versions;
      for (int views = 0; views < (versions.values().size() > 1 ? store.quorums() : 1); views++) {
        BitSet counted = resolve(adId, versions, views);
        if (!containsAll(counted, marked)) {
          BitSet lost = (BitSet) marked.clone();
          lost.andNot(counted);
          throw new Violation(
              Check.MARKED_AND_LOST,
              "ads/"
                  + adId
                  + ": "
                  + events.get(lost.nextSetBit(0)).eventId()
                  + " was marked and is lost from what a quorum reads, quorum "
                  + quorum
                  + " views "
                  + views);
        }
      }
    }
  }

  private static boolean containsAll(BitSet all, BitSet some) {
    for (int i = some.nextSetBit(0); i >= 0; i = some.nextSetBit(i + 1)) {
      if (!all.get(i)) {
        return false;
      }
    }
    return true;
  }

  private BitSet resolve(String adId, SiblingVersions versions, int viewQuorum) {
    List<StoredValue> siblings = versions.siblings();
    if (siblings.isEmpty()) {
      return new BitSet();
    }
    if (siblings.size() == 1) {
      return byBytes.get(siblings.get(0).bytes()).events;
    }
    List<AdDocument> documents =
        siblings.stream().map(s -> byBytes.get(s.bytes()).document).toList();
    SiblingMerge merge = SiblingMerge.merge(documents, id -> view(id, viewQuorum));
    if (!(merge instanceof SiblingMerge.Merged merged)) {
      throw new Violation(Check.MERGE, "ads/" + adId + ": siblings do not merge: " + merge);
    }
    BitSet counted = (BitSet) byWrite.get(merged.main().write().id()).events.clone();
    merged
        .addedByOthers()
        .forEach(
            (counterId, ids) -> {
              for (int i = 0; i < ids.size(); i++) {
                int event = event(adId, counterId, ids.sequence(i));
                if (counted.get(event)) {
                  throw new Violation(
                      Check.COUNTED_TWICE,
                      "ads/"
                          + adId
                          + ": a merge of siblings counts "
                          + events.get(event).eventId()
                          + " twice");
                }
                counted.set(event);
              }
            });
    return counted;
  }

  /**
   * The tuple of these events is done, whose message may be acknowledged now: every quorum has to
   * show them in their counters' documents, or they were rejected in this very delivery. What a
   * blocked counter's document does not record is marked when the archive is replayed.
   */
  void acked(List<AdEvent> batch, Set<String> rejected) {
    Map<String, List<AdEvent>> byCounter =
        batch.stream().collect(groupingBy(AdEvent::counterId, TreeMap::new, toList()));
    byCounter.forEach(
        (counterId, of) -> {
          if (refused.contains(DocumentKey.counter(counterId))) {
            return;
          }
          for (int quorum = 0; quorum < store.quorums(); quorum++) {
            CounterView view = view(counterId, quorum);
            for (AdEvent event : of) {
              if (!view.seen(event.sequence()) && !rejected.contains(EventWriter.toLine(event))) {
                throw new Violation(
                    Check.ACKED_UNSEEN,
                    event.eventId() + " was acked, and quorum " + quorum + " does not show it");
              }
            }
          }
        });
  }

  /** What a reader of the counter's document finds. */
  CounterView view(String counterId) {
    return view(counterId, 0);
  }

  private CounterView view(String counterId, int quorum) {
    List<CounterDocument> documents =
        store.quorum(DocumentKey.counter(counterId), quorum).siblings().stream()
            .map(s -> counterDocuments.get(s.bytes()))
            .toList();
    return documents.isEmpty() ? CounterView.EMPTY : CounterViews.union(documents);
  }

  /** At the end: all that reached the queue is counted, once, and known to be; nothing else is. */
  void checkEnd() {
    ads.forEach(this::checkEndOfAd);
    counters.forEach(this::checkEndOfCounter);
  }

  private void checkEndOfAd(String adId, AdTruth ad) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      SiblingVersions versions = store.quorum(DocumentKey.ad(adId), quorum);
      for (int views = 0; views < store.quorums(); views++) {
        BitSet counted = resolve(adId, versions, views);
        if (!counted.equals(ad.queued)) {
          BitSet missing = (BitSet) ad.queued.clone();
          missing.andNot(counted);
          BitSet tooMany = (BitSet) counted.clone();
          tooMany.andNot(ad.queued);
          throw new Violation(
              Check.END_OF_AD,
              "at the end ads/"
                  + adId
                  + " misses "
                  + names(missing)
                  + " and has too many: "
                  + names(tooMany));
        }
      }
      if (versions.values().size() == 1) {
        checkSpan(adId, byBytes.get(versions.siblings().get(0).bytes()));
      }
    }
  }

  private static void checkSpan(String adId, Counted counted) {
    AdTotals is = counted.document.totals();
    if (!counted.sums.hasSpanOf(is)) {
      throw new Violation(
          Check.SPAN,
          "at the end ads/" + adId + ": totals " + is + ", but its events are " + counted.sums);
    }
  }

  private List<String> names(BitSet of) {
    return of.stream().mapToObj(i -> events.get(i).eventId()).toList();
  }

  private void checkEndOfCounter(String counterId, CounterTruth counter) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      CounterView view = view(counterId, quorum);
      LongRanges seen = view instanceof CounterDocument d ? d.gaps().seenIds() : new LongRanges();
      if (!seen.equals(counter.queued)) {
        throw new Violation(
            Check.END_OF_COUNTER,
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
            Check.END_OF_COUNTER,
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
  private static void checkDecisions(String counterId, CounterTruth counter, CounterView view) {
    for (Decision decision : counter.decisions) {
      for (long id = decision.from; id <= decision.to; id++) {
        if (!counter.queued.contains(id)) {
          WriteOff expected = latest(counter, id);
          WriteOff found = view instanceof CounterDocument d ? decisionOn(d, id) : null;
          if (!expected.equals(found)) {
            throw new Violation(
                Check.DECISIONS,
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

  private static WriteOff latest(CounterTruth counter, long id) {
    return counter.decisions.stream()
        .filter(d -> d.concerns(id))
        .map(Decision::what)
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

  static AdDocument readAd(StoredValue value) {
    try {
      return AdDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation(Check.READABLE, "unreadable: " + e);
    }
  }

  static CounterDocument readCounter(StoredValue value) {
    try {
      return CounterDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation(Check.READABLE, "unreadable: " + e);
    }
  }
}
