package clickcounter.counting;

import clickcounter.defer.WriteScheduler;
import clickcounter.document.AdDocument;
import clickcounter.document.AdDocumentCodec;
import clickcounter.document.CounterView;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.AdEvent;
import clickcounter.event.EventLimits;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.SiblingMerge;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.wire.EventBatch;
import clickcounter.wire.Marks;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the events of its share of the ads, exactly once, and writes their documents. Plain Java:
 * Storm, Riak, time and randomness are passed in.
 *
 * <p>An ad's document is read when its first event comes, kept as an {@link AdLedger}, and put when
 * the {@link WriteScheduler} says so. Deliveries are acked when all their events are durable and
 * their marks sent. Whatever goes wrong with a document (a conflict, siblings, a put that timed
 * out, a failed read) has one answer: drop the copy, fail the deliveries it holds, and read the
 * document anew when they are redelivered.
 *
 * <p>Not thread-safe: all methods are called on one thread, and the store's answers reach it
 * through the mailbox.
 *
 * @param <T> a delivery, see {@link Output}
 */
public final class AdsTask<T> {
  private static final Logger LOG = LoggerFactory.getLogger(AdsTask.class);

  /** Estimated memory of a document besides its text: ledger, maps, ids. */
  private static final int ENTRY_OVERHEAD_BYTES = 700;

  /** How often an idle document is checked for settled ids before it is left as it is. */
  private static final int MAX_TRIM_ATTEMPTS = 4;

  private final AdsSettings settings;
  private final DocumentStore store;
  private final ViewCache views;
  private final Executor mailbox;
  private final LongSupplier clockMs;
  private final Output<T> output;
  private final CountingMetrics metrics;
  private final WriteIds writeIds;
  private final WriteScheduler<Entry> writes;
  private final Map<String, Entry> busy = new HashMap<>();
  private final IdleDocuments<Entry> idle;
  private final ArrayDeque<Entry> toRead = new ArrayDeque<>();
  private final ArrayDeque<Trim<Entry>> toTrim = new ArrayDeque<>();
  private final List<Entry> full = new ArrayList<>();
  private final List<PendingDelivery<T>> toFlush = new ArrayList<>();
  private long flushAtMs = Long.MAX_VALUE;
  private long fullCheckAtMs;
  private final HeldEventsBudget budget;
  private int readsInFlight;
  private int heldEvents;

  /** When the current call began; one reading of the clock serves all its events. */
  private long nowMs;

  /** A task with a budget of its own, as large as its settings say. */
  public AdsTask(
      AdsSettings settings,
      DocumentStore store,
      ViewCache views,
      Executor mailbox,
      LongSupplier clockMs,
      RandomGenerator random,
      Output<T> output,
      CountingMetrics metrics) {
    this(
        settings,
        new HeldEventsBudget(settings.maxHeldEvents()),
        store,
        views,
        mailbox,
        clockMs,
        random,
        output,
        metrics,
        IdleDocuments::byFrequency);
  }

  /**
   * @param budget of held events, shared by the tasks of a worker
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
      CountingMetrics metrics,
      IdleDocuments.Maker idle) {
    this.settings = settings;
    this.budget = budget;
    this.store = store;
    this.views = views;
    views.reportTo(metrics);
    this.mailbox = mailbox;
    this.clockMs = clockMs;
    this.output = output;
    this.metrics = metrics;
    this.writeIds = new WriteIds(random);
    this.writes = new WriteScheduler<>(settings.writes());
    this.idle = idle.make(settings.cacheBytes(), Entry::weight);
  }

  /**
   * An event that is not decided yet.
   *
   * @param awaitsView whether it needs a view of its counter
   */
  private record Held<T>(AdEvent event, PendingDelivery<T> delivery, boolean awaitsView) {
    Held(AdEvent event, PendingDelivery<T> delivery) {
      this(event, delivery, false);
    }

    Held<T> awaitingView() {
      return new Held<>(event, delivery, true);
    }
  }

  private record Trim<E>(E entry, long atMs, int attempt) {}

  private enum State {
    READING,
    MERGING,
    READY,
    BLOCKED
  }

  /** An ad's document in memory, and the events that wait for it. */
  private final class Entry {
    final String adId;
    final WriteScheduler.PutSlot<Entry> slot = new WriteScheduler.PutSlot<>(this);
    State state = State.READING;
    AdLedger ledger;
    StoreContext context;
    long readTicket;
    List<AdDocument> siblings;
    List<Held<T>> waiting = new ArrayList<>(1);
    HeldEvents<T> nextPut = new HeldEvents<>();
    HeldEvents<T> inPut = new HeldEvents<>();
    String blockedReason;
    long blockedUntilMs;
    int bytes;

