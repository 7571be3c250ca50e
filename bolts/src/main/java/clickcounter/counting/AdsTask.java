package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.Turns;
import clickcounter.document.AdTotals;
import clickcounter.document.CounterView;
import clickcounter.event.BatchEvent;
import clickcounter.event.EventBatch;
import clickcounter.event.EventKind;
import clickcounter.event.EventLimits;
import clickcounter.event.RejectReason;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.OfferResult;
import clickcounter.states.StateSink;
import clickcounter.store.DocumentStore;
import clickcounter.views.ViewCache;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;

/**
 * Counts the events of its share of the ads, exactly once, and has their documents written. Plain
 * Java: Storm, Riak, time and randomness are passed in.
 *
 * <p>An ad's document is read when its first event comes, and kept as an {@link AdCopy} ({@link
 * Copies} leads its life). Deliveries are acked when all their events are durable and their marks
 * sent. Whatever goes wrong with a document (siblings, a put that timed out, a failed read) has one
 * answer: read the document again, and offer the events that waited to what was read. So a delivery
 * fails only when there is no room for it, or when states cannot be sent.
 *
 * <p>Not thread-safe: all methods are called on one thread, in its turns ({@link Turns}), and the
 * store's answers reach it there.
 *
 * @param <T> a delivery, see {@link Output}
 */
public final class AdsTask<T> {
  private final AdsSettings settings;
  private final ViewCache views;
  private final Output<T> output;
  private final CountingMetrics metrics;
  private final HeldEventsBudget budget;
  private final Plausibility plausibility;
  private final Turns turns;
  private final Deliveries<T> deliveries;
  private final AdDocuments<T> documents;
  private final Copies<AdCopy> copies;
  private final BatchEvent event = new BatchEvent();
  private AdCopy[] copiesOfBatch = new AdCopy[64];

  /** Says nothing; without it the JIT compiler would leave the looks out. */
  private long seen;

  /**
   * @param budget of held events, shared by the tasks of a worker
   * @param stateSink null if no states are sent
   */
  public AdsTask(
      AdsSettings settings,
      HeldEventsBudget budget,
      DocumentStore store,
      ViewCache views,
      Executor mailbox,
      LongSupplier clockMs,
      RandomGenerator random,
      Output<T> output,
      StateSink stateSink,
      CountingMetrics metrics) {
    this.settings = settings;
    this.budget = budget;
    this.views = views;
    views.reportTo(metrics);
    this.output = output;
    this.metrics = metrics;
    plausibility = new Plausibility(settings.maxSequenceJump(), settings.maxGapsPerCounter());
    turns = new Turns(mailbox, clockMs);
    deliveries = new Deliveries<>(settings, budget, turns::nowMs, output, metrics);
    documents =
        new AdDocuments<>(
            settings,
            store,
            views,
            turns,
            random,
            deliveries,
            new Waiting(),
            output,
            stateSink,
            metrics);
    copies = documents.copies();
  }

  /** Takes a delivery; it is acked or failed later through the output. */
  public void onBatch(T handle, EventBatch batch) {
    turns.run(() -> take(handle, batch));
  }

  private void take(T handle, EventBatch batch) {
    int size = batch.size();
    if (!budget.tryAcquire(size)) {
      output.fail(handle);
      return;
    }
    PendingDelivery<T> delivery =
        new PendingDelivery<>(handle, batch, views.ticket(), turns.nowMs());
    if (size == 0) {
      delivery.flush(output, metrics, turns.nowMs());
    } else {
      offerAll(delivery);
    }
  }

