package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.document.StateMessage;
import clickcounter.states.StateOutbox;
import clickcounter.states.StateSink;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * Sends the states of ads to ad servers. {@link StateOutbox} decides what is sent and which events
 * wait for it; this class sends, and ends what waits. When a send fails, the events that wait for
 * any are delivered again.
 *
 * <p>Memory: an outbox of 32 bytes an ad; a list of waiters while a state is being sent.
 */
final class StatePublisher {
  private final StateSink sink;
  private final Executor mailbox;
  private final Deliveries<?> deliveries;
  private final Consumer<AdCopy> offerWaiting;
  private final CountingMetrics metrics;
  private Copies<AdCopy> copies;

  /**
   * @param sink null if no states are sent
   * @param offerWaiting decides on the events that wait at a copy that is ready
   */
  StatePublisher(
      StateSink sink,
      Executor mailbox,
      Deliveries<?> deliveries,
      Consumer<AdCopy> offerWaiting,
      CountingMetrics metrics) {
    this.sink = sink;
    this.mailbox = mailbox;
    this.deliveries = deliveries;
    this.offerWaiting = offerWaiting;
    this.metrics = metrics;
  }

  /** Called once, before anything else. */
  void serve(Copies<AdCopy> newCopies) {
    copies = newCopies;
  }

  /** The document was read. */
  void loaded(AdCopy copy) {
    if (sink != null) {
      copy.outbox = StateOutbox.loaded(copy.ledger.totals());
    }
  }

  /** Whether ads are to be shown again, or no longer: that is not deferred. */
  boolean isUrgent(AdCopy copy) {
    return sink != null && copy.outbox.isUrgent(copy.ledger.totals());
  }

  /** Whether an event that was counted before has to wait. */
  boolean isUnsent(AdCopy copy) {
    return sink != null && copy.outbox.isUnsent();
  }

  /** Keeps an event that was counted before until the state was sent. */
  void await(AdCopy copy, long waiter) {
    copy.unfinished().add(waiter, false);
    if (copy.outbox.needsPut()) {
      copy.ledger.owePut();
      copies.changed(copy);
    }
  }

  /** A put has begun. */
  void putBegun(AdCopy copy) {
    if (sink != null) {
      copy.outbox =
          copy.outbox.putBegun(
              copy.id(), copy.ledger.putNumber(), copy.ledger.totals(), copies.nowMs());
    }
  }

  /**
   * The put is stored as the single value: whoever waited for it is done, now or when it is sent.
   */
  void stored(AdCopy copy) {
    StateMessage message = sink == null ? null : copy.outbox.ofPut();
    if (message == null) {
      copy.ledger.putSucceeded(deliveries::durable);
      return;
    }
    AdCopy.Unsent unsent = copy.unsent();
    copy.ledger.putSucceeded(unsent::add);
    copy.outbox = copy.outbox.stored();
    metrics.stateSent();
    sink.send(message, failure -> mailbox.execute(() -> ended(copy, unsent, failure)));
  }

  private void ended(AdCopy copy, AdCopy.Unsent unsent, String failure) {
    copies.readClock();
    if (failure != null) {
      metrics.stateFailed();
    }
    if (copy.unsent != unsent) {
      return; // the copy was dropped
    }
    if (failure == null) {
      copy.outbox = copy.outbox.sent();
    } else {
      copy.outbox = copy.outbox.failed();
      unsent.takeAll((waiter, repeated) -> deliveries.fail(waiter));
    }
    if (copy.outbox.sends() == 0) {
      copy.unsent = null;
      unsent.takeAll(deliveries::durable);
      offerWaiting.accept(copy);
      copies.release(copy);
    }
    copies.pump();
  }

  /** The copy is dropped or blocked: the events whose state was being sent come again. */
  void ended(AdCopy copy) {
    if (copy.unsent != null) {
      AdCopy.Unsent unsent = copy.unsent;
      copy.unsent = null;
      unsent.takeAll((waiter, repeated) -> deliveries.fail(waiter));
    }
  }
}
