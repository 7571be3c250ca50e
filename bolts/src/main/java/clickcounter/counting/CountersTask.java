package clickcounter.counting;

import clickcounter.copies.StoreMetrics;
import clickcounter.defer.WriteScheduler;
import clickcounter.document.CounterDocument;
import clickcounter.document.CounterDocumentCodec;
import clickcounter.document.UnreadableDocument;
import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.ledger.WriteIds;
import clickcounter.store.DocumentKey;
import clickcounter.store.DocumentStore;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.wire.Marks;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records in counter documents which ids are counted, closed and written off. Plain Java: Storm,
 * Riak, time and randomness are passed in.
 *
 * <p>A delivery is acked when a put of this task that carries it has succeeded (rule 4). Whatever
 * goes wrong with a document has one answer: drop the copy and fail the deliveries it holds; Storm
 * redelivers them.
 *
 * <p>Not thread-safe: all methods are called on one thread, and the store's answers reach it
 * through the mailbox.
 *
 * @param <T> a delivery, see {@link Output}
 */
public final class CountersTask<T> {
  private static final Logger LOG = LoggerFactory.getLogger(CountersTask.class);

  private final CountersSettings settings;
  private final DocumentStore store;
  private final Executor mailbox;
  private final LongSupplier clockMs;
  private final Output<T> output;
  private final CountingMetrics metrics;
  private final WriteIds writeIds;
  private final WriteScheduler<Entry> writes;
  private final CounterDirectory directory;
  private final Map<String, Entry> entries = new HashMap<>();
  private final ArrayDeque<Entry> toRead = new ArrayDeque<>();
  private final ArrayDeque<Timer<Entry>> confirmations = new ArrayDeque<>();
  private final PriorityQueue<Timer<String>> toReadAgain =
      new PriorityQueue<>(Comparator.comparingLong(timer -> timer.atMs));
  private long sweepAtMs = Long.MIN_VALUE;
  private int readsInFlight;
  private int heldRequests;

  public CountersTask(
      CountersSettings settings,
      DocumentStore store,
      Executor mailbox,
      LongSupplier clockMs,
      RandomGenerator random,
      Output<T> output,
      CountingMetrics metrics) {
    this.settings = settings;
    this.store = store;
    this.mailbox = mailbox;
    this.clockMs = clockMs;
    this.output = output;
    this.metrics = metrics;
    this.writeIds = new WriteIds(random);
    this.writes = new WriteScheduler<>(settings.writes());
    this.directory =
        new CounterDirectory(store, mailbox, clockMs, settings.blockedRetryMs(), metrics);
  }

  private record Timer<E>(E of, long atMs) {}

  /**
   * What a delivery records in one counter's document: marks, or an event that concerns no ad.
   *
   * @param repeated whether the event was recorded before, so that it changes nothing
   */
  private record Request<T>(
      Pending<T> delivery, Marks marks, CounterEvent event, boolean repeated) {
    Request<T> asRepeated() {
      return new Request<>(delivery, marks, event, true);
    }

    long highest() {
      if (marks != null) {
        return marks.ids().last();
      }
      return event instanceof WriteOffRequest w ? w.to() : event.sequence();
    }
  }

  private enum State {
    READING,
    READY,
    BLOCKED
  }

  /** A counter's document in memory, and the requests that wait for it. */
  private final class Entry {
    final String counterId;
    final WriteScheduler.PutSlot<Entry> slot = new WriteScheduler.PutSlot<>(this);
    State state = State.READING;
    CounterLedger ledger;
    StoreContext context;
    List<Request<T>> waiting = new ArrayList<>();
    List<Request<T>> nextPut = new ArrayList<>();
    List<Request<T>> inPut = new ArrayList<>();
    String blockedReason;
    long blockedUntilMs;
    boolean awaitsConfirmation;

    /**
     * Read only to confirm ids: the previous copy was dropped before its last ids were confirmed.
     */
    boolean owesConfirmation;

    boolean crowded;
    long usedAtMs;

