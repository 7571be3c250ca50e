package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.HoursReader;
import clickcounter.copies.StoreMetrics.PutEnd;
import clickcounter.document.HoursDocument;
import clickcounter.document.HoursDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.ledger.HourRoll;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Moves closed hours from the documents of ads to those of their days. {@link
 * clickcounter.ledger.AdLedger} says when that is allowed. {@link HourReads} brings them back.
 *
 * <p>A roll that fails is begun again after a later put.
 */
final class HourRolls {
  private static final Logger LOG = LoggerFactory.getLogger(HourRolls.class);

  /** Rolls are not urgent: they must not take the store's time from the puts of ads. */
  private static final int MAX_ROLLS_IN_FLIGHT = 16;

  /** At this many times the bytes from which hours are rolled, a put is made just for that. */
  private static final int OVERDUE = 8;

  private final int overdueBytes;
  private final long rollIntervalMs;
  private final DocumentStore store;
  private final Executor mailbox;
  private final HourReads reads;
  private final CountingMetrics metrics;
  private Copies<AdCopy> copies;
  private int rollsInFlight;

  HourRolls(
      AdsSettings settings,
      DocumentStore store,
      Executor mailbox,
      HourReads reads,
      CountingMetrics metrics) {
    this.rollIntervalMs = settings.rollIntervalMs();
    this.overdueBytes = OVERDUE * settings.rollHoursBytes();
    this.store = store;
    this.mailbox = mailbox;
    this.reads = reads;
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
    return copy.ledger.hours().closedTake(overdueBytes);
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
      reads.fetch(key, this::onFetched);
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
    public Void single(StoreContext context) {
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
      reads.takeBackNext(copy);
      copies.release(copy);
    }
  }
}
