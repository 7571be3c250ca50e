package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.HoursReader;
import clickcounter.copies.StoreMetrics.PutEnd;
import clickcounter.document.HourCounts;
import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocumentCodec;
import clickcounter.document.Quarters;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.BatchEvent;
import clickcounter.event.RejectReason;
import clickcounter.ledger.HourRoll;
import clickcounter.ledger.SiblingMerge;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
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
 * Moves closed hours from the documents of ads to those of their days, and back when a late event
 * comes. {@link clickcounter.ledger.AdLedger} says when that is allowed.
 *
 * <p>Of one copy there is one call at a time: a read that began before a roll was stored would give
 * back less than was rolled. A roll that fails is begun again after a later put.
 */
final class HourRolls {
  private static final Logger LOG = LoggerFactory.getLogger(HourRolls.class);

  /** Rolls are not urgent: they must not take the store's time from the puts of ads. */
  private static final int MAX_ROLLS_IN_FLIGHT = 16;

  /** At this many times the bytes from which hours are rolled, a put is made just for that. */
  private static final int OVERDUE = 8;

  private static final String TOO_NEW =
      "it has counts of later writes of the ad only. If this comes again, the ad's document was lost or replaced:"
          + " recount it from the archives";

  private final int overdueBytes;
  private final long rollIntervalMs;
  private final DocumentStore store;
  private final Executor mailbox;
  private final Deliveries<?> deliveries;
  private final Consumer<AdCopy> offerWaiting;
  private final CountingMetrics metrics;
  private final BatchEvent event = new BatchEvent();
  private Copies<AdCopy> copies;
  private int rollsInFlight;