    Entry(String counterId) {
      this.counterId = counterId;
    }

    boolean isIdle() {
      return waiting.isEmpty()
          && nextPut.isEmpty()
          && inPut.isEmpty()
          && slot.isIdle()
          && !awaitsConfirmation;
    }
  }

  /** A delivery, and the number of counter documents it waits for. */
  private static final class Pending<T> {
    final T handle;
    int open;
    boolean failed;

    Pending(T handle, int open) {
      this.handle = handle;
      this.open = open;
    }
  }

  /** Takes marks: ids that are durable in their ads' documents. */
  public void onMarks(T delivery, List<Marks> marks) {
    Pending<T> pending = new Pending<>(delivery, marks.size());
    for (Marks of : marks) {
      request(of.counterId(), new Request<>(pending, of, null, false));
    }
    pump();
  }

  /** Takes an event that concerns no ad: a close or a write-off. */
  public void onCounterEvent(T delivery, CounterEvent event) {
    request(event.targetCounterId(), new Request<>(new Pending<>(delivery, 1), null, event, false));
    pump();
  }

  private void request(String counterId, Request<T> request) {
    if (heldRequests >= settings.maxHeldDeliveries()) {
      fail(request.delivery());
      return;
    }
    heldRequests++;
    Entry entry = entries.get(counterId);
    if (entry == null || isStaleBlock(entry)) {
      entry = add(counterId);
    }
    entry.usedAtMs = clockMs.getAsLong();
    apply(entry, request);
  }

  private Entry add(String counterId) {
    Entry entry = new Entry(counterId);
    entry.usedAtMs = clockMs.getAsLong();
    entries.put(counterId, entry);
    toRead.add(entry);
    return entry;
  }

  private void ack(Pending<T> delivery) {
    delivery.open--;
    if (delivery.open == 0 && !delivery.failed) {
      output.ack(delivery.handle);
    }
  }

  /** The whole delivery is redelivered; its requests at other counters go on, which is harmless. */
  private void fail(Pending<T> delivery) {
    delivery.open--;
    if (!delivery.failed) {
      delivery.failed = true;
      output.fail(delivery.handle);
    }
  }

  private boolean isStaleBlock(Entry entry) {
    return entry.state == State.BLOCKED && entry.blockedUntilMs <= clockMs.getAsLong();
  }

  private void read(Entry entry) {
    readsInFlight++;
    metrics.readStarted();
    store.fetch(
        DocumentKey.counter(entry.counterId),
        answer -> mailbox.execute(() -> onFetched(entry, answer)));
  }

  private void onFetched(Entry entry, Fetched answer) {
    readsInFlight--;
    if (answer instanceof Fetched.Failed failed) {
      metrics.readFailed();
      drop(entry, "read failed: " + failed.reason());
    } else if (answer instanceof Fetched.Absent absent) {
      entry.context = absent.context();
      directory.enter(entry.counterId, failure -> entered(entry, failure));
    } else if (answer instanceof Fetched.Found found) {
      entry.context = found.context();
      directory.list(entry.counterId);
      found(entry, found.siblings());
    }
    pump();
  }

  private void entered(Entry entry, String failure) {
    if (failure == null) {
      ready(entry, CounterLedger.absent(entry.counterId));
    } else {
      drop(entry, "it could not be entered into the directory: " + failure);
    }
    pump();
  }

  private void found(Entry entry, List<StoredValue> values) {
    List<CounterDocument> siblings = new ArrayList<>();
    try {
      for (StoredValue value : values) {
        CounterDocument sibling = CounterDocumentCodec.read(value.contentType(), value.bytes());
        if (!sibling.counterId().equals(entry.counterId)) {
          block(entry, "it is the document of counter " + sibling.counterId());
          return;
        }
        siblings.add(sibling);
      }
    } catch (UnreadableDocument e) {
      block(entry, e.getMessage());
      return;
    }
    if (siblings.size() > 1) {
      metrics.merged(siblings.size());
    }
    ready(entry, CounterLedger.of(siblings));
  }

