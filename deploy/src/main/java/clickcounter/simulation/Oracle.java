package clickcounter.simulation;

import clickcounter.count.CounterViews;
import clickcounter.count.SiblingMerge;
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
import clickcounter.ids.LongRanges;
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
  private final int maxDocumentBytes;
  private final List<AdEvent> events = new ArrayList<>();
  private final Map<String, CounterTruth> counters = new TreeMap<>();
  private final Map<String, AdTruth> ads = new TreeMap<>();
  private final Map<String, Counted> byWrite = new HashMap<>();
  private final Map<byte[], Counted> byBytes = new IdentityHashMap<>();
  private final Map<byte[], CounterDocument> counterDocuments = new IdentityHashMap<>();
  private final Set<String> rejectedLines = new HashSet<>();
  private boolean rejectedForBlock;

  private static final class CounterTruth {
    final Map<Long, Integer> events = new HashMap<>();
    final LongRanges known = new LongRanges();
    final LongRanges queued = new LongRanges();
    boolean closed;
  }

  private static final class AdTruth {
    final BitSet queued = new BitSet();
    final BitSet marked = new BitSet();
  }

  /** What one write of an ad's document says, and what is in it. */
  private record Counted(AdDocument document, BitSet events, AdTotals totals) {}

  Oracle(int maxDocumentBytes) {
    this.maxDocumentBytes = maxDocumentBytes;
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
    } else if (event instanceof Close) {
      counter.closed = true;
    }
  }

  void rejected(String line, boolean forBlock) {
    rejectedLines.add(line);
    rejectedForBlock |= forBlock;
  }

  boolean wasRejected(String line) {
    return rejectedLines.contains(line);
  }

  /** Whether a document was blocked since this was last asked. */
  boolean takeRejectedForBlock() {
    boolean was = rejectedForBlock;
    rejectedForBlock = false;
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
    if (value.bytes().length > maxDocumentBytes) {
      throw new Violation("ads/" + adId + " takes " + value.bytes().length + " bytes");
    }
    Counted base = document.write().base() == null ? null : byWrite.get(document.write().base());
    BitSet counted = base == null ? new BitSet() : (BitSet) base.events.clone();
    AdTotals totals = base == null ? new AdTotals() : base.totals.copy();
    document
        .unsettled()
        .forEach(
            (counterId, ids) -> {
              AddedIds added = ids.added();
              for (int i = 0; i < added.size(); i++) {
                int event = event(adId, counterId, added.sequence(i));
                if (counted.get(event)) {
                  throw new Violation(
                      "ads/"
                          + adId
                          + " counts "
                          + events.get(event).eventId()
                          + " twice in "
                          + document.write());
                }
                counted.set(event);
                totals.add(events.get(event));
              }
              ids.older()
                  .forEachId(
                      id -> {
                        if (!counted.get(event(adId, counterId, id))) {
                          throw new Violation(
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
    requireSameTotals(document, totals);
    Counted now = new Counted(document, counted, totals);
    if (byWrite.put(document.write().id(), now) != null) {
      throw new Violation("two writes have the id " + document.write().id());
    }
    byBytes.put(value.bytes(), now);
  }

  private int event(String adId, String counterId, long sequence) {
    CounterTruth counter = counters.get(counterId);
    Integer event = counter == null ? null : counter.events.get(sequence);
    if (event == null || !events.get(event).adId().equals(adId)) {
      throw new Violation(
          "ads/" + adId + " counts " + counterId + ":" + sequence + ", which is no event of it");
    }
    return event;
  }

  private static void requireSameTotals(AdDocument document, AdTotals expected) {
    AdTotals totals = document.totals();
    if (totals.clicks() != expected.clicks()
        || totals.impressions() != expected.impressions()
        || totals.costMicros() != expected.costMicros()
        || totals.budgetMicros() != expected.budgetMicros()
        || !totals.ranking().equals(expected.ranking())) {
      throw new Violation(
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
      throw new Violation("counters/" + counterId + ": no such counter");
    }
    counterDocuments.put(value.bytes(), document);
    counter.known.forEachId(
        id -> {
          if (document.seen(id)) {
            Integer event = counter.events.get(id);
            if (event != null && !ads.get(events.get(event).adId()).marked.get(event)) {
              throw new Violation(
                  "counters/" + counterId + " has seen " + id + ", which nobody marked");
            }
          }
        });
  }

  /** An ads task says that these ids are durable. */
  void marked(Marks marks) {
    CounterTruth counter = counters.get(marks.counterId());
    marks
        .ids()
        .forEachId(
            id -> {
              Integer event = counter == null ? null : counter.events.get(id);
              if (event != null) {
                marked(event);
              }
            });
  }

  private void marked(int event) {
    String adId = events.get(event).adId();
    AdTruth ad = ads.get(adId);
    if (!ad.marked.get(event)) {
      ad.marked.set(event);
      checkAd(adId);
    }
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
    Versions before = null;
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      Versions versions = store.quorum(DocumentKey.ad(adId), quorum);
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

  private BitSet resolve(String adId, Versions versions, int viewQuorum) {
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
      throw new Violation("ads/" + adId + ": siblings do not merge: " + merge);
    }
    BitSet counted = (BitSet) byWrite.get(merged.main().write().id()).events.clone();
    merged
        .taken()
        .forEach(
            (counterId, ids) -> {
              for (int i = 0; i < ids.size(); i++) {
                int event = event(adId, counterId, ids.sequence(i));
                if (counted.get(event)) {
                  throw new Violation(
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

  /** Whether a reader of the counter's document finds the event counted. */
  boolean isSeen(Event event) {
    return view(event.counterId(), 0).seen(event.sequence());
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
      Versions versions = store.quorum(DocumentKey.ad(adId), quorum);
      for (int views = 0; views < store.quorums(); views++) {
        BitSet counted = resolve(adId, versions, views);
        if (!counted.equals(ad.queued)) {
          BitSet missing = (BitSet) ad.queued.clone();
          missing.andNot(counted);
          BitSet tooMany = (BitSet) counted.clone();
          tooMany.andNot(ad.queued);
          throw new Violation(
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
    if (is.firstEventAtMs() != counted.totals.firstEventAtMs()
        || is.lastEventAtMs() != counted.totals.lastEventAtMs()) {
      throw new Violation(
          "at the end ads/" + adId + ": totals " + is + ", but its events are " + counted.totals);
    }
  }

  private List<String> names(BitSet of) {
    return of.stream().mapToObj(i -> events.get(i).eventId()).toList();
  }

  private void checkEndOfCounter(String counterId, CounterTruth counter) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      CounterView view = view(counterId, quorum);
      LongRanges seen =
          view instanceof CounterDocument d
              ? d.gaps().seenBetween(0, Math.max(0, d.next()))
              : new LongRanges();
      if (!seen.equals(counter.queued)) {
        throw new Violation(
            "at the end counters/"
                + counterId
                + " has seen "
                + seen
                + ", but what reached the queue is "
                + counter.queued);
      }
      boolean closed = view instanceof CounterDocument d && d.closed();
      if (closed != counter.closed) {
        throw new Violation(
            "at the end counters/"
                + counterId
                + " closed "
                + closed
                + ", expected "
                + counter.closed);
      }
    }
  }

  static AdDocument readAd(StoredValue value) {
    try {
      return AdDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation("unreadable: " + e);
    }
  }

  static CounterDocument readCounter(StoredValue value) {
    try {
      return CounterDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation("unreadable: " + e);
    }
  }
}