  /**
   * @param offerWaiting decides on the events that wait at a copy that is ready
   */
  HourRolls(
      AdsSettings settings,
      DocumentStore store,
      Executor mailbox,
      Deliveries<?> deliveries,
      Consumer<AdCopy> offerWaiting,
      CountingMetrics metrics) {
    this.rollIntervalMs = settings.rollIntervalMs();
    this.overdueBytes = OVERDUE * settings.rollHoursBytes();
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

  /** The ad's document was put: rolls the hours of a day if they are due. */
  void stored(AdCopy copy) {
    HourRoll roll = copy.ledger.takeRoll();
    boolean isSoon = copies.nowMs() - copy.rolledAtMs < rollIntervalMs;
    if (roll != null
        && copy.hoursCall == null
        && rollsInFlight < MAX_ROLLS_IN_FLIGHT
        && (!isSoon || isOverdue(copy))) {
      copy.rolledAtMs = copies.nowMs();
      new Rolling(copy, roll).begin();
    }
  }

  private boolean isOverdue(AdCopy copy) {
    return copy.ledger.closedHoursTake(overdueBytes);
  }

  private void put(AdCopy copy) {
    copy.ledger.owePut();
    copies.changed(copy);
  }

  /** One roll under way. */
  private final class Rolling implements Stored.Cases<Void> {
    private final AdCopy copy;
    private final HourRoll roll;
    private final DocumentKey key;
    private final boolean wasOverdue;

    Rolling(AdCopy copy, HourRoll roll) {
      this.copy = copy;
      this.roll = roll;
      this.key = HoursReader.key(copy.id(), roll.day());
      this.wasOverdue = isOverdue(copy);
    }

    void begin() {
      copy.hoursCall = this;
      rollsInFlight++;
      fetch(key, this::onFetched);
    }

    private void onFetched(Fetched answer) {
      if (copy.hoursCall != this) {
        rollsInFlight--;
        return; // the copy was dropped
      }
      HoursDocument document = document(answer);
      if (document == null) {
        end();
        return;
      }
      byte[] bytes = HoursDocumentCodec.write(document);
      long startMs = copies.nowMs();
      metrics.putStarted(0, bytes.length, 0);
      store.put(
          key,
          new StoredValue(HoursDocumentCodec.CONTENT_TYPE, bytes),
          answer.context(),
          stored -> mailbox.execute(() -> onStored(startMs, stored)));
    }

    /** The day's document with the hours; null if they cannot be rolled now. */
    private HoursDocument document(Fetched answer) {
      if (answer instanceof Fetched.Failed) {
        return null;
      }
      try {
        HoursDocument document = roll.onto(HoursReader.read(copy.id(), roll.day(), answer));
        if (document == null) {
          metrics.rollRefused();
          LOG.warn(
              "{} has hours of a later write of ads/{} than {}: they stay in the ad's document, nothing is lost."
                  + " If this comes again, the ad's document was lost or replaced: recount it from the archives.",
              key,
              copy.id(),
              roll.number());
        }
        return document;
      } catch (UnreadableDocument e) {
        metrics.rollRefused();
        LOG.error(
            "{} cannot be read: {}. The hours stay in the ad's document, nothing is lost. Recount the ad from the archives.",
            key,
            e.getMessage());
        return null;
      }
    }

    private void onStored(long startMs, Stored answer) {
      copies.readClock();
      metrics.putEnded(PutEnd.of(answer), copies.nowMs() - startMs);
      if (copy.hoursCall != this) {
        rollsInFlight--;
      } else {
        answer.decide(this);
      }
      copies.pump();
    }

    @Override
    public Void single(clickcounter.store.StoreContext context) {
      metrics.hoursRolled(roll.hours().size());
      copy.ledger.rolled(roll);
      if (wasOverdue) {
        put(copy); // or the document stays long until the next event
      }
      end();
      return null;
    }

    @Override
    public Void siblings(int count) {
      end();
      return null;
    }

    @Override
    public Void conflict(String reason) {
      end();
      return null;
    }

    @Override
    public Void doubt(String reason) {
      LOG.debug("{}: roll in doubt, {}", key, reason);
      end();
      return null;
    }

    @Override
    public Void refused(String reason) {
      metrics.rollRefused();
      LOG.error("{} is refused: {}. The hours stay in the ad's document.", key, reason);
      end();
      return null;
    }

    private void end() {
      rollsInFlight--;
      copy.hoursCall = null;
      takeBackNext(copy);
      copies.release(copy);
    }
  }

  /** Takes an hour back for an event that waits at the copy. */
  void takeBack(AdCopy copy, long quarter) {
    copy.unfinished().hoursToTakeBack.add(quarter);
    if (copy.hoursCall == null) {
      takeBackNext(copy);
    }
  }

  private void takeBackNext(AdCopy copy) {
    if (copy.hasHoursToTakeBack()) {
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
        if (copy.hoursCall == null) {
          takeBackNext(copy);
        }
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
      LOG.warn("{}: {}", key, TOO_NEW);
      if (copy.ledger.putInFlight()) {
        endWaiting(deliveries::fail); // its answer decides on the copy
      } else {
        copies.drop(copy, key + ": " + TOO_NEW);
      }
    }

    /** Ends the events that wait for an hour of this day. */
    private void endWaiting(LongConsumer end) {
      WaiterList waiting = copy.unfinished().waiting.takeAll();
      for (int i = 0; i < waiting.size(); i++) {
        long waiter = waiting.waiter(i);
        event.moveTo(deliveries.of(waiter).batch(), Deliveries.index(waiter));
        long quarter = copy.ledger.hourOf(event);
        if (Quarters.day(quarter) == day && copy.ledger.hours().mayBeRolled(quarter)) {
          end.accept(waiter);
        } else {
          copy.unfinished().add(waiter, waiting.isMarked(i));
        }
      }
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
            LOG.warn("{}: {}", key, TOO_NEW);
            copies.drop(copy, key + ": " + TOO_NEW);
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

  private void fetch(DocumentKey key, Consumer<Fetched> then) {
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

  /** The copy is dropped or blocked: what is under way for it is of no use. */
  void ended(AdCopy copy) {
    copy.hoursCall = null;
  }
}
