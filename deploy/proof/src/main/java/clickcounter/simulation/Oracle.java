package clickcounter.simulation;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import clickcounter.document.CounterView;
import clickcounter.document.Fence;
import clickcounter.event.AdEvent;
import clickcounter.event.Event;
import clickcounter.ids.LongRanges;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoredValue;
import clickcounter.wire.Marks;
import java.util.ArrayList;
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
  private boolean documentBlocked;
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
    counterChecks = new CounterChecks(store, known, statistics);
    HourChecks hourChecks = new HourChecks(known, statistics);
    adChecks = new AdChecks(store, known, counterChecks, hourChecks, maxUnsettledIds, statistics);
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

  /** The checks of what a new task blocks. */
  BlockedChecks blockedChecks(LongSupplier nowMicros) {
    return new BlockedChecks(this::isUnreadable, this::blocked, nowMicros, statistics);
  }

  private boolean isUnreadable(DocumentKey key, Fetched answer) {
    return answer.decide(
        found ->
            key.bucket().equals(DocumentKey.ADS)
                ? adChecks.isBlocked(found.siblings())
                : !found.siblings().stream().allMatch(Oracle::isCounted),
        absent -> false,
        failed -> false);
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

  /**
   * The document that is put in the place of this fence contains these events without a trace of
   * them, and others that it lists.
   */
  void recounted(String adId, Fence fence, List<AdEvent> settled) {
    adChecks.recounted(adId, fence, settled);
  }

  @Override
  public void putCame(DocumentKey key, StoredValue value) {
    if (!isCounted(value)) {
      return;
    }
    if (key.bucket().equals(DocumentKey.ADS)) {
      adChecks.putCame(key.key(), value);
    } else if (key.bucket().equals(DocumentKey.COUNTERS)) {
      counterChecks.putCame(key.key(), value);
    }
  }

  /** False for a fence, and for what was written by hand: no task counts on it. */
  static boolean isCounted(StoredValue value) {
    return !value.contentType().equals(Fence.CONTENT_TYPE)
        && !value.contentType().equals(SimulatedStore.RUBBISH.contentType());
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
    KnownEvents.KnownCounter counter = known.counter(marks.counterId());
    if (counter == null) {
      throw new Violation(Invariant.MARKS, "marked, but no counter: " + marks);
    }
    Set<String> changed = new HashSet<>();
    marks
        .ids()
        .forEachId(
            id -> {
              Integer event = counter.events.get(id);
              if (event == null) {
                throw new Violation(
                    Invariant.MARKS, "marked, but no event: " + marks.counterId() + ":" + id);
              }
              counter.admitted.add(id);
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
   * show them in their counters' documents, or they were rejected in this very delivery, or not
   * recorded in it as their counter's document was blocked. These are marked when the archive is
   * replayed.
   *
   * @param unrecorded ids by counter
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

  /** What a reader of the counter's document finds. */
  CounterView view(String counterId) {
    return counterChecks.view(counterId, 0);
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