  /**
   * Finds the copies of all ads first, and looks at what offers read: a million copies are in no
   * cache of the processor, and accesses that do not wait for one another overlap. The looks save
   * 13 % of what a thread spends on an event from its line to its record.
   */
  private void offerAll(PendingDelivery<T> delivery) {
    EventBatch batch = delivery.batch();
    int ads = batch.ads();
    if (copiesOfBatch.length < ads) {
      copiesOfBatch = new AdCopy[ads];
    }
    seen += copies.lookAt(batch);
    for (int ad = 0; ad < ads; ad++) {
      copiesOfBatch[ad] =
          copies.take(batch.adHash(ad), batch.adNames(), batch.adFrom(ad), batch.adTo(ad));
    }
    for (int ad = 0; ad < ads; ad++) {
      AdLedger ledger = copiesOfBatch[ad].ledger;
      seen += ledger == null ? 0 : ledger.lookAt();
    }
    long waiter = deliveries.add(delivery);
    ViewCache.Known[] counters = new ViewCache.Known[batch.counters()];
    for (int i = 0; i < batch.size(); i++) {
      int counter = batch.counter(i);
      if (counters[counter] == null) {
        counters[counter] = views.known(batch.counterIdAt(counter));
      }
      AdCopy copy = copiesOfBatch[batch.ad(i)];
      offer(copy, waiter + i, delivery, counters[counter]);
    }
    for (int ad = 0; ad < ads; ad++) {
      copies.release(copiesOfBatch[ad]);
      copiesOfBatch[ad] = null;
    }
  }

  private void offer(
      AdCopy copy, long waiter, PendingDelivery<T> delivery, ViewCache.Known counter) {
    if (copy.isReady()) {
      offerReady(copy, waiter, delivery, counter);
    } else if (copy.blockedReason() != null) {
      offerBlocked(copy, waiter, delivery, counter.view());
    } else {
      copy.await(waiter, false);
    }
  }

  /**
   * Without its document only its counter can tell that an event was counted before. A record that
   * is confirmed stays, so any view of it will do.
   */
  private void offerBlocked(
      AdCopy copy, long waiter, PendingDelivery<T> delivery, CounterView view) {
    event.moveTo(delivery.batch(), Deliveries.index(waiter));
    if (view != null && view.confirmed(event.sequence())) {
      deliveries.settled(waiter);
    } else {
      deliveries.reject(
          waiter, RejectReason.DOCUMENT_BLOCKED, "ads/" + copy.id() + ": " + copy.blockedReason());
    }
  }

  private void offerReady(
      AdCopy copy, long waiter, PendingDelivery<T> delivery, ViewCache.Known counter) {
    event.moveTo(delivery.batch(), Deliveries.index(waiter));
    CounterView view = counter.ticket() > copy.readTicket ? counter.view() : null;
    if (counter.blocked() != null && !isCounted(copy, view)) {
      deliveries.reject(
          waiter,
          RejectReason.DOCUMENT_BLOCKED,
          "counters/" + event.counterId() + ": " + counter.blocked());
    } else if (isPlausible(copy, waiter, delivery, counter.view())) {
      decide(copy, waiter, delivery, view);
    }
  }

  /** Whether this copy or a view already read shows that the event was counted before. */
  private boolean isCounted(AdCopy copy, CounterView view) {
    return copy.ledger.isUnsettled(event) || view != null && view.seen(event.sequence());
  }

  /**
   * Checks the event's sequence against its counter. False when the event was rejected, or waits
   * for a newer view. A view older than the delivery never rejects an event.
   */
  private boolean isPlausible(
      AdCopy copy, long waiter, PendingDelivery<T> delivery, CounterView known) {
    long sequence = event.sequence();
    if (known == null
        ? plausibility.allowsUnknown(sequence)
        : plausibility.allows(sequence, known)) {
      return true;
    }
    if (copy.ledger.isUnsettled(event)) {
      return true; // counted already, whatever its counter shows now
    }
    CounterView view = views.readAfter(event.counterId(), delivery.ticket());
    if (view == null) {
      await(copy, waiter, delivery.ticket());
      return false;
    }
    if (plausibility.allows(sequence, view)) {
      return true;
    }
    Plausibility.Fault fault = plausibility.fault(sequence, view);
    deliveries.reject(waiter, fault.reason(), fault.detail());
    return false;
  }

