package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.HoursReader;
import clickcounter.document.HourCounts;
import clickcounter.document.HoursDocument;
import clickcounter.document.Quarters;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.BatchEvent;
import clickcounter.event.RejectReason;
import clickcounter.ledger.SiblingMerge;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads hours that were rolled: for late events, and for siblings that are merged.
 *
 * <p>Of one copy there is one call for hours at a time, reads and rolls together: a read that began
 * before a roll was stored would give back less than was rolled.
 */
final class HourReads {
  private static final Logger LOG = LoggerFactory.getLogger(HourReads.class);

  private static final String TOO_NEW =
      "it has counts of later writes of the ad only. If this comes again, the ad's document was lost or replaced:"
          + " recount it from the archives";

  private final DocumentStore store;
  private final Executor mailbox;
  private final Deliveries<?> deliveries;
  private final Consumer<AdCopy> offerWaiting;
  private final CountingMetrics metrics;
  private final BatchEvent event = new BatchEvent();
  private Copies<AdCopy> copies;

  /**
   * @param offerWaiting decides on the events that wait at a copy that is ready
   */
  HourReads(
      DocumentStore store,
      Executor mailbox,
      Deliveries<?> deliveries,
      Consumer<AdCopy> offerWaiting,
      CountingMetrics metrics) {
    this.store = store;
    this.mailbox = mailbox;
    this.deliveries = deliveries;
    this.offerWaiting = offerWaiting;
    this.metrics = metrics;
  }

  /** Called once, before anything else. */
  void serve(Copies<AdCopy> newCopies) {
    copies = newCopies;
  }

  /** Takes an hour back for an event that waits at the copy. */
  void takeBack(AdCopy copy, long quarter) {
    copy.unfinished().hoursToTakeBack.add(quarter);
    takeBackNext(copy);
  }

  /** Reads the next day from which hours are to be taken back, unless a call is under way. */
  void takeBackNext(AdCopy copy) {
    if (copy.hoursCall == null && copy.hasHoursToTakeBack()) {
      new TakingBack(copy).begin();
    }
  }

  /** One read of a day under way, for late events. */
  private final class TakingBack {
    private final AdCopy copy;
    private final long day;
    private final DocumentKey key;

    TakingBack(AdCopy copy) {
      this.copy = copy;
      this.day = Quarters.day(copy.unfinished().hoursToTakeBack.first());
      this.key = HoursReader.key(copy.id(), day);
    }

    void begin() {
      copy.hoursCall = this;
      fetch(key, this::onFetched);
    }

    private void onFetched(Fetched answer) {
      if (copy.hoursCall != this) {
        return; // the copy was dropped
      }
      copy.hoursCall = null;
      SortedSet<Long> quarters = takeQuarters();
      if (answer instanceof Fetched.Failed failed) {
        LOG.debug("{}: not read, {}", key, failed.reason());
        endWaiting(deliveries::fail);
      } else {
        read(answer, quarters);
      }
      if (copy.isBusy() && copy.isReady()) {
        takeBackNext(copy);
        copies.release(copy);
      }
    }

    private SortedSet<Long> takeQuarters() {
      SortedSet<Long> ofDay =
          copy.unfinished()
              .hoursToTakeBack
              .subSet(Quarters.firstOf(day), Quarters.firstOf(day + 1));
      SortedSet<Long> taken = new TreeSet<>(ofDay);
      ofDay.clear();
      return taken;
    }

    private void read(Fetched answer, SortedSet<Long> quarters) {
      try {
        HoursDocument document = HoursReader.read(copy.id(), day, answer);
        for (Long quarter : quarters) {
          if (!copy.ledger.takeBack(quarter, document)) {
            old();
            return;
          }
          metrics.hourTakenBack();
        }
        offerWaiting.accept(copy);
      } catch (UnreadableDocument e) {
        LOG.error(
            "{} cannot be read: {}. Its late events go to the queue of rejects. Recount the ad from the archives.",
            key,
            e.getMessage());
        String detail = key + ": " + e.getMessage();
        endWaiting(waiter -> deliveries.reject(waiter, RejectReason.DOCUMENT_BLOCKED, detail));
      }
    }

