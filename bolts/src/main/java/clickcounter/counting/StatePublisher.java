package clickcounter.counting;

import clickcounter.copies.Copies;
import clickcounter.document.AdLevel;
import clickcounter.document.StateMessage;
import clickcounter.states.StateSink;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

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
      copy.writtenState = copy.ledger.totals().state();
    }
  }

  /** Whether ads are to be shown again, or no longer: that is not deferred. */
  boolean isUrgent(AdCopy copy) {
    return sink != null && copy.ledger.totals().state() != copy.writtenState;
  }

  /** Whether an event that was counted before has to wait. */
  boolean isUnsent(AdCopy copy) {
    return sink != null && (copy.sentLevel == null || copy.unsent != null && copy.unsent.sends > 0);
  }

  /** Keeps an event that was counted before until the state was sent. */
  void await(AdCopy copy, long waiter) {
    copy.unfinished().add(waiter, false);
    boolean isInPut = copy.unsent != null && copy.unsent.ofPut != null;
    if (copy.sentLevel == null && !isInPut) {
      copy.ledger.requestPut();
      copies.changed(copy);
    }
  }

  /** A put has begun. */
  void putBegun(AdCopy copy) {
    if (sink == null) {
      return;
    }
    AdLevel level = AdLevel.of(copy.ledger.totals());
    if (!level.equals(copy.sentLevel)) {
      copy.unsent().ofPut =
          StateMessage.of(copy.id(), copy.ledger.putNumber(), copy.ledger.totals(), copies.nowMs());
    }
    copy.writtenState = level.state();
  }

  /**
   * The put is stored as the single value: whoever waited for it is done, now or when it is sent.
   */
  void stored(AdCopy copy) {
    AdCopy.Unsent unsent = copy.unsent;
    if (unsent == null || unsent.ofPut == null) {
      copy.ledger.putSucceeded(deliveries::durable);
      return;
    }
    copy.ledger.putSucceeded(unsent::add);
    StateMessage message = unsent.ofPut;
    unsent.ofPut = null;
    unsent.sends++;
    copy.sentLevel = message.level();
    metrics.stateSent();
    sink.send(message, failure -> mailbox.execute(() -> sent(copy, unsent, failure)));
  }

  private void sent(AdCopy copy, AdCopy.Unsent unsent, String failure) {
    copies.readClock();
    if (failure != null) {
      metrics.stateFailed();
    }
    if (copy.unsent != unsent) {
      return; // the copy was dropped
    }
    if (failure != null) {
      copy.sentLevel = null;
      unsent.takeAll((waiter, repeated) -> deliveries.fail(waiter));
    }
    if (--unsent.sends == 0) {
      unsent.takeAll(deliveries::durable);
      if (unsent.ofPut == null) {
        copy.unsent = null;
      }
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
