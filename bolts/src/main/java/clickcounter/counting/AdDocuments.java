package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.CopyLimits;
import clickcounter.copies.Keeper;
import clickcounter.copies.Turns;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.OneLine;
import clickcounter.event.RejectReason;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.PutBuffers;
import clickcounter.ledger.SiblingMerge;
import clickcounter.ledger.WaiterSink;
import clickcounter.reading.SiblingReader;
import clickcounter.states.StateSink;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.StoredValue;
import clickcounter.views.ViewCache;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the life of an ad's document needs of its kind: siblings are merged (rule 6), settled ids
 * leave before a put (rule 5), and a put tells its waiters how it ended (rule 4). The rest are
 * features, in a list.
 */
final class AdDocuments<T> implements Keeper<AdCopy> {
  private static final Logger LOG = LoggerFactory.getLogger(AdDocuments.class);

  /** Estimated memory of a copy besides the ids in its document's text. */
  private static final int COPY_BYTES = 650;

  private final AdsSettings settings;
  private final Deliveries<T> deliveries;
  private final WaitingEvents waitingEvents;
  private final CountingMetrics metrics;
  private final PutBuffers buffers = new PutBuffers();
  private final Copies<AdCopy> copies;
  private final CopyViews views;
  private final StatePublisher states;
  private final FullDocuments<T> fullDocuments;
  private final List<AdFeature> features;

  /** As {@link AdsTask#seen}. */
  private long seen;

  /** The siblings of copies that cannot be merged before some views are read. */
  private final Map<AdCopy, List<AdDocument>> unmerged = new HashMap<>();

  /**
   * @param waitingEvents decides on events when what they wait for has come
   * @param stateSink null if no states are sent
   */
  AdDocuments(
      AdsSettings settings,
      DocumentStore store,
      ViewCache viewCache,
      Turns turns,
      RandomGenerator random,
      Deliveries<T> deliveries,
      WaitingEvents waitingEvents,
      Output<T> output,
      StateSink stateSink,
      CountingMetrics metrics) {
    this.settings = settings;
    this.deliveries = deliveries;
    this.waitingEvents = waitingEvents;
    this.metrics = metrics;
    CopyLimits limits =
        new CopyLimits(
            settings.writes(),
            settings.maxReadsInFlight(),
            COPY_BYTES,
            settings.cacheBytes(),
            settings.blockedRetryMs());
    copies = new Copies<>(limits, this, store, turns, random, metrics);
    views = new CopyViews(viewCache, turns, this::onView);
    states = new StatePublisher(stateSink, turns, copies, deliveries, waitingEvents, metrics);
    fullDocuments = new FullDocuments<>(settings, views, copies, deliveries, waitingEvents, output);
    features = List.of(states, new Trimming(settings, views, copies), fullDocuments, views);
  }

  Copies<AdCopy> copies() {
    return copies;
  }

  CopyViews views() {
    return views;
  }

  StatePublisher states() {
    return states;
  }

  FullDocuments<T> fullDocuments() {
    return fullDocuments;
  }

  /** Does what is due by time. To be called every few ms. */
  void onTick() {
    features.forEach(AdFeature::onTick);
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
  private void merge(AdCopy copy, List<AdDocument> siblings) {
    SiblingMerge.merge(siblings, id -> views.of(copy, id))
        .handle(
            merged -> merged(copy, merged),
            needs -> {
              unmerged.put(copy, siblings);
              needs.counterIds().forEach(id -> views.request(copy, id, copy.readTicket));
            },
            none -> copies.block(copy, none.reason()));
  }

  private void merged(AdCopy copy, SiblingMerge.Merged merged) {
    unmerged.remove(copy);
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
    features.forEach(feature -> feature.loaded(copy));
    copies.ready(copy);
    waitingEvents.offer(copy);
    if (ledger.needsPut()) {
      copies.changed(copy);
    }
  }

  /**
   * A view that the copy requested was read.
   *
   * @param blocked null when the view is there; else why its document is blocked
   */
  private void onView(AdCopy copy, String counterId, String blocked) {
    if (!copy.isBusy()) {
      return;
    }
    if (unmerged.containsKey(copy) && blocked != null) {
      copies.block(copy, "its siblings need the view of counter " + counterId + ": " + blocked);
    } else if (unmerged.containsKey(copy)) {
      merge(copy, unmerged.get(copy));
    } else if (fullDocuments.isFull(copy)) {
      // Now: the view may be gone at the next check for room.
      copy.ledger.forgetSettled(id -> views.of(copy, id));
    } else if (copy.isReady()) {
      waitingEvents.offer(copy, counterId);
    }
    copies.release(copy);
  }

  @Override
  public void lookAt(List<AdCopy> due) {
    for (AdCopy copy : due) {
      seen += copy.ledger.lookAt();
    }
    for (AdCopy copy : due) {
      seen += copy.ledger.unsettled().lookAtAll();
    }
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
    features.forEach(feature -> feature.putBegun(copy));
    return new StoredValue(AdDocumentCodec.CONTENT_TYPE, document);
  }

  /** The events of the put are durable now: this is where rule 4 lets them be marked. */
  @Override
  public void stored(AdCopy copy) {
    copy.ledger.putSucceeded(states.afterPut(copy));
    features.forEach(feature -> feature.stored(copy));
  }

  @Override
  public void readAgain(AdCopy copy, String reason) {
    LOG.debug("ads/{} is read again: {}", OneLine.of(copy.id()), OneLine.of(reason));
    endWaitersOfPut(copy, (waiter, repeated) -> copy.await(waiter, false));
    copy.ledger = null;
  }

  @Override
  public void blocked(AdCopy copy, String reason) {
    LOG.error(
        "ads/{} is blocked: {}. Its events go to the queue of rejects. Repair the document, then replay the archive."
            + " Never delete it: a replay would not count again what its counters' documents have recorded.",
        OneLine.of(copy.id()),
        OneLine.of(reason));
    String detail = "ads/" + copy.id() + ": " + reason;
    endWaitersOfPut(
        copy,
        (waiter, repeated) -> {
          if (repeated) {
            deliveries.fail(waiter); // it was counted before, so it is no reject yet
          } else {
            deliveries.reject(waiter, RejectReason.DOCUMENT_BLOCKED, detail);
          }
        });
    copy.ledger = null;
    waitingEvents.offer(copy);
  }

  private void endWaitersOfPut(AdCopy copy, WaiterSink end) {
    features.forEach(feature -> feature.ended(copy));
    unmerged.remove(copy);
    if (copy.ledger != null) {
      copy.ledger.forEachWaiter(end);
    }
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    if (copy.hasWaiting() || copy.ledger.needsPut()) {
      return false;
    }
    for (AdFeature feature : features) {
      if (!feature.isIdle(copy)) {
        return false;
      }
    }
    return true;
  }
}