  private void ready(Entry entry, CounterLedger ledger) {
    entry.ledger = ledger;
    entry.state = State.READY;
    List<Request<T>> waiting = entry.waiting;
    entry.waiting = new ArrayList<>();
    waiting.forEach(request -> apply(entry, request));
    if (ledger.owesPut()) {
      writes.changed(entry.slot, clockMs.getAsLong());
    } else {
      confirmLater(entry);
    }
  }

  private void apply(Entry entry, Request<T> request) {
    if (entry.state == State.READING) {
      entry.waiting.add(request);
      return;
    }
    if (entry.state == State.BLOCKED) {
      giveUp(entry, request);
      return;
    }
    if (request.event() != null && addsOneGapTooMany(entry, request.event())) {
      reject(
          request,
          RejectReason.TOO_MANY_GAPS,
          "sequence "
              + request.event().sequence()
              + " of a counter that misses ids in "
              + entry.ledger.gaps().gapCount()
              + " places, expected fewer than "
              + settings.maxGapsPerCounter()
              + " (setting maxGapsPerCounter)");
      return;
    }
    long jump = request.highest() - entry.ledger.next();
    if (request.event() != null && jump > settings.maxSequenceJump()) {
      reject(
          request,
          RejectReason.SEQUENCE_JUMP,
          "sequence "
              + request.highest()
              + " of a counter that has come to "
              + entry.ledger.next()
              + ", expected at most "
              + settings.maxSequenceJump()
              + " above (setting maxSequenceJump)");
      return;
    }
    if (request.event() instanceof WriteOffRequest w) {
      warnIfOverruled(w, entry.ledger);
    }
    Request<T> held = changesNothing(request, entry.ledger) ? request.asRepeated() : request;
    CounterLedger.Durability durable = record(entry.ledger, held);
    warnOfGaps(entry);
    switch (durable) {
      case NOW -> done(held);
      case WITH_PUT_IN_FLIGHT -> entry.inPut.add(held);
      case WITH_NEXT_PUT -> {
        entry.nextPut.add(held);
        writes.changed(entry.slot, clockMs.getAsLong());
      }
    }
  }

  /** Not for marks: counted ids are recorded, whatever gaps that leaves. */
  private boolean addsOneGapTooMany(Entry entry, CounterEvent event) {
    GapList gaps = entry.ledger.gaps();
    if (gaps.gapCount() < settings.maxGapsPerCounter()) {
      return false;
    }
    return event instanceof WriteOffRequest w
        ? gaps.wouldAddGap(w.from()) || gaps.wouldAddGap(w.to())
        : gaps.wouldAddGap(event.sequence());
  }

  private void warnOfGaps(Entry entry) {
    int gaps = entry.ledger.gaps().gapCount();
    if (gaps < settings.maxGapsPerCounter()) {
      entry.crowded = false;
    } else if (!entry.crowded) {
      entry.crowded = true;
      metrics.tooManyGaps();
      LOG.error(
          "counter {} has {} ranges of missed ids, the limit (setting maxGapsPerCounter). Events that would add one are"
              + " rejected as {} until some are filled. Does its service not number events one by one, or do two"
              + " services use one counter? Restart it with a counter id of its own.",
          entry.counterId,
          gaps,
          RejectReason.TOO_MANY_GAPS.label());
    }
  }

  private CounterLedger.Durability record(CounterLedger ledger, Request<T> request) {
    long nowMs = clockMs.getAsLong();
    if (request.marks() != null) {
      return ledger.mark(request.marks().ids(), request.marks().lastEventAtMs(), nowMs);
    }
    if (request.event() instanceof WriteOffRequest w) {
      return ledger.writeOff(w.from(), w.to(), decision(w));
    }
    Close close = (Close) request.event();
    return ledger.close(LongRanges.of(close.sequence()), close.timestampMs(), nowMs);
  }

