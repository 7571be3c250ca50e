package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.copies.Turns;
import clickcounter.event.CounterEvent;
import clickcounter.event.EventWriter;
import clickcounter.event.RejectReason;
import clickcounter.event.Rejected;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.GapList;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.store.DocumentStore;
import clickcounter.wire.Marks;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
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
 * goes wrong with a document has one answer: read it again, and record in it what waited.
 *
 * <p>Not thread-safe: all methods are called on one thread, in its turns ({@link Turns}), and the
 * store's answers reach it there.
 *
 * @param <T> a delivery, see {@link Output}
 */
public final class CountersTask<T> {
  private static final Logger LOG = LoggerFactory.getLogger(CountersTask.class);

  private final CountersSettings settings;
  private final Output<T> output;
  private final CountingMetrics metrics;
  private final Plausibility plausibility;
  private final Turns turns;
  private final CounterDocuments<T> documents;
  private final Copies<CounterCopy<T>> copies;
  private long sweepAtMs = Long.MIN_VALUE;
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
    this.output = output;
    this.metrics = metrics;
    plausibility = new Plausibility(settings.maxSequenceJump(), settings.maxGapsPerCounter());
    turns = new Turns(mailbox, clockMs);
    documents = new CounterDocuments<>(settings, store, turns, random, metrics, new Requests());
    copies = documents.copies();
  }

  /** Takes marks: ids that are durable in their ads' documents. */
  public void onMarks(T handle, List<Marks> marks) {
    CounterRequest.Delivery<T> delivery = new CounterRequest.Delivery<>(handle, marks.size());
    take(
        delivery,
        () -> marks.forEach(each -> request(each.counterId(), CounterRequest.of(delivery, each))));
  }

  /** Takes an event that concerns no ad: a close or a write-off. */
  public void onCounterEvent(T handle, CounterEvent event) {
    CounterRequest.Delivery<T> delivery = new CounterRequest.Delivery<>(handle, 1);
    take(delivery, () -> request(event.targetCounterId(), CounterRequest.of(delivery, event)));
  }

  /**
   * A delivery is taken as a whole: one of more counters than the limit allows would never get
   * through.
   */
  private void take(CounterRequest.Delivery<T> delivery, Runnable requests) {
    turns.run(
        () -> {
          if (heldRequests < settings.maxHeldDeliveries()) {
            requests.run();
          } else {
            output.fail(delivery.handle());
          }
        });
  }

  private void request(String counterId, CounterRequest<T> request) {
    heldRequests++;
    CounterCopy<T> copy = copies.take(counterId);
    copy.usedAtMs = turns.nowMs();
    if (copy.isReady()) {
      apply(copy, request);
    } else if (copy.blockedReason() != null) {
      giveUp(copy, request);
    } else {
      copy.await(request);
    }
    copies.release(copy);
  }

  private void apply(CounterCopy<T> copy, CounterRequest<T> request) {
    CounterEvent event = request.event();
    Optional<Plausibility.Fault> fault =
        event == null ? Optional.empty() : plausibility.fault(event, copy.ledger.gaps());
    if (fault.isPresent()) {
      reject(request, fault.get().reason(), fault.get().detail());
      return;
    }
    if (event instanceof WriteOffRequest w) {
      warnIfOverruled(w, copy.ledger.gaps());
    }
    CounterRequest<T> seen = request.seenBy(copy.ledger);
    CounterLedger.Durability durability = seen.recordIn(copy.ledger, turns.nowMs());
    warnOfGaps(copy);
    switch (durability) {
      case NOW -> done(seen);
      case WITH_PUT_IN_FLIGHT -> {}
      case WITH_NEXT_PUT -> documents.changed(copy);
    }
  }

  private void warnOfGaps(CounterCopy<T> copy) {
    int gaps = copy.ledger.gaps().gapCount();
    if (gaps < settings.maxGapsPerCounter()) {
      copy.crowded = false;
    } else if (!copy.crowded) {
      copy.crowded = true;
      metrics.tooManyGaps();
      LOG.error(
          "counter {} has {} ranges of missed ids, the limit. Events that would add one are"
              + " rejected as {} until some are filled. Does its service not number events one by one, or do two"
              + " services use one counter? Restart it with a counter id of its own.",
          copy.id(),
          gaps,
          RejectReason.TOO_MANY_GAPS.label());
    }
  }

  /** Usually a late or repeated request, but an operator may be waiting for its effect. */
  private static void warnIfOverruled(WriteOffRequest w, GapList gaps) {
    if (w.isOfEnd() && !w.reopen() && gaps.next() > w.from()) {
      LOG.warn(
          "counters/{}: {} does not close it: it has come to {}, and was to end before {}. If its"
              + " service has ended, close it again",
          w.targetCounterId(),
          w.eventId(),
          gaps.next() - 1,
          w.from());
    }
    WriteOff holds = gaps.overruling(w.from(), w.to(), CounterRequest.decision(w));
    if (holds != null) {
      LOG.warn(
          "counters/{}: {} {} of ids {} to {} has no effect where {} ({}, {}) is later; its own"
              + " timestamp is {}. To apply it, send it again with a later timestamp",
          w.targetCounterId(),
          w.reopen() ? "reopening" : "write-off",
          w.eventId(),
          w.from(),
          w.isOfEnd() ? "the end" : w.to(),
          holds.eventId(),
          holds.reopened() ? "reopened" : "written off",
          Instant.ofEpochMilli(holds.atMs()),
          Instant.ofEpochMilli(w.timestampMs()));
    }
  }

  private void done(CounterRequest<T> request) {
    heldRequests--;
    if (request.event() != null) {
      int repeated = request.repeated() ? 1 : 0;
      metrics.done(1 - repeated, repeated, 0);
    }
    request.delivery().done(output);
  }

  private void reject(CounterRequest<T> request, RejectReason reason, String detail) {
    heldRequests--;
    metrics.done(0, 0, 1);
    String line = EventWriter.toLine(request.event());
    output.reject(request.delivery().handle(), List.of(new Rejected(line, reason, detail)));
    request.delivery().done(output);
  }

  /**
   * Ends a request to a blocked document. An event goes to the queue of rejects. Marks do not:
   * their events are counted and stay unsettled in their ads' documents; a replay of the archive
   * marks them again.
   */
  private void giveUp(CounterCopy<T> copy, CounterRequest<T> request) {
    if (request.event() != null) {
      reject(
          request,
          RejectReason.DOCUMENT_BLOCKED,
          "counters/" + copy.id() + ": " + copy.blockedReason());
      return;
    }
    heldRequests--;
    metrics.unrecorded(request.marks().ids().size());
    request.delivery().done(output);
  }

  private final class Requests implements CounterDocuments.Requests<T> {
    @Override
    public void apply(CounterCopy<T> copy, CounterRequest<T> request) {
      CountersTask.this.apply(copy, request);
    }

    @Override
    public void done(CounterRequest<T> request) {
      CountersTask.this.done(request);
    }

    @Override
    public void giveUp(CounterCopy<T> copy, CounterRequest<T> request) {
      CountersTask.this.giveUp(copy, request);
    }
  }

  /** Does what is due by time. To be called every few ms. */
  public void onTick() {
    turns.run(
        () -> {
          documents.onTick();
          forgetUnused();
        });
  }

  private void forgetUnused() {
    long nowMs = turns.nowMs();
    if (nowMs >= sweepAtMs) {
      sweepAtMs = nowMs + settings.idleMs() / 4 + 1;
      copies.forgetIdle(copy -> nowMs - copy.usedAtMs > settings.idleMs());
    }
  }

  public int heldDeliveries() {
    return heldRequests;
  }

  /** Missed ids of the counters in memory, without those written off. */
  public long missingIds() {
    long[] missing = {0};
    copies.forEach(copy -> missing[0] += copy.ledger == null ? 0 : copy.ledger.gaps().missing());
    return missing[0];
  }

  public int counters() {
    return copies.size();
  }
}
