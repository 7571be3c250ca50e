package clickcounter.simulation;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.AddedIds;
import clickcounter.document.Fence;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.ledger.SiblingMerge;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * What has to be true of the documents of ads.
 *
 * <pre>
 * when                          check
 * a value reaches a replica     READABLE, BOUNDS, WRITE_IDS, COUNTED_TWICE, STRANGE_EVENT, UNSETTLED, TOTALS, HOURS
 * a quorum changes, or a mark   MARKED_AND_LOST, MERGE, COUNTED_TWICE (by a merge of siblings)
 * the end of a life             END_OF_AD, SPAN
 * </pre>
 *
 * <p>The truth of a write is that of the write that it names as its base, and what it added.
 *
 * <p>A write with more ids than the setting allows got them by merging siblings, and counts nothing
 * that none of these had counted. So each write brings at most {@code maxUnsettledIds} new ids.
 */
final class AdChecks {
  private final SimulatedStore store;
  private final KnownEvents known;
  private final CounterChecks counterChecks;
  private final HourChecks hourChecks;
  private final long maxUnsettledIds;
  private final Statistics statistics;
  private final Map<String, CountedWrite> byWrite = new HashMap<>();
  private final Map<byte[], CountedWrite> byBytes = new IdentityHashMap<>();
  private final Set<String> fences = new HashSet<>();

  /** What one write of an ad's document says, and what is in it. */
  private record CountedWrite(AdDocument document, BitSet events, Sums sums) {}

  /**
   * @param maxUnsettledIds the setting: how many a document may hold when an event is counted
   */
  AdChecks(
      SimulatedStore store,
      KnownEvents known,
      CounterChecks counterChecks,
      HourChecks hourChecks,
      long maxUnsettledIds,
      Statistics statistics) {
    this.store = store;
    this.known = known;
    this.counterChecks = counterChecks;
    this.hourChecks = hourChecks;
    this.maxUnsettledIds = maxUnsettledIds;
    this.statistics = statistics;
  }

  /**
   * What is counted where this fence is, as the document in its place names it as its base: the
   * events that are settled.
   */
  void recounted(String adId, Fence fence, List<AdEvent> settled) {
    BitSet counted = new BitSet();
    Sums sums = new Sums();
    for (AdEvent event : settled) {
      counted.set(known.event(adId, event.counterId(), event.sequence()));
      sums.add(event);
    }
    byWrite.put(fence.id(), new CountedWrite(null, counted, sums));
    fences.add(fence.id());
  }