    /** Whether {@link AdsTask#busy} holds it: a flag, because each answer asks. */
    boolean busy;

    boolean queuedToTrim;
    boolean queuedAsFull;
    long forceSettlingAtMs;
    final Set<String> viewsRequested = new HashSet<>(2);

    Entry(String adId) {
      this.adId = adId;
    }

    int weight() {
      return ENTRY_OVERHEAD_BYTES + bytes;
    }

    boolean isIdle() {
      return state == State.BLOCKED
          || state == State.READY
              && waiting.isEmpty()
              && nextPut.isEmpty()
              && inPut.isEmpty()
              && !ledger.owesPut()
              && slot.isIdle()
              && !queuedToTrim
              && !queuedAsFull;
    }

    CounterView view(String counterId) {
      return views.readAfter(counterId, readTicket);
    }
  }

  /** Takes a delivery; it is acked or failed later through the output. */
  public void onBatch(T handle, EventBatch batch) {
    nowMs = clockMs.getAsLong();
    if (!budget.tryAcquire(batch.events().size())) {
      output.fail(handle);
      return;
    }
    PendingDelivery<T> delivery =
        new PendingDelivery<>(handle, batch.events().size(), views.ticket(), nowMs);
    for (AdEvent event : batch.events()) {
      heldEvents++;
      Entry entry = entry(event.adId());
      offer(entry, new Held<>(event, delivery));
      release(entry);
    }
    if (batch.events().isEmpty()) {
      delivery.flush(output, metrics, nowMs);
    }
    pump();
  }

  private Entry entry(String adId) {
    Entry entry = busy.get(adId);
    if (entry == null) {
      entry = idle.take(adId);
      if (entry == null || isStaleBlock(entry)) {
        entry = new Entry(adId);
        toRead.add(entry);
      }
      busy.put(adId, entry);
      entry.busy = true;
    }
    return entry;
  }

  private boolean isStaleBlock(Entry entry) {
    return entry.state == State.BLOCKED && entry.blockedUntilMs <= nowMs;
  }

  private void offer(Entry entry, Held<T> held) {
    if (entry.state == State.BLOCKED) {
      reject(held, RejectReason.DOCUMENT_BLOCKED, "ads/" + entry.adId + ": " + entry.blockedReason);
    } else if (entry.state == State.READY) {
      offerReady(entry, held);
    } else {
      entry.waiting.add(held);
    }
  }

  private void offerReady(Entry entry, Held<T> held) {
    String counterId = held.event().counterId();
    String counterBlocked = views.blocked(counterId);
    if (counterBlocked != null && !isCounted(entry, held.event())) {
      reject(held, RejectReason.DOCUMENT_BLOCKED, "counters/" + counterId + ": " + counterBlocked);
    } else if (isPlausible(entry, held)) {
      decide(entry, held);
    }
  }

  /** Whether this copy or a view already read shows that the event was counted before. */
  private boolean isCounted(Entry entry, AdEvent event) {
    if (entry.ledger.isUnsettled(event)) {
      return true;
    }
    CounterView view = entry.view(event.counterId());
    return view != null && view.seen(event.sequence());
  }

  /**
   * Checks the event's sequence against its counter. False when the event was rejected, or waits
   * for a newer view. A view older than the delivery never rejects an event.
   */
  private boolean isPlausible(Entry entry, Held<T> held) {
    AdEvent event = held.event();
    CounterView known = views.latest(event.counterId());
    if (known == null
        ? event.sequence() <= settings.maxSequenceJump()
        : !jumps(event, known) && !addsOneGapTooMany(event, known)) {
      return true;
    }
    if (entry.ledger.isUnsettled(event)) {
      return true; // counted already, whatever its counter shows now
    }
    CounterView view = views.readAfter(event.counterId(), held.delivery().ticket());
    if (view == null) {
      await(entry, held, held.delivery().ticket());
      return false;
    }
    if (jumps(event, view)) {
      reject(
          held,
          RejectReason.SEQUENCE_JUMP,
          "sequence "
              + event.sequence()
              + " of a counter that has come to "
              + view.next()
              + ", expected at most "
              + settings.maxSequenceJump()
              + " above (setting maxSequenceJump)");
      return false;
    }
    if (addsOneGapTooMany(event, view)) {
      reject(
          held,
          RejectReason.TOO_MANY_GAPS,
          "sequence "
              + event.sequence()
              + " of a counter that has come to "
              + view.next()
              + " and misses ids in "
              + view.gapCount()
              + " places would add one more, expected fewer than "
              + settings.maxGapsPerCounter()
              + " (setting maxGapsPerCounter)");
      return false;
    }
    return true;
  }

