package clickcounter.simulation;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import clickcounter.wire.Marks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/**
 * Knows every event and what each write counted, and throws a {@link Violation} as soon as a
 * promise is broken. This class is told what happens and asks the checks that concern it:
 *
 * <pre>
 * what happens                        who checks
 * a value reaches a replica           {@link AdChecks#putCame}, {@link CounterChecks#putCame}
 * the answer of a quorum changes      {@link AdChecks#checkMarked}
 * an ads task marks ids               {@link Invariant#MARKS} here, {@link AdChecks#checkMarked}
 * a tuple of events is acked          {@link CounterChecks#checkAcked}
 * a task blocks a document            {@link BlockedChecks#blocked}, one object a task
 * a task rejects events               {@link BlockedChecks#rejecting}
 * the life ends                       {@link AdChecks#checkEnd}, {@link CounterChecks#checkEnd}
 * </pre>
 *
 * <p>A new invariant of documents goes into one of those classes, with a claim of its own in {@link
 * Invariant}.
 */
final class Oracle implements SimulatedStore.StoreWatch {
  private final KnownEvents known = new KnownEvents();
  private final Set<String> rejectedLines = new HashSet<>();
  private final long maxUnsettledIds;
  private final Statistics statistics;
  private final Set<String> blockedCounters = new HashSet<>();
  private boolean documentBlocked;
  private final Answers answers = new Answers();
  private AdChecks adChecks;
  private CounterChecks counterChecks;

  /**
   * @param maxUnsettledIds the setting: how many an ad's document may hold when an event is counted
   */
  Oracle(long maxUnsettledIds, Statistics statistics) {
    this.maxUnsettledIds = maxUnsettledIds;
    this.statistics = statistics;
  }

  /** The store is made with this object, so this object gets the store afterwards. */
  void watch(SimulatedStore store) {
    NewerBuild newerBuild = new NewerBuild(statistics);
    counterChecks = new CounterChecks(store, known, newerBuild, statistics);
    HourChecks hourChecks = new HourChecks(known, statistics);
    adChecks =
        new AdChecks(
            store,
            known,
            counterChecks,
            hourChecks,
            newerBuild,
            maxUnsettledIds,
            blockedCounters::contains,
            statistics);
  }

  /** Whether every quorum has a document of this counter. */
  boolean isStored(String counterId) {
    return counterChecks.isStored(counterId);
  }

  /** Whether the counter's service closed it. */
  boolean hasClosed(String counterId) {
    return known.counter(counterId).closed;
  }

  /** A service made this event; nothing is known yet of its way. */
  void made(Event event) {
    known.made(event);
  }

  /** The event is on the queue: from now on it has to be counted some day. */
  void queued(Event event) {
    known.queued(event);
  }

  void rejected(String line) {
    rejectedLines.add(line);
  }

  boolean wasRejected(String line) {
    return rejectedLines.contains(line);
  }

  /** Stands between the views of a new worker and its store. */
  BlockedViews blockedViews(DocumentStore store, LongSupplier nowMicros) {
    return new BlockedViews(
        store,
        answers::isUnreadable,
        counterId -> {
          blockedCounters.add(counterId);
          blocked();
        },
        nowMicros);
  }

  /** The checks of what a new task blocks. */
  BlockedChecks blockedChecks(BlockedViews views, LongSupplier nowMicros) {
    return new BlockedChecks(answers, views, this::blocked, nowMicros, statistics);
  }

  /** By what has reached the replicas. */
  private final class Answers implements BlockedChecks.KnownAnswers {
    @Override
    public boolean isUnreadable(DocumentKey key, Fetched answer) {
      return answer.decide(
          found -> isBlocked(key.bucket(), found.siblings()), absent -> false, failed -> false);
    }

    private boolean isBlocked(String bucket, List<StoredValue> siblings) {
      return bucket.equals(DocumentKey.ADS)
          ? adChecks.isBlocked(siblings)
          : bucket.equals(DocumentKey.COUNTERS) && counterChecks.isBlocked(siblings);
    }

    @Override
    public Set<String> neededCounters(DocumentKey key, Fetched answer) {
      return answer.<Set<String>>decide(
          found ->
              key.bucket().equals(DocumentKey.ADS) && found.siblings().size() > 1
                  ? adChecks.counterIds(found.siblings())
                  : Set.of(),
          absent -> Set.of(),
          failed -> Set.of());
    }
  }

