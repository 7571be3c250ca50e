package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.document.AdLevel;
import clickcounter.document.AdState;
import clickcounter.document.StateMessage;
import clickcounter.ledger.WaiterSink;
import clickcounter.states.StateSink;
import java.util.concurrent.Executor;

/**
 * Sends the state of an ad when its level has changed, so that ad servers learn of it:
 *
 * <ol>
 *   <li>Only of writes that a quorum has stored, with the write's number as the version. These
 *       writes are one growing line, so the highest version is right.
 *   <li>The events of the write are done after the broker has the message. A crash before that
 *       brings them again.
 *   <li>A copy that was read has sent nothing yet. An event that comes again waits until the state
 *       was sent, and has the document put for that if nothing else does.
 * </ol>
 *
 * <p>{@code StatesModelTest} shows that nothing of this can be left out. When a send fails, the
 * events that wait for it are delivered again, and find a copy that has sent nothing.
 *
 * <p>Memory: two references an ad; a list of waiters while a state is being sent.
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

  /** What of an ad was sent since its document was read, and what is to be sent. */
  static final class Outbox {
    /** The level that was sent last, or is being sent; null for none. */
    private AdLevel sentLevel;

    /** The state in the document that was read, or put last. */
    private AdState writtenState;

    /** Belongs to the put under way, and is sent when that is stored; null for none. */
    private StateMessage messageOfPut;

    /** How many messages are being sent. */
    private int sends;

    /**
     * The events that wait for a send; null for none. Those that were counted before are marked.
     */
    private WaiterList waiting;

    private void add(long waiter, boolean isRepeated) {
      if (waiting == null) {
        waiting = new WaiterList();
      }
      waiting.add(waiter, isRepeated);
    }

    private void takeAll(WaiterSink sink) {
      WaiterList taken = waiting;
      waiting = null;
      if (taken != null) {
        taken.forEach(sink::accept);
      }
    }

    private boolean isUnsent() {
      return sentLevel == null || sends > 0;
    }
  }

  @Override
  public void loaded(AdCopy copy) {
    if (sink != null) {
      copy.outbox = new Outbox();
      copy.outbox.writtenState = copy.ledger.totals().state();
    }
  }

  /** Whether ads are to be shown again, or no longer: that is not deferred. */
  boolean isUrgent(AdCopy copy) {
    return copy.outbox != null && copy.ledger.totals().state() != copy.outbox.writtenState;
  }

  /** Whether an event that was counted before has to wait. */
  boolean isUnsent(AdCopy copy) {
    return copy.outbox != null && copy.outbox.isUnsent();
  }

  /** Keeps an event that was counted before until the state was sent. */
  void await(AdCopy copy, long waiter) {
    copy.await(waiter, false);
    if (copy.outbox.sentLevel == null && copy.outbox.messageOfPut == null) {
      copy.ledger.requestPut();
      copies.changed(copy);
    }
  }

  @Override
  public void putBegun(AdCopy copy) {
    if (copy.outbox == null) {
      return;
    }
    AdLevel level = AdLevel.of(copy.ledger.totals());
    if (!level.equals(copy.outbox.sentLevel)) {
      copy.outbox.messageOfPut =
          StateMessage.of(copy.id(), copy.ledger.putNumber(), copy.ledger.totals(), copies.nowMs());
    }
    copy.outbox.writtenState = level.state();
  }

  /** Where the waiters of a stored put go: they are done, or wait until its state was sent. */
  WaiterSink afterPut(AdCopy copy) {
    return copy.outbox == null || copy.outbox.messageOfPut == null ? durable : copy.outbox::add;
  }

  @Override
  public void stored(AdCopy copy) {
    Outbox outbox = copy.outbox;
    if (outbox == null || outbox.messageOfPut == null) {
      return;
    }
    StateMessage message = outbox.messageOfPut;
    outbox.messageOfPut = null;
    outbox.sends++;
    outbox.sentLevel = message.level();
    metrics.stateSent();
    sink.send(message, failure -> turns.execute(() -> sent(copy, outbox, failure)));
  }

  private void sent(AdCopy copy, Outbox outbox, String failure) {
    if (failure != null) {
      metrics.stateFailed();
    }
    if (copy.outbox != outbox) {
      return; // the copy was dropped
    }
    if (failure != null) {
      outbox.sentLevel = null;
      outbox.takeAll((waiter, repeated) -> deliveries.fail(waiter));
    }
    if (--outbox.sends == 0) {
      outbox.takeAll(durable);
      waitingEvents.offer(copy);
      copies.release(copy);
    }
  }

  /** The events whose state was being sent come again. */
  @Override
  public void ended(AdCopy copy) {
    if (copy.outbox != null) {
      Outbox outbox = copy.outbox;
      copy.outbox = null;
      outbox.takeAll((waiter, repeated) -> deliveries.fail(waiter));
    }
  }

  @Override
  public boolean isIdle(AdCopy copy) {
    return copy.outbox == null || copy.outbox.messageOfPut == null && copy.outbox.sends == 0;
  }
}