    /** The document has newer counts only. */
    private void old() {
      if (copy.ledger.putInFlight()) {
        LOG.warn("{}: {}", key, TOO_NEW);
        endWaiting(deliveries::fail); // its answer decides on the copy
      } else {
        dropOld(copy, key);
      }
    }

    /** Ends the events that wait for an hour of this day. */
    private void endWaiting(LongConsumer end) {
      copy.unfinished().takeOut((waiter, awaitsView) -> awaitsThisDay(waiter), end);
    }

    private boolean awaitsThisDay(long waiter) {
      event.moveTo(deliveries.of(waiter).batch(), Deliveries.index(waiter));
      long quarter = copy.ledger.hourOf(event);
      return Quarters.day(quarter) == day && copy.ledger.hours().mayBeRolled(quarter);
    }
  }

  /**
   * Reads the hours that siblings of a document need, which is not ready yet.
   *
   * @param quarters of hours that the main line may have rolled
   * @param then receives what they count
   */
  void readForMerge(
      AdCopy copy,
      SiblingMerge.Merged merged,
      SortedSet<Long> quarters,
      Consumer<Map<Long, HourCounts>> then) {
    new Merging(copy, merged, new TreeSet<>(quarters), then).next();
  }

  /** The reads for one merge, day by day. */
  private final class Merging {
    private final AdCopy copy;
    private final SiblingMerge.Merged merged;
    private final TreeSet<Long> left;
    private final Consumer<Map<Long, HourCounts>> then;
    private final Map<Long, HourCounts> found = new HashMap<>();

    Merging(
        AdCopy copy,
        SiblingMerge.Merged merged,
        TreeSet<Long> left,
        Consumer<Map<Long, HourCounts>> then) {
      this.copy = copy;
      this.merged = merged;
      this.left = left;
      this.then = then;
    }

    void next() {
      copy.hoursCall = this;
      long day = Quarters.day(left.first());
      fetch(HoursReader.key(copy.id(), day), answer -> onFetched(day, answer));
    }

    private void onFetched(long day, Fetched answer) {
      if (copy.hoursCall != this) {
        return; // the copy was dropped
      }
      copy.hoursCall = null;
      DocumentKey key = HoursReader.key(copy.id(), day);
      if (answer instanceof Fetched.Failed failed) {
        copies.drop(copy, key + ": " + failed.reason());
        return;
      }
      try {
        HoursDocument document = HoursReader.read(copy.id(), day, answer);
        SortedSet<Long> ofDay = left.headSet(Quarters.firstOf(day + 1));
        for (Long quarter : ofDay) {
          HourCounts counts = document.counts(quarter, merged.main().write().contains());
          if (counts == null) {
            dropOld(copy, key);
            return;
          }
          found.put(quarter, counts);
        }
        ofDay.clear();
      } catch (UnreadableDocument e) {
        copies.block(copy, "its siblings need " + key + ": " + e.getMessage());
        return;
      }
      if (left.isEmpty()) {
        then.accept(found);
        copies.release(copy);
      } else {
        next();
      }
    }
  }

  private void dropOld(AdCopy copy, DocumentKey key) {
    LOG.warn("{}: {}", key, TOO_NEW);
    copies.drop(copy, key + ": " + TOO_NEW);
  }

  /** Reads a document of a day. */
  void fetch(DocumentKey key, Consumer<Fetched> then) {
    metrics.readStarted();
    store.fetch(
        key,
        answer ->
            mailbox.execute(
                () -> {
                  copies.readClock();
                  if (answer instanceof Fetched.Failed) {
                    metrics.readFailed();
                  }
                  then.accept(answer);
                  copies.pump();
                }));
  }
}
