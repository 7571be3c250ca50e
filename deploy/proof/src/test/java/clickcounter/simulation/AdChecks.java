package clickcounter.simulation;

import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.AdTotals;
import clickcounter.document.UnreadableDocument;
import clickcounter.document.UnsettledIds;
import clickcounter.ledger.SiblingMerge;
import clickcounter.simulation.StoredIds.Unsettled;
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
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What has to be true of the documents of ads.
 *
 * <pre>
 * when                          check
 * a value reaches a replica     READABLE, BOUNDS, WRITE_IDS, OTHER_FIELDS, COUNTED_TWICE, STRANGE_EVENT, UNSETTLED, TOTALS, HOURS
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
  private final NewerBuild newerBuild;
  private final long maxUnsettledIds;
  private final Statistics statistics;
  private final Predicate<String> mayBeBlocked;
  private final Map<String, CountedWrite> byWrite = new HashMap<>();
  private final Map<byte[], CountedWrite> byBytes = new IdentityHashMap<>();

  /** Ads whose recount is not done. */
  private final Set<String> unknown = new HashSet<>();

  /** By ad: what was counted, and recounted when nothing said so; it has to come again. */
  private final Map<String, BitSet> forgotten = new HashMap<>();

  /** The bases of recounted documents. */
  private final Set<String> recounted = new HashSet<>();

  /** What one write of an ad's document says, and what is in it. */
  private record CountedWrite(AdDocument document, BitSet events, Sums sums) {}

  /**
   * @param maxUnsettledIds the setting: how many a document may hold when an event is counted
   * @param mayBeBlocked whether a task may take the document of a counter for blocked
   */
  AdChecks(
      SimulatedStore store,
      KnownEvents known,
      CounterChecks counterChecks,
      HourChecks hourChecks,
      NewerBuild newerBuild,
      long maxUnsettledIds,
      Predicate<String> mayBeBlocked,
      Statistics statistics) {
    this.store = store;
    this.known = known;
    this.counterChecks = counterChecks;
    this.hourChecks = hourChecks;
    this.newerBuild = newerBuild;
    this.maxUnsettledIds = maxUnsettledIds;
    this.mayBeBlocked = mayBeBlocked;
    this.statistics = statistics;
  }

  /** A recount puts this: it has to count this, and nothing is known before it is done. */
  void recounts(String adId, StoredValue value, RecountWatch.Counted counted) {
    statistics.checked(Invariant.RECOUNTED);
    boolean isAgain = !unknown.add(adId);
    Unsettled listed = Unsettled.read(value);
    BitSet settled = new BitSet();
    Sums sums = new Sums();
    BitSet marked = known.ad(adId).marked;
    known.forEachEvent(
        adId,
        (event, index) -> {
          String counterId = event.counterId();
          int id = (int) event.sequence();
          if (counted.isConfirmed(counterId, id)) {
            settled.set(index);
            sums.add(event);
          } else if (listed.lists(counterId, id) && !counted.isCounted(counterId, id)) {
            throw new Violation(
                Invariant.RECOUNTED, "ads/%s: %s was not counted before", adId, event.eventId());
          }
          boolean wasKnown = counted.isKnown(counterId) && !isAgain;
          if (!counted.isCounted(counterId, id) && !wasKnown) {
            marked.clear(index);
            forgotten.computeIfAbsent(adId, ad -> new BitSet()).set(index);
          }
        });
    String base = readAd(value).write().base();
    recounted.add(base);
    byWrite.put(base, new CountedWrite(null, settled, sums));
  }

  /** Recounts of these ads are done. */
  void recounted(Set<String> adIds) {
    unknown.removeAll(adIds);
    adIds.forEach(this::checkMarked);
  }

  private boolean isRecounted(AdDocument document) {
    return recounted.contains(document.write().base()) && document.write().basedOn().isEmpty();
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
    newerBuild.putCame(DocumentKey.ad(adId), value, document.write());
    Unsettled listed = Unsettled.read(value);
    CountedWrite base =
        document.write().base() == null ? null : byWrite.get(document.write().base());
    BitSet counted = base == null ? new BitSet() : (BitSet) base.events.clone();
    Sums sums = base == null ? new Sums() : base.sums.copy();
    listed
        .added()
        .forEach(
            (counterId, ids) ->
                ids.stream().forEach(id -> count(document, counterId, id, counted, sums)));
    listed
        .older()
        .forEach(
            (counterId, ids) ->
                ids.stream().forEach(id -> requireCounted(document, counterId, id, counted)));
    requireSameTotals(document, sums);
    if (!isRecounted(document)) { // it lists whatever is not settled
      requireRoom(document);
    }
    hourChecks.putCame(document, counted);
    CountedWrite now = new CountedWrite(document, counted, sums);
    byWrite.put(document.write().id(), now);
    byBytes.put(value.bytes(), now);
  }

  private void count(AdDocument document, String counterId, int id, BitSet counted, Sums sums) {
    int event = known.event(document.adId(), counterId, id);
    statistics.checked(Invariant.STRANGE_EVENT);
    statistics.checked(Invariant.COUNTED_TWICE);
    if (counted.get(event)) {
      throw new Violation(
          Invariant.COUNTED_TWICE,
          "ads/%s counts %s twice in %s",
          document.adId(),
          known.get(event).eventId(),
          document.write());
    }
    counted.set(event);
    sums.add(known.get(event));
  }

  private void requireCounted(AdDocument document, String counterId, int id, BitSet counted) {
    statistics.checked(Invariant.UNSETTLED);
    if (!counted.get(known.event(document.adId(), counterId, id))) {
      throw new Violation(
          Invariant.UNSETTLED,
          "ads/%s has %s:%s unsettled but never counted it, %s",
          document.adId(),
          counterId,
          id,
          document.write());
    }
  }

  /** A document that is full counts no new event. Ids of blocked counters do not fill it. */
  private void requireRoom(AdDocument document) {
    long ids =
        document.unsettled().entrySet().stream()
            .filter(counter -> !mayBeBlocked.test(counter.getKey()))
            .mapToLong(counter -> ids(counter.getValue()))
            .sum();
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
                      "ads/%s: %s:%s counted into a document of %s unsettled ids, maxUnsettledIds"
                          + " %s, %s",
                      document.adId(),
                      counterId,
                      unsettled.added().sequence(i),
                      ids,
                      maxUnsettledIds,
                      document.write());
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
    return document.unsettled().values().stream().mapToLong(AdChecks::ids).sum();
  }

  private static long ids(UnsettledIds of) {
    return of.older().size() + of.added().size();
  }

  private void requireSameTotals(AdDocument document, Sums expected) {
    statistics.checked(Invariant.TOTALS);
    AdTotals totals = document.totals();
    if (!expected.areThoseOf(totals)) {
      throw new Violation(
          Invariant.TOTALS,
          "ads/%s: totals %s, but its events are %s, %s",
          document.adId(),
          totals,
          expected,
          document.write());
    }
  }

  /** What is marked has to be in what every quorum reads. */
  void checkMarked(String adId) {
    KnownEvents.KnownAd ad = known.ad(adId);
    if (ad == null || unknown.contains(adId)) {
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
        if (counted != null && !containsAll(counted, marked)) {
          BitSet lost = (BitSet) marked.clone();
          lost.andNot(counted);
          throw new Violation(
              Invariant.MARKED_AND_LOST,
              "ads/%s: %s was marked and is lost from what a quorum reads, quorum %s views %s",
              adId,
              known.get(lost.nextSetBit(0)).eventId(),
              quorum,
              views);
        }
      }
    }
  }

  /** Whether no task counts on these siblings. */
  boolean isBlocked(List<StoredValue> siblings) {
    return Rubbish.isAmong(siblings);
  }

  /** The counters that these siblings name: a merge of them may need their views. */
  Set<String> counterIds(List<StoredValue> siblings) {
    return Rubbish.removed(siblings).stream()
        .flatMap(value -> byBytes.get(value.bytes()).document.unsettled().keySet().stream())
        .collect(Collectors.toSet());
  }

  private static boolean containsAll(BitSet all, BitSet some) {
    for (int i = some.nextSetBit(0); i >= 0; i = some.nextSetBit(i + 1)) {
      if (!all.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** Null if the siblings are not merged now: a counter that it takes is blocked. */
  private BitSet resolve(String adId, SiblingVersions versions, int viewQuorum) {
    List<StoredValue> siblings = Rubbish.removed(versions.siblings());
    if (siblings.isEmpty()) {
      return new BitSet();
    }
    if (siblings.size() == 1) {
      CountedWrite only = byBytes.get(siblings.get(0).bytes());
      return only.events;
    }
    return merge(adId, siblings, viewQuorum);
  }

  /**
   * Requires that the production's merge of siblings counts what each of them counts, once.
   *
   * @return null if it is not made now: a counter that it takes is blocked
   */
  private BitSet merge(String adId, List<StoredValue> siblings, int viewQuorum) {
    statistics.checked(Invariant.MERGE);
    BitSet all = new BitSet();
    siblings.forEach(value -> all.or(byBytes.get(value.bytes()).events));
    List<AdDocument> documents =
        siblings.stream().map(value -> byBytes.get(value.bytes()).document).toList();
    SiblingMerge merge = SiblingMerge.merge(documents, id -> counterChecks.view(id, viewQuorum));
    BitSet[] made = {null};
    merge.handle(
        merged -> {
          made[0] = counted(adId, merged);
          requireSame(all, made[0], adId);
        },
        needs -> counterChecks.requireBlocked(needs.counterIds(), viewQuorum),
        none -> {
          throw new Violation(Invariant.MERGE, "ads/%s: siblings do not merge: %s", adId, merge);
        });
    return made[0];
  }

  private void requireSame(BitSet all, BitSet merged, String adId) {
    BitSet comesAgain = (BitSet) forgotten.getOrDefault(adId, new BitSet()).clone();
    comesAgain.andNot(merged);
    all.andNot(comesAgain);
    if (!merged.equals(all)) {
      throw new Violation(
          Invariant.MERGE,
          "ads/%s: siblings count %s, but merge to %s",
          adId,
          names(all, merged),
          names(merged, all));
    }
  }

  private List<String> names(BitSet all, BitSet without) {
    BitSet rest = (BitSet) all.clone();
    rest.andNot(without);
    return known.names(rest);
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
                      "ads/%s: a merge of siblings counts %s twice",
                      adId,
                      known.get(event).eventId());
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
            Invariant.READABLE, "at the end ads/%s cannot be read in a quorum", adId);
      }
      for (int views = 0; views < store.quorums(); views++) {
        statistics.checked(Invariant.END_OF_AD);
        BitSet counted = resolve(adId, versions, views);
        if (counted == null) {
          throw new Violation(Invariant.MERGE, "at the end siblings of ads/%s do not merge", adId);
        }
        if (!counted.equals(ad.queued)) {
          BitSet missing = (BitSet) ad.queued.clone();
          missing.andNot(counted);
          BitSet tooMany = (BitSet) counted.clone();
          tooMany.andNot(ad.queued);
          throw new Violation(
              Invariant.END_OF_AD,
              "at the end ads/%s misses %s and has too many: %s",
              adId,
              known.names(missing),
              known.names(tooMany));
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
          "at the end ads/%s: totals %s, but its events are %s",
          adId,
          is,
          counted.sums);
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
