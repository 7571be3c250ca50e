package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.Keeper;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.RejectReason;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.SiblingMerge;
import clickcounter.ledger.WaiterSink;
import clickcounter.reading.SiblingReader;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the life of an ad's document needs of its kind: siblings are merged (rule 6), settled ids
 * leave before a put (rule 5), and whoever waits for a put learns how it ended (rule 4).
 */
final class AdDocuments implements Keeper<AdCopy> {
  private static final Logger LOG = LoggerFactory.getLogger(AdDocuments.class);

  private final AdsSettings settings;
  private final PutBuffers buffers = new PutBuffers();
  private final CopyViews views;
  private final CountingMetrics metrics;
  private final Deliveries<?> deliveries;
  private final Consumer<AdCopy> offerWaiting;
  private final StatePublisher states;
  private Copies<AdCopy> copies;
  private Trimming trimming;

  /**
   * @param offerWaiting decides on the events that wait at a copy that is ready
   */
  AdDocuments(
      AdsSettings settings,
      CopyViews views,
      CountingMetrics metrics,
      Deliveries<?> deliveries,
      Consumer<AdCopy> offerWaiting,
      StatePublisher states) {
    this.settings = settings;
    this.views = views;
    this.metrics = metrics;
    this.deliveries = deliveries;
    this.offerWaiting = offerWaiting;
    this.states = states;
  }

  /** Called once, before anything else. */
  void serve(Copies<AdCopy> newCopies, Trimming newTrimming) {
    copies = newCopies;
    trimming = newTrimming;
  }

  @Override
  public AdCopy newCopy(String adId) {
    return new AdCopy(adId);
  }

  @Override
  public DocumentKey key(AdCopy copy) {
    return DocumentKey.ad(copy.id());
  }

  @Override
  public void absent(AdCopy copy) {
    copy.readTicket = views.ticket();
    ready(copy, AdLedger.absent(copy.id(), settings.maxUnsettledIds()));
  }

  @Override
  public void found(AdCopy copy, List<StoredValue> values) {
    copy.readTicket = views.ticket();
    try {
      merge(copy, SiblingReader.ADS.read(copy.id(), values));
    } catch (UnreadableDocument e) {
      copies.block(copy, e.getMessage());
    }
  }

  /** Merges siblings that were read, now or when the views that this needs have been read. */
  void merge(AdCopy copy, List<AdDocument> siblings) {
    SiblingMerge.merge(siblings, id -> views.of(copy, id))
        .handle(
            merged -> merged(copy, merged),
            needs -> {
              copy.unfinished().siblings = siblings;
              needs.counterIds().forEach(id -> views.request(copy, id, copy.readTicket));
            },
            none -> copies.block(copy, none.reason()));
  }

  private void merged(AdCopy copy, SiblingMerge.Merged merged) {
    if (copy.hasUnfinished()) {
      copy.unfinished().siblings = null;
    }
    count(copy, merged);
  }

  private void count(AdCopy copy, SiblingMerge.Merged merged) {
    AdLedger ledger;
    try {
      ledger = AdLedger.of(merged, settings.maxUnsettledIds());
    } catch (ArithmeticException e) {
      copies.block(copy, "the sums of its siblings together do not fit 64 bits");
      return;
    }
    if (merged.siblings().size() > 1) {
      metrics.merged(merged.siblings().size());
    }
    ready(copy, ledger);
  }

  private void ready(AdCopy copy, AdLedger ledger) {
    copy.ledger = ledger;
    states.loaded(copy);
    copies.ready(copy);
    offerWaiting.accept(copy);
    if (ledger.needsPut()) {
      copies.changed(copy);
    }
  }

  /**
   * A view that the copy requested was read.
   *
   * @param failure null when the view is there; else why it is not
   */
  void onView(AdCopy copy, String counterId, String failure) {
    copies.readClock();
    AdCopy.Unfinished unfinished = copy.unfinished();
    unfinished.viewsRequested.remove(counterId);
    if (!copy.isBusy()) {
      return;
    }
    boolean failed = failure != null && !views.isBlocked(counterId);
    if (failed && copy.isReady()) {
      failWhoAwaitView(copy, counterId, failure);
    } else if (failed) {
      copies.drop(copy, "no view of counter " + counterId + ": " + failure);
    } else if (unfinished.siblings != null && failure != null) {
      copies.block(copy, "its siblings need the view of counter " + counterId + ": " + failure);
    } else if (unfinished.siblings != null) {
      merge(copy, unfinished.siblings);
    } else if (copy.isQueuedAsFull()) {
      // Now: the view may be gone at the next check for room.
      copy.ledger.forgetSettled(id -> views.of(copy, id));
    } else if (copy.isReady()) {
      offerWaiting.accept(copy);
    }
    copies.release(copy);
    copies.pump();
  }

  /** The copy stays valid: only the events that need this view fail and are redelivered. */
  private void failWhoAwaitView(AdCopy copy, String counterId, String failure) {
    LOG.debug("ads/{}: no view of counter {}, {}", copy.id(), counterId, failure);
    copy.unfinished()
        .takeOut(
            (waiter, awaitsView) -> awaitsView && deliveries.counterId(waiter).equals(counterId),
            deliveries::fail);
  }

  @Override
  public int pending(AdCopy copy) {
    return copy.ledger.unsettled().pending();
  }

  @Override
  public StoredValue beginPut(AdCopy copy, String writeId) {
    AdLedger ledger = copy.ledger;
    ledger.forgetSettled(id -> views.of(copy, id));
    if (ledger.unsettled().setAside() > 0) {
      views.setAsideBlocked(ledger);
    }
    views.refreshSoon(ledger);
    byte[] document = ledger.beginPut(writeId, buffers);
    states.putBegun(copy);
    return new StoredValue(AdDocumentCodec.CONTENT_TYPE, document);
  }

  @Override
  public void stored(AdCopy copy) {
    states.stored(copy);
    trimming.queueIfLong(copy);
  }

  @Override
  public void dropped(AdCopy copy, String reason) {
    LOG.debug("ads/{}: copy dropped, {}", copy.id(), reason);
    endWaiting(copy, (waiter, repeated) -> deliveries.fail(waiter));
  }

  @Override
  public void blocked(AdCopy copy, String reason) {
    LOG.error(
        "ads/{} is blocked: {}. Its events go to the queue of rejects. Repair the document, then replay the archive."
            + " Never delete it: a replay would not count again what its counters' documents have recorded.",
        copy.id(),
        reason);
    String detail = "ads/" + copy.id() + ": " + reason;
    endWaiting(
        copy,
        (waiter, repeated) -> deliveries.reject(waiter, RejectReason.DOCUMENT_BLOCKED, detail));
    copy.ledger = null;
  }

  private void endWaiting(AdCopy copy, WaiterSink end) {
    states.ended(copy);
    if (copy.ledger != null) {
      copy.ledger.forEachWaiter(end);
    }
    if (copy.hasUnfinished()) {
      copy.unfinished().siblings = null;
      copy.unfinished()
          .waiting
          .takeAll()
          .forEach((waiter, awaitsView) -> end.accept(waiter, false));
    }
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    return copy.isFinished() && copy.unsent == null && !copy.ledger.needsPut();
  }
}