  private void decide(AdCopy copy, long waiter, PendingDelivery<T> delivery, CounterView view) {
    OfferResult result = copy.ledger.offer(event, view, waiter);
    if (result == OfferResult.COUNTED && event.kind() == EventKind.CLICK) {
      cost(copy.ledger.totals(), event.amountMicros(), delivery, Deliveries.index(waiter));
    }
    switch (result) {
      case COUNTED, DUPLICATE_NEEDS_PUT -> putLater(copy);
      case DUPLICATE_PUT_IN_FLIGHT -> {}
      case DUPLICATE_DURABLE, DUPLICATE_UNCONFIRMED, DUPLICATE_SETTLED ->
          repeated(copy, waiter, result == OfferResult.DUPLICATE_SETTLED);
      case NEEDS_VIEW -> await(copy, waiter, copy.readTicket);
      case SUM_TOO_LARGE ->
          deliveries.reject(
              waiter,
              RejectReason.OUT_OF_RANGE,
              "ads/%s: an amount of %d micros (%s units of the currency) brings the sum of its kind beyond %d (%s units)"
                  .formatted(
                      copy.id(),
                      event.amountMicros(),
                      EventLimits.units(event.amountMicros()),
                      EventLimits.MAX_SUM_MICROS,
                      EventLimits.units(EventLimits.MAX_SUM_MICROS)));
      case FULL -> {
        copy.await(waiter, false);
        documents.fullDocuments().awaitRoom(copy);
      }
    }
  }

  /** The event was counted before: it is done, unless the state of its ad has to be sent first. */
  private void repeated(AdCopy copy, long waiter, boolean isSettled) {
    if (documents.states().isUnsent(copy)) {
      documents.states().await(copy, waiter);
    } else if (isSettled) {
      deliveries.settled(waiter);
    } else {
      deliveries.durable(waiter, true);
    }
  }

  private static void cost(AdTotals totals, long micros, PendingDelivery<?> delivery, int index) {
    delivery.cost(index, micros, Math.min(micros, totals.overdeliveredMicros()));
  }

  /**
   * An early put makes the pending ids durable, so that they can settle. It writes all other ids
   * again, so it pays only when a good part of the ids is new.
   */
  private void putLater(AdCopy copy) {
    boolean isWorthHurrying =
        copy.ledger.unsettled().pendingTextBytes() >= settings.hurryUnsettledBytes()
            && copy.ledger.unsettled().pending() >= copy.ledger.unsettled().size() / 4;
    if (isWorthHurrying || documents.states().isUrgent(copy)) {
      copies.hurry(copy);
    } else {
      copies.changed(copy);
    }
  }

  /** Waits for a view of the event's counter that was read after this ticket. */
  private void await(AdCopy copy, long waiter, long ticket) {
    copy.await(waiter, true);
    documents.views().request(copy, event.counterId(), ticket);
  }

  private final class Waiting implements WaitingEvents {
    @Override
    public void offer(AdCopy copy) {
      offerThose(copy, (waiter, awaitsView) -> true);
    }

    @Override
    public void offer(AdCopy copy, String counterId) {
      offerThose(
          copy,
          (waiter, awaitsView) -> awaitsView && deliveries.counterId(waiter).equals(counterId));
    }
  }

  /** A full document may have thousands of waiting events: none is offered before it has room. */
  private void offerThose(AdCopy copy, WaiterList.Choice chosen) {
    copy.takeWaiting(
        (waiter, awaitsView) ->
            chosen.test(waiter, awaitsView) && !documents.fullDocuments().isFull(copy),
        waiter ->
            offer(copy, waiter, deliveries.of(waiter), views.known(deliveries.counterId(waiter))));
  }

  /** Does what is due by time. To be called every few ms. */
  public void onTick() {
    turns.run(
        () -> {
          deliveries.onTick();
          documents.onTick();
        });
    views.tick(turns.nowMs()); // behind the puts
  }

  /** Events in memory that are not decided yet. */
  public int heldEvents() {
    return deliveries.heldEvents();
  }

  /** Documents with pending events, a read or a put. */
  public int busyDocuments() {
    return copies.busy();
  }
}