  private boolean jumps(AdEvent event, CounterView view) {
    return event.sequence() - view.next() > settings.maxSequenceJump();
  }

  private boolean addsOneGapTooMany(AdEvent event, CounterView view) {
    return view.gapCount() >= settings.maxGapsPerCounter() && view.wouldAddGap(event.sequence());
  }

  private void decide(Entry entry, Held<T> held) {
    AdEvent event = held.event();
    CounterView view = entry.ledger.needsViews() ? entry.view(event.counterId()) : null;
    switch (entry.ledger.offer(event, view)) {
      case COUNTED -> awaitNextPut(entry, held, false);
      case DUPLICATE_NEEDS_PUT -> awaitNextPut(entry, held, true);
      case DUPLICATE_PUT_IN_FLIGHT -> entry.inPut.add(held.delivery(), event, true);
      case DUPLICATE_DURABLE, DUPLICATE_UNCONFIRMED -> markRepeated(held);
      case DUPLICATE_SETTLED -> {
        held.delivery().settled();
        ended(held.delivery());
      }
      case NEEDS_VIEW -> await(entry, held, entry.readTicket);
      case SUM_TOO_LARGE ->
          reject(
              held,
              RejectReason.OUT_OF_RANGE,
              "ads/"
                  + entry.adId
                  + ": an amount of "
                  + event.amountMicros()
                  + " micros brings the sum of its kind beyond "
                  + EventLimits.MAX_SUM_MICROS);
      case FULL -> {
        entry.waiting.add(held);
        awaitRoom(entry);
      }
    }
  }

  private void awaitNextPut(Entry entry, Held<T> held, boolean repeated) {
    entry.nextPut.add(held.delivery(), held.event(), repeated);
    if (isWorthHurrying(entry.ledger)) {
      writes.hurry(entry.slot, nowMs);
    } else {
      writes.changed(entry.slot, nowMs);
    }
  }

  /**
   * An early put makes the pending ids durable, so that they can settle. It writes all other ids
   * again, so it pays only when a good part of the ids is new.
   */
  private boolean isWorthHurrying(AdLedger ledger) {
    return ledger.pendingTextBytes() >= settings.hurryUnsettledBytes()
        && ledger.pendingIds() >= ledger.unsettledIds() / 4;
  }

  /** Waits for a view of the event's counter that was read after this ticket. */
  private void await(Entry entry, Held<T> held, long ticket) {
    entry.waiting.add(held.awaitingView());
    requestView(entry, held.event().counterId(), ticket);
  }

  private void requestView(Entry entry, String counterId, long ticket) {
    if (entry.viewsRequested.add(counterId)) {
      views.request(
          counterId, ticket, failure -> mailbox.execute(() -> onView(entry, counterId, failure)));
    }
  }

  private void awaitRoom(Entry entry) {
    if (!entry.queuedAsFull) {
      entry.queuedAsFull = true;
      full.add(entry);
      if (entry.forceSettlingAtMs == 0) {
        entry.forceSettlingAtMs = nowMs + settings.trimAfterMs();
      }
    }
    if (entry.ledger.owesPut()) {
      writes.hurry(entry.slot, nowMs);
    }
    refreshViews(entry);
  }

  /**
   * For a full document whose ids do not settle, perhaps because the last marks were never
   * confirmed. First puts the ids that only reading found, then sends the marks of all ids again.
   */
  private void forceSettling(Entry entry) {
    if (nowMs < entry.forceSettlingAtMs || entry.ledger.putInFlight()) {
      return;
    }
    entry.forceSettlingAtMs = nowMs + settings.trimAfterMs();
    if (entry.ledger.owePutForLoadedIds() || entry.ledger.owesPut()) {
      writes.hurry(entry.slot, nowMs);
    } else {
      T handle = entry.waiting.get(0).delivery().handle();
      List<Marks> marks = new ArrayList<>();
      entry.ledger.forEachDurable((id, ids) -> marks.add(new Marks(id, ids.copy(), 0)));
      if (!marks.isEmpty()) {
        output.mark(handle, marks);
      }
    }
  }