  private void done(Request<T> request) {
    heldRequests--;
    if (request.event() != null) {
      int repeated = request.repeated() ? 1 : 0;
      metrics.done(request.delivery().handle, 1 - repeated, repeated, 0);
    }
    ack(request.delivery());
  }

  /** A repeated write-off is put all the same: a read does not prove that it is durable. */
  private static <T> boolean changesNothing(Request<T> request, CounterLedger ledger) {
    if (request.event() instanceof WriteOffRequest w) {
      return !ledger.gaps().copy().writeOff(w.from(), w.to(), decision(w));
    }
    return request.event() instanceof Close close && ledger.gaps().seen(close.sequence());
  }

  /** Usually a late or repeated request, but an operator may be waiting for its effect. */
  private static void warnIfOverruled(WriteOffRequest w, CounterLedger ledger) {
    WriteOff holds = ledger.gaps().overruling(w.from(), w.to(), decision(w));
    if (holds != null) {
      LOG.warn(
          "counters/{}: {} {} of ids {} to {} has no effect where {} ({}, {}) is later; its own"
              + " timestamp is {}. To apply it, send it again with a later timestamp",
          w.targetCounterId(),
          w.reopen() ? "reopening" : "write-off",
          w.eventId(),
          w.from(),
          w.to(),
          holds.eventId(),
          holds.reopened() ? "reopened" : "written off",
          Instant.ofEpochMilli(holds.atMs()),
          Instant.ofEpochMilli(w.timestampMs()));
    }
  }

  private static WriteOff decision(WriteOffRequest w) {
    return new WriteOff(w.reopen(), w.reason(), w.timestampMs(), w.eventId());
  }

  private void reject(Request<T> request, RejectReason reason, String detail) {
    heldRequests--;
    metrics.done(request.delivery().handle, 0, 0, 1);
    String line = EventWriter.toLine(request.event());
    output.reject(request.delivery().handle, List.of(new Rejected(line, reason, detail)));
    ack(request.delivery());
  }

  /**
   * Ends a request to a blocked document. An event goes to the queue of rejects. Marks do not:
   * their events are counted and stay unsettled in their ads' documents; a replay of the archive
   * marks them again.
   */
  private void giveUp(Entry entry, Request<T> request) {
    if (request.event() != null) {
      reject(
          request,
          RejectReason.DOCUMENT_BLOCKED,
          "counters/" + entry.counterId + ": " + entry.blockedReason);
      return;
    }
    heldRequests--;
    metrics.unrecorded(request.marks().ids().size());
    ack(request.delivery());
  }

  private void pump() {
    while (readsInFlight < settings.maxReadsInFlight() && !toRead.isEmpty()) {
      read(toRead.poll());
    }
    long nowMs = clockMs.getAsLong();
    for (WriteScheduler.PutSlot<Entry> slot = writes.next(nowMs);
        slot != null;
        slot = writes.next(nowMs)) {
      put(slot.owner(), nowMs);
    }
  }

  private void put(Entry entry, long nowMs) {
    byte[] bytes = entry.ledger.beginPut(writeIds.next());
    entry.inPut = entry.nextPut;
    entry.nextPut = new ArrayList<>();
    metrics.putStarted(entry.inPut.size(), bytes.length, nowMs - entry.slot.changedAtMs());
    store.put(
        DocumentKey.counter(entry.counterId),
        new StoredValue(CounterDocumentCodec.CONTENT_TYPE, bytes),
        entry.context,
        answer -> mailbox.execute(() -> onStored(entry, answer)));
  }

  private void onStored(Entry entry, Stored answer) {
    writes.finished(entry.slot, clockMs.getAsLong());
    metrics.putEnded(StoreMetrics.PutEnd.of(answer));
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
    List<Request<T>> stored = entry.inPut;
    entry.inPut = new ArrayList<>();
    stored.forEach(this::done);
    confirmLater(entry);
  }