  /** A value of an ad's document reached a replica. */
  void putCame(String adId, StoredValue value) {
    statistics.checked(Invariant.READABLE);
    statistics.checked(Invariant.BOUNDS);
    statistics.checked(Invariant.WRITE_IDS);
    AdDocument document = readAd(value);
    int texts = document.unsettled().size() + document.write().basedOn().size();
    DocumentBounds.requireSmall("ads/" + adId, value, texts, unsettledIds(document));
    CountedWrite before = byWrite.get(document.write().id());
    if (before != null && before.document.equals(document)) {
      byBytes.put(value.bytes(), before);
      return;
    }
    if (before != null) {
      throw new Violation(Invariant.WRITE_IDS, "two writes have the id " + document.write().id());
    }
    CountedWrite base =
        document.write().base() == null ? null : byWrite.get(document.write().base());
    BitSet counted = base == null ? new BitSet() : (BitSet) base.events.clone();
    Sums sums = base == null ? new Sums() : base.sums.copy();
    document
        .unsettled()
        .forEach(
            (counterId, ids) -> {
              AddedIds added = ids.added();
              for (int i = 0; i < added.size(); i++) {
                int event = known.event(adId, counterId, added.sequence(i));
                statistics.checked(Invariant.STRANGE_EVENT);
                statistics.checked(Invariant.COUNTED_TWICE);
                if (counted.get(event)) {
                  throw new Violation(
                      Invariant.COUNTED_TWICE,
                      "ads/"
                          + adId
                          + " counts "
                          + known.get(event).eventId()
                          + " twice in "
                          + document.write());
                }
                counted.set(event);
                sums.add(known.get(event));
              }
              ids.older()
                  .forEachId(
                      id -> {
                        statistics.checked(Invariant.UNSETTLED);
                        if (!counted.get(known.event(adId, counterId, id))) {
                          throw new Violation(
                              Invariant.UNSETTLED,
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
    boolean isRecounted =
        fences.contains(document.write().base()) && document.write().basedOn().isEmpty();
    if (!isRecounted) { // it lists whatever is not settled
      requireRoom(document);
    }
    hourChecks.putCame(document, counted);
    CountedWrite now = new CountedWrite(document, counted, sums);
    byWrite.put(document.write().id(), now);
    byBytes.put(value.bytes(), now);
  }

  /** A document that is full counts no new event. */
  private void requireRoom(AdDocument document) {
    long ids = unsettledIds(document);
    if (ids <= maxUnsettledIds) {
      return;
    }
    BitSet counted = new BitSet();
    contained(document).forEach(write -> counted.or(write.events));
    document
        .unsettled()
        .forEach(
            (counterId, unsettled) -> {
              for (int i = 0; i < unsettled.added().size(); i++) {
                if (!counted.get(
                    known.event(document.adId(), counterId, unsettled.added().sequence(i)))) {
                  throw new Violation(
                      Invariant.BOUNDS,
                      "ads/"
                          + document.adId()
                          + ": "
                          + counterId
                          + ":"
                          + unsettled.added().sequence(i)
                          + " counted into a document of "
                          + ids
                          + " unsettled ids, maxUnsettledIds "
                          + maxUnsettledIds
                          + ", "
                          + document.write());
                }
              }
            });
  }

  /** The writes whose counts this one contains, as it says itself. */
  private List<CountedWrite> contained(AdDocument document) {
    List<String> ids = new ArrayList<>(document.write().basedOn());
    ids.add(document.write().base());
    return ids.stream().map(byWrite::get).filter(Objects::nonNull).toList();
  }

  private static long unsettledIds(AdDocument document) {
    return document.unsettled().values().stream()
        .mapToLong(ids -> ids.older().size() + ids.added().size())
        .sum();
  }

  private void requireSameTotals(AdDocument document, Sums expected) {
    statistics.checked(Invariant.TOTALS);
    AdTotals totals = document.totals();
    if (!expected.areThoseOf(totals)) {
      throw new Violation(
          Invariant.TOTALS,
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

  /** What is marked has to be in what every quorum reads. */
  void checkMarked(String adId) {
    KnownEvents.KnownAd ad = known.ad(adId);
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
      if (isBlocked(versions.siblings())) {
        continue;
      }
      for (int views = 0; views < (versions.values().size() > 1 ? store.quorums() : 1); views++) {
        statistics.checked(Invariant.MARKED_AND_LOST);
        BitSet counted = resolve(adId, versions, views);
        if (!containsAll(counted, marked)) {
          BitSet lost = (BitSet) marked.clone();
          lost.andNot(counted);
          throw new Violation(
              Invariant.MARKED_AND_LOST,
              "ads/"
                  + adId
                  + ": "
                  + known.get(lost.nextSetBit(0)).eventId()
                  + " was marked and is lost from what a quorum reads, quorum "
                  + quorum
                  + " views "
                  + views);
        }
      }
    }
  }

  /** Whether nobody counts on these siblings: rubbish is among them, or a fence not stale. */
  boolean isBlocked(List<StoredValue> siblings) {
    long newest = 0;
    for (StoredValue value : siblings) {
      if (Oracle.isCounted(value)) {
        newest = Math.max(newest, byBytes.get(value.bytes()).document.write().number());
      }
    }
    for (StoredValue value : siblings) {
      if (!Oracle.isCounted(value) && !isStale(value, newest)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isStale(StoredValue value, long newest) {
    try {
      return value.contentType().equals(Fence.CONTENT_TYPE)
          && newest > Fence.read(value.contentType(), value.bytes()).number();
    } catch (UnreadableDocument e) {
      throw new Violation(Invariant.READABLE, "unreadable fence: " + e);
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
    List<StoredValue> siblings = versions.siblings().stream().filter(Oracle::isCounted).toList();
    if (siblings.isEmpty()) {
      return new BitSet();
    }
    if (siblings.size() == 1) {
      CountedWrite only = byBytes.get(siblings.get(0).bytes());
      return only.events;
    }
    statistics.checked(Invariant.MERGE);
    List<AdDocument> documents =
        siblings.stream().map(s -> byBytes.get(s.bytes()).document).toList();
    SiblingMerge merge = SiblingMerge.merge(documents, id -> counterChecks.view(id, viewQuorum));
    Runnable fail =
        () -> {
          throw new Violation(Invariant.MERGE, "ads/" + adId + ": siblings do not merge: " + merge);
        };
    BitSet counted = new BitSet();
    merge.handle(
        merged -> counted.or(counted(adId, merged)), needs -> fail.run(), none -> fail.run());
    return counted;
  }

  private BitSet counted(String adId, SiblingMerge.Merged merged) {
    CountedWrite main = byWrite.get(merged.main().write().id());
    BitSet counted = (BitSet) main.events.clone();
    merged
        .addedByOthers()
        .forEach(
            (counterId, ids) -> {
              for (int i = 0; i < ids.size(); i++) {
                int event = known.event(adId, counterId, ids.sequence(i));
                if (counted.get(event)) {
                  throw new Violation(
                      Invariant.COUNTED_TWICE,
                      "ads/"
                          + adId
                          + ": a merge of siblings counts "
                          + known.get(event).eventId()
                          + " twice");
                }
                counted.set(event);
              }
            });
    return counted;
  }

  /** Exactly what reached the queue has to be counted. */
  void checkEnd(String adId, KnownEvents.KnownAd ad) {
    for (int quorum = 0; quorum < store.quorums(); quorum++) {
      SiblingVersions versions = store.quorum(DocumentKey.ad(adId), quorum);
      if (isBlocked(versions.siblings())) {
        throw new Violation(
            Invariant.READABLE, "at the end ads/" + adId + " cannot be read in a quorum");
      }
      for (int views = 0; views < store.quorums(); views++) {
        statistics.checked(Invariant.END_OF_AD);
        BitSet counted = resolve(adId, versions, views);
        if (!counted.equals(ad.queued)) {
          BitSet missing = (BitSet) ad.queued.clone();
          missing.andNot(counted);
          BitSet tooMany = (BitSet) counted.clone();
          tooMany.andNot(ad.queued);
          throw new Violation(
              Invariant.END_OF_AD,
              "at the end ads/"
                  + adId
                  + " misses "
                  + known.names(missing)
                  + " and has too many: "
                  + known.names(tooMany));
        }
      }
      if (versions.values().size() == 1) {
        checkSpan(adId, byBytes.get(versions.siblings().get(0).bytes()));
      }
    }
  }

  private void checkSpan(String adId, CountedWrite counted) {
    statistics.checked(Invariant.SPAN);
    AdTotals is = counted.document.totals();
    if (!counted.sums.hasSpanOf(is)) {
      throw new Violation(
          Invariant.SPAN,
          "at the end ads/" + adId + ": totals " + is + ", but its events are " + counted.sums);
    }
  }

  private static AdDocument readAd(StoredValue value) {
    try {
      return AdDocumentCodec.read(value.contentType(), value.bytes());
    } catch (UnreadableDocument e) {
      throw new Violation(Invariant.READABLE, "unreadable: " + e);
    }
  }
}