  /** Has views read in the background; unlike {@link #refreshViews} nothing waits for them. */
  private void refreshViewsSoon(Entry entry) {
    entry.ledger.unsettledCounters().forEach(views::refreshSoon);
  }

  private void refreshViews(Entry entry) {
    for (String counterId : entry.ledger.unsettledCounters()) {
      requestView(entry, counterId, views.ticket());
    }
  }

  private void reject(Held<T> held, RejectReason reason, String detail) {
    held.delivery().reject(new Rejected(EventWriter.toLine(held.event()), reason, detail));
    ended(held.delivery());
  }

  private void markRepeated(Held<T> held) {
    AdEvent event = held.event();
    held.delivery().durable(event.counterId(), event.sequence(), event.timestampMs(), true);
    ended(held.delivery());
  }

  /** The event is decided: a complete delivery sends its marks now, another one soon. */
  private void ended(PendingDelivery<T> delivery) {
    release();
    if (delivery.open() == 0) {
      delivery.flush(output, metrics, nowMs);
    } else if (delivery.queueForFlush()) {
      toFlush.add(delivery);
      flushAtMs = Math.min(flushAtMs, nowMs + settings.markFlushMs());
    }
  }

  private void release() {
    heldEvents--;
    budget.release();
  }

  private void failed(Held<T> held) {
    release();
    held.delivery().fail(output);
  }

  /** Moves an idle document to the cache, which may evict it. */
  private void release(Entry entry) {
    if (entry.isIdle() && entry.busy) {
      leave(entry);
      idle.keep(entry.adId, entry);
    }
  }

  private void leave(Entry entry) {
    busy.remove(entry.adId, entry);
    entry.busy = false;
  }

  private void pump() {
    while (readsInFlight < settings.maxReadsInFlight() && !toRead.isEmpty()) {
      Entry entry = toRead.poll();
      readsInFlight++;
      metrics.readStarted();
      store.fetch(
          DocumentKey.ad(entry.adId), answer -> mailbox.execute(() -> onFetched(entry, answer)));
    }
    for (WriteScheduler.PutSlot<Entry> slot = writes.next(nowMs);
        slot != null;
        slot = writes.next(nowMs)) {
      put(slot.owner());
    }
  }

  private void onFetched(Entry entry, Fetched answer) {
    nowMs = clockMs.getAsLong();
    readsInFlight--;
    if (answer instanceof Fetched.Failed failed) {
      metrics.readFailed();
      drop(entry, "read failed: " + failed.reason());
    } else if (answer instanceof Fetched.Absent absent) {
      entry.context = absent.context();
      entry.readTicket = views.ticket();
      ready(entry, AdLedger.absent(entry.adId, settings.maxUnsettledIds()));
    } else if (answer instanceof Fetched.Found found) {
      entry.context = found.context();
      entry.readTicket = views.ticket();
      found(entry, found.siblings());
    }
    pump();
  }

  private void found(Entry entry, List<StoredValue> values) {
    List<AdDocument> siblings = new ArrayList<>();
    try {
      for (StoredValue value : values) {
        AdDocument sibling = AdDocumentCodec.read(value.contentType(), value.bytes());
        if (!sibling.adId().equals(entry.adId)) {
          block(entry, "it is the document of ad " + sibling.adId());
          return;
        }
        siblings.add(sibling);
        entry.bytes = value.bytes().length;
      }
    } catch (UnreadableDocument e) {
      block(entry, e.getMessage());
      return;
    }
    entry.siblings = siblings;
    entry.state = State.MERGING;
    merge(entry);
  }

  private void merge(Entry entry) {
    SiblingMerge merge = SiblingMerge.merge(entry.siblings, entry::view);
    if (merge instanceof SiblingMerge.NeedsViews needs) {
      needs.counterIds().forEach(id -> requestView(entry, id, entry.readTicket));
    } else if (merge instanceof SiblingMerge.NoMainLine none) {
      block(entry, none.reason());
    } else if (merge instanceof SiblingMerge.Merged merged) {
      AdLedger ledger;
      try {
        ledger = AdLedger.of(merged, settings.maxUnsettledIds());
      } catch (ArithmeticException e) {
        block(entry, "the sums of its siblings together do not fit 64 bits");
        return;
      }
      if (entry.siblings.size() > 1) {
        metrics.merged(entry.siblings.size());
      }
      entry.siblings = null;
      ready(entry, ledger);
    }
  }