  /**
   * A counter without new marks needs one more put, which confirms what the last one added (rule
   * 5).
   */
  private void confirmLater(Entry entry) {
    if (entry.ledger.owesConfirmation() && !entry.awaitsConfirmation) {
      entry.awaitsConfirmation = true;
      confirmations.add(new Timer<>(entry, clockMs.getAsLong() + settings.confirmAfterMs()));
    }
  }

  private void confirm(Entry entry, long nowMs) {
    entry.awaitsConfirmation = false;
    if (entries.get(entry.counterId) == entry
        && entry.state == State.READY
        && entry.ledger.owesConfirmation()) {
      writes.changed(entry.slot, nowMs);
    }
  }

  /**
   * Drops the copy and fails its deliveries; Storm redelivers them, and the document is read anew.
   */
  private void drop(Entry entry, String reason) {
    LOG.debug("counters/{}: copy dropped, {}", entry.counterId, reason);
    forget(entry)
        .forEach(
            request -> {
              heldRequests--;
              fail(request.delivery());
            });
    entries.remove(entry.counterId, entry);
    readAgain(entry);
  }

  /**
   * A counter without new events may never be requested again, and the ids that the dropped copy
   * did not confirm would stay unsettled in their ads' documents. So the document is read once
   * more, which leads to a confirming put. When that read fails too, the next one waits longer.
   */
  private void readAgain(Entry entry) {
    if (entry.ledger != null) {
      toReadAgain.add(
          new Timer<>(entry.counterId, clockMs.getAsLong() + settings.confirmAfterMs()));
    } else if (entry.owesConfirmation) {
      toReadAgain.add(
          new Timer<>(entry.counterId, clockMs.getAsLong() + settings.blockedRetryMs()));
    }
  }

  private void readAgain(String counterId) {
    Entry entry = entries.get(counterId);
    if (entry == null) {
      entry = add(counterId);
    }
    entry.owesConfirmation = true;
  }

  /** Puts nothing more into this document until an operator has repaired it. */
  private void block(Entry entry, String reason) {
    LOG.error(
        "counters/{} is blocked: {}. Its close and write-off events go to the queue of rejects, and what was"
            + " counted stays unsettled in the ads' documents. Repair the document, then replay the archive. Never delete it: what it"
            + " has recorded would be counted again.",
        entry.counterId,
        reason);
    metrics.blocked();
    entry.state = State.BLOCKED;
    entry.blockedReason = reason;
    entry.blockedUntilMs = clockMs.getAsLong() + settings.blockedRetryMs();
    forget(entry).forEach(request -> giveUp(entry, request));
  }

  private List<Request<T>> forget(Entry entry) {
    writes.drop(entry.slot);
    List<Request<T>> held = new ArrayList<>(entry.inPut);
    held.addAll(entry.nextPut);
    held.addAll(entry.waiting);
    entry.inPut.clear();
    entry.nextPut.clear();
    entry.waiting.clear();
    return held;
  }

  /** Does what is due by time. To be called every few ms. */
  public void onTick() {
    long nowMs = clockMs.getAsLong();
    while (!confirmations.isEmpty() && confirmations.peek().atMs <= nowMs) {
      confirm(confirmations.poll().of(), nowMs);
    }
    while (!toReadAgain.isEmpty() && toReadAgain.peek().atMs <= nowMs) {
      readAgain(toReadAgain.poll().of());
    }
    directory.onTick(nowMs);
    if (nowMs >= sweepAtMs) {
      sweepAtMs = nowMs + settings.idleMs() / 4 + 1;
      entries.values().removeIf(e -> e.isIdle() && nowMs - e.usedAtMs > settings.idleMs());
    }
    pump();
  }

  /** Deliveries in memory that are not done yet. */
  public int heldDeliveries() {
    return heldRequests;
  }

  /** Missed ids of the counters in memory, without those written off. */
  public long missingIds() {
    long missing = 0;
    for (Entry entry : entries.values()) {
      missing += entry.ledger == null ? 0 : entry.ledger.gaps().missing();
    }
    return missing;
  }

  /** Counters in memory. */
  public int counters() {
    return entries.size();
  }
}