  /** A document is blocked: what is rejected meanwhile has to be replayed. */
  void blocked() {
    documentBlocked = true;
  }

  /** Whether a document was blocked since this was last asked. */
  boolean takeBlocked() {
    boolean was = documentBlocked;
    documentBlocked = false;
    return was;
  }

  /** A recount puts the document of an ad. */
  void recountsAd(String adId, StoredValue value, RecountWatch.Counted counted) {
    adChecks.recounts(adId, value, counted);
  }

  /** A recount puts the document of a counter. */
  void recountsCounter(String counterId, StoredValue value) {
    marked(counterId, counterChecks.recordedByRecount(counterId, value));
  }

  /** Recounts of these ads are done. */
  void recounted(Set<String> adIds) {
    adChecks.recounted(adIds);
  }

  @Override
  public void putCame(DocumentKey key, StoredValue value) {
    if (key.bucket().equals(DocumentKey.ADS)) {
      adChecks.putCame(key.key(), value);
    } else if (key.bucket().equals(DocumentKey.COUNTERS)) {
      counterChecks.putCame(key.key(), value);
    }
  }

  @Override
  public void changed(DocumentKey key) {
    if (key.bucket().equals(DocumentKey.ADS)) {
      adChecks.checkMarked(key.key());
    }
  }

  /** An ads task says that these ids are durable. */
  void marked(Marks marks) {
    statistics.checked(Invariant.MARKS);
    BitSet ids = new BitSet();
    marks.ids().forEachId(id -> ids.set((int) id));
    marked(marks.counterId(), ids);
  }

  private void marked(String counterId, BitSet ids) {
    KnownEvents.KnownCounter counter = known.counter(counterId);
    Set<String> changed = new HashSet<>();
    ids.stream()
        .forEach(
            id -> {
              Integer event = counter == null ? null : counter.events.get((long) id);
              if (event == null) {
                throw new Violation(Invariant.MARKS, "marked, but no event: %s:%s", counterId, id);
              }
              counter.admitted.set(id);
              String adId = known.get(event).adId();
              KnownEvents.KnownAd ad = known.ad(adId);
              if (!ad.marked.get(event)) {
                ad.marked.set(event);
                changed.add(adId);
              }
            });
    changed.forEach(adChecks::checkMarked);
  }

  /**
   * The tuple of these events is done, whose message may be acknowledged now: every quorum has to
   * show them in their counters' documents, or they were rejected in this very delivery. What a
   * blocked counter's document does not record has to be counted, and is recorded when the archive
   * is replayed.
   *
   * @param unrecorded ids by counter, which were not recorded in this delivery as their counter's
   *     document was blocked
   */
  void acked(List<AdEvent> batch, Set<String> rejected, Map<String, LongRanges> unrecorded) {
    batch.stream()
        .collect(groupingBy(AdEvent::counterId, TreeMap::new, toList()))
        .forEach(
            (counterId, events) ->
                counterChecks.checkAcked(
                    counterId,
                    events,
                    rejected,
                    unrecorded.getOrDefault(counterId, new LongRanges())));
  }

  /** Whether a reader of the counter's document finds the event there. */
  boolean isSeen(Event event) {
    StoredIds.Recorded recorded = counterChecks.recorded(event.counterId(), 0);
    return recorded != null && recorded.seen().get((int) event.sequence());
  }

  /** The ads that have events. */
  List<String> adIds() {
    List<String> ids = new ArrayList<>();
    known.forEachAd((adId, ad) -> ids.add(adId));
    return ids;
  }

  /** At the end, every ad server knows every state. */
  void checkStates(SimulatedStates states) {
    known.forEachAd(
        (adId, ad) -> {
          Sums sums = new Sums();
          ad.queued.stream().forEach(event -> sums.add(known.get(event)));
          states.checkEnd(adId, sums);
        });
  }

  /** At the end, exactly what reached the queue is counted, once, and known to be counted. */
  void checkEnd() {
    known.forEachAd(adChecks::checkEnd);
    known.forEachCounter(counterChecks::checkEnd);
  }
}