  private void ready(Entry entry, AdLedger ledger) {
    entry.ledger = ledger;
    entry.state = State.READY;
    offerWaiting(entry);
    if (ledger.owesPut()) {
      writes.changed(entry.slot, nowMs);
    }
    release(entry);
  }

  private void offerWaiting(Entry entry) {
    List<Held<T>> waiting = entry.waiting;
    entry.waiting = new ArrayList<>(1);
    int next = 0;
    while (next < waiting.size() && !entry.queuedAsFull) {
      offer(entry, waiting.get(next));
      next++;
    }
    // A full document may have thousands of waiting events: they are not offered before it has
    // room.
    entry.waiting.addAll(waiting.subList(next, waiting.size()));
  }

  private void onView(Entry entry, String counterId, String failure) {
    nowMs = clockMs.getAsLong();
    entry.viewsRequested.remove(counterId);
    if (!entry.busy) {
      return;
    }
    boolean blocked = views.blocked(counterId) != null;
    if (failure != null && !blocked && entry.state == State.READY) {
      failWhoAwaitView(entry, counterId, failure);
    } else if (failure != null && !blocked) {
      drop(entry, "no view of counter " + counterId + ": " + failure);
    } else if (entry.state == State.MERGING) {
      if (failure != null) {
        block(entry, "its siblings need the view of counter " + counterId + ": " + failure);
      } else {
        merge(entry);
      }
    } else if (entry.state == State.READY) {
      if (entry.queuedAsFull) {
        // Now: the view may be gone at the next check for room.
        entry.ledger.forgetSettled(entry::view);
      } else {
        offerWaiting(entry);
      }
    }
    release(entry);
    pump();
  }

  /** The copy stays valid: only the events that need this view fail and are redelivered. */
  private void failWhoAwaitView(Entry entry, String counterId, String failure) {
    LOG.debug("ads/{}: no view of counter {}, {}", entry.adId, counterId, failure);
    List<Held<T>> waiting = entry.waiting;
    entry.waiting = new ArrayList<>(1);
    for (Held<T> held : waiting) {
      if (held.awaitsView() && held.event().counterId().equals(counterId)) {
        failed(held);
      } else {
        entry.waiting.add(held);
      }
    }
  }

  private void put(Entry entry) {
    AdLedger ledger = entry.ledger;
    ledger.forgetSettled(entry::view);
    if (ledger.hasSetAside()) {
      setAsideBlocked(ledger);
    }
    refreshViewsSoon(entry);
    int events = ledger.pendingIds();
    byte[] bytes = ledger.beginPut(writeIds.next());
    entry.bytes = bytes.length;
    entry.inPut = entry.nextPut;
    entry.nextPut = new HeldEvents<>();
    metrics.putStarted(events, bytes.length, nowMs - entry.slot.changedAtMs());
    store.put(
        DocumentKey.ad(entry.adId),
        new StoredValue(AdDocumentCodec.CONTENT_TYPE, bytes),
        entry.context,
        answer -> mailbox.execute(() -> onStored(entry, answer)));
  }

  private void onStored(Entry entry, Stored answer) {
    nowMs = clockMs.getAsLong();
    writes.finished(entry.slot, nowMs);
    metrics.putEnded(CountingMetrics.PutEnd.of(answer));
    if (answer instanceof Stored.Single single) {
      stored(entry, single.context());
    } else if (answer instanceof Stored.Siblings siblings) {
      drop(entry, siblings.count() + " siblings");
    } else if (answer instanceof Stored.Conflict conflict) {
      drop(entry, "conflict: " + conflict.reason());
    } else if (answer instanceof Stored.Doubt doubt) {
      drop(entry, "put in doubt: " + doubt.reason());
    } else if (answer instanceof Stored.Refused refused) {
      block(entry, "the store refuses it: " + refused.reason());
    }
    pump();
  }

  private void stored(Entry entry, StoreContext context) {
    entry.context = context;
    entry.ledger.putSucceeded();
    HeldEvents<T> done = entry.inPut;
    entry.inPut = new HeldEvents<>();
    for (int i = 0; i < done.size(); i++) {
      done.durable(i);
      ended(done.delivery(i));
    }
    if (entry.ledger.unsettledIds() > settings.trimUnsettledIds() && !entry.queuedToTrim) {
      entry.queuedToTrim = true;
      toTrim.add(new Trim<>(entry, nowMs + settings.trimAfterMs(), 1));
    }
    release(entry);
  }

  /**
   * Drops the copy and fails its deliveries; Storm redelivers them, and the document is read anew.
   */
  private void drop(Entry entry, String reason) {
    LOG.debug("ads/{}: copy dropped, {}", entry.adId, reason);
    forget(entry, this::failed);
  }

