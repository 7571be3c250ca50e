package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.ledger.WaiterSink;
import clickcounter.states.StateMessage;
import clickcounter.states.StateOutbox;
import clickcounter.states.StateSink;
import java.util.concurrent.Executor;

/**
 * Sends the states of ads to ad servers. {@link StateOutbox} decides what is sent and which events
 * wait for it; this class sends, and ends what waits. When a send fails, the events that wait for
 * any are delivered again.
 *
 * <p>Memory: an outbox of 32 bytes an ad; a list of waiters while a state is being sent.
 */
final class StatePublisher implements AdFeature {
  private final StateSink sink;
  private final Executor turns;
  private final Copies<AdCopy> copies;
  private final Deliveries<?> deliveries;
  private final WaitingEvents waitingEvents;
  private final CountingMetrics metrics;
  private final WaiterSink durable;

  /**
   * @param sink null if no states are sent
   * @param turns in which the end of a send is handled
   */
  StatePublisher(
      StateSink sink,
      Executor turns,
      Copies<AdCopy> copies,
      Deliveries<?> deliveries,
      WaitingEvents waitingEvents,
      CountingMetrics metrics) {
    this.sink = sink;
    this.turns = turns;
    this.copies = copies;
    this.deliveries = deliveries;
    this.waitingEvents = waitingEvents;
    this.metrics = metrics;
    this.durable = deliveries::durable;
  }

  @Override
  public void loaded(AdCopy copy) {
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
    copy.await(waiter, false);
    if (copy.outbox.needsPut()) {
      copy.ledger.requestPut();
      copies.changed(copy);
    }
  }

  @Override
  public void putBegun(AdCopy copy) {
    if (sink != null) {
      copy.outbox =
          copy.outbox.putBegun(
              copy.id(), copy.ledger.putNumber(), copy.ledger.totals(), copies.nowMs());
    }
  }

  /** Where the waiters of a stored put go: they are done, or wait until its state was sent. */
  WaiterSink afterPut(AdCopy copy) {
    if (messageOfPut(copy) == null) {
      return durable;
    }
    if (copy.awaitsSend == null) {
      copy.awaitsSend = new WaiterList();
    }
    return copy.awaitsSend::add;
  }

  private static StateMessage messageOfPut(AdCopy copy) {
    return copy.outbox == null ? null : copy.outbox.ofPut();
  }

  @Override
  public void stored(AdCopy copy) {
    StateMessage message = messageOfPut(copy);
    if (message == null) {
      return;
    }
    WaiterList waiting = copy.awaitsSend;
    copy.outbox = copy.outbox.stored();
    metrics.stateSent();
    sink.send(message, failure -> turns.execute(() -> sendEnded(copy, waiting, failure)));
  }

  private void sendEnded(AdCopy copy, WaiterList waiting, String failure) {
    if (failure != null) {
      metrics.stateFailed();
    }
    if (copy.awaitsSend != waiting) {
      return; // the document is read again
    }
    if (failure == null) {
      copy.outbox = copy.outbox.sent();
    } else {
      copy.outbox = copy.outbox.failed();
      waiting.takeAll().forEach((waiter, repeated) -> deliveries.fail(waiter));
    }
    if (copy.outbox.sends() == 0) {
      copy.awaitsSend = null;
      waiting.forEach(durable::accept);
      waitingEvents.offer(copy);
      copies.release(copy);
    }
  }

  /** The events whose state was being sent wait for the next read of the document. */
  @Override
  public void ended(AdCopy copy) {
    WaiterList waiting = copy.awaitsSend;
    copy.awaitsSend = null;
    if (waiting != null) {
      boolean isBlocked = copy.blockedReason() != null;
      waiting.forEach(
          (waiter, repeated) -> {
            if (isBlocked) {
              deliveries.fail(waiter); // it was counted before, so it is no reject yet
            } else {
              copy.await(waiter, false);
            }
          });
    }
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    return messageOfPut(copy) == null && copy.awaitsSend == null;
  }
}