  /** Rejects the document's events until an operator has repaired it. */
  private void block(Entry entry, String reason) {
    LOG.error(
        "ads/{} is blocked: {}. Its events go to the queue of rejects. Repair the document, then replay the archive."
            + " Never delete it: a replay would not count again what its counters' documents have recorded.",
        entry.adId,
        reason);
    metrics.blocked();
    entry.state = State.BLOCKED;
    entry.blockedReason = reason;
    entry.blockedUntilMs = nowMs + settings.blockedRetryMs();
    entry.ledger = null;
    entry.siblings = null;
    String detail = "ads/" + entry.adId + ": " + reason;
    forget(entry, held -> reject(held, RejectReason.DOCUMENT_BLOCKED, detail));
    idle.keep(entry.adId, entry);
  }

  private interface Ending<T> {
    void end(Held<T> held);
  }

  private void forget(Entry entry, Ending<T> ending) {
    leave(entry);
    writes.drop(entry.slot);
    List<Held<T>> ended = new ArrayList<>();
    for (HeldEvents<T> events : List.of(entry.inPut, entry.nextPut)) {
      for (int i = 0; i < events.size(); i++) {
        ended.add(new Held<>(events.event(i, entry.adId), events.delivery(i)));
      }
    }
    ended.addAll(entry.waiting);
    entry.inPut = new HeldEvents<>();
    entry.nextPut = new HeldEvents<>();
    entry.waiting = new ArrayList<>(1);
    ended.forEach(ending::end);
  }

  /** Does what is due by time. To be called every few ms. */
  public void onTick() {
    nowMs = clockMs.getAsLong();
    if (nowMs >= flushAtMs) {
      flushAtMs = Long.MAX_VALUE;
      List<PendingDelivery<T>> due = new ArrayList<>(toFlush);
      toFlush.clear();
      due.forEach(
          d -> {
            if (d.open() > 0) {
              d.flush(output, metrics, nowMs);
            }
          });
    }
    while (!toTrim.isEmpty() && toTrim.peek().atMs <= nowMs) {
      trim(toTrim.poll());
    }
    if (nowMs >= fullCheckAtMs && !full.isEmpty()) {
      fullCheckAtMs = nowMs + settings.markFlushMs();
      retryFullDocuments();
    }
    pump();
    views.tick(nowMs); // behind the puts
  }

  /** Puts an idle document with many ids once more, without those that settled since. */
  private void trim(Trim<Entry> trim) {
    Entry entry = trim.entry();
    entry.queuedToTrim = false;
    boolean writeToCome = !entry.slot.isIdle(); // that put drops them, and queues this check again
    if (!entry.busy || entry.state != State.READY || writeToCome) {
      return;
    }
    int before = entry.ledger.unsettledIds();
    int dropped = entry.ledger.forgetSettled(entry::view);
    if (dropped > before / 2) {
      writes.changed(entry.slot, nowMs);
    } else if (before > settings.trimUnsettledIds() && trim.attempt() < MAX_TRIM_ATTEMPTS) {
      refreshViewsSoon(entry);
      entry.queuedToTrim = true;
      toTrim.add(new Trim<>(entry, nowMs + settings.trimAfterMs(), trim.attempt() + 1));
    } else {
      release(entry);
    }
  }

  private void retryFullDocuments() {
    List<Entry> wereFull = new ArrayList<>(full);
    full.clear();
    for (Entry entry : wereFull) {
      entry.queuedAsFull = false;
      if (entry.busy && entry.state == State.READY) {
        entry.ledger.forgetSettled(entry::view);
        setAsideBlocked(entry.ledger);
        if (!entry.ledger.isFull()) {
          entry.forceSettlingAtMs = 0;
          offerWaiting(entry);
        } else if (!entry.waiting.isEmpty()) {
          awaitRoom(entry);
          forceSettling(entry);
        }
        release(entry);
      }
    }
  }

  /**
   * The ids of a blocked counter cannot settle until it is repaired. They leave the count of ids,
   * so that other counters' events need not wait for room.
   */
  private void setAsideBlocked(AdLedger ledger) {
    ledger.setAside(id -> views.blocked(id) != null);
  }

  /** Events in memory that are not decided yet. */
  public int heldEvents() {
    return heldEvents;
  }

  /** Documents with pending events, a read or a put. */
  public int busyDocuments() {
    return busy.size();
  }
}
