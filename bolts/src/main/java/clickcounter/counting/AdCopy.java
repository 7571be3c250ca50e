package clickcounter.counting;

import clickcounter.copies.Copy;
import clickcounter.ledger.AdLedger;
import clickcounter.states.StateOutbox;
import java.util.function.LongConsumer;

/** A copy of an ad's document, and the events that wait for something else than a put of it. */
final class AdCopy extends Copy {
  /**
   * Null until the document was read, while it is read again, and when it is blocked. Set by {@link
   * AdDocuments}.
   */
  AdLedger ledger;

  /** The view cache's ticket, drawn when the document was read. Set by {@link AdDocuments}. */
  long readTicket;

  /** What was sent of its state, and has to be; null if no states are sent. */
  StateOutbox outbox;

  /** What waits for states that are being sent; null for none. Set by {@link StatePublisher}. */
  WaiterList awaitsSend;

  /** Null while no event waits, which is the rule. */
  private WaiterList waiting;

  AdCopy(String adId) {
    super(adId);
  }

  /**
   * Keeps an event, by its waiter, until the document was read, has room, or a view was read.
   *
   * @param awaitsView whether it waits for a view of its counter
   */
  void await(long waiter, boolean awaitsView) {
    if (waiting == null) {
      waiting = new WaiterList();
    }
    waiting.add(waiter, awaitsView);
  }

  boolean hasWaiting() {
    return waiting != null;
  }

  /**
   * Takes out the waiting events that are chosen, one after the other, and passes them, by their
   * waiters. The others wait on, in their order. Those that await a view are marked.
   */
  void takeWaiting(WaiterList.Choice choice, LongConsumer chosen) {
    if (waiting == null) {
      return;
    }
    WaiterList all = waiting;
    waiting = null;
    all.forEach(
        (waiter, awaitsView) -> {
          if (choice.test(waiter, awaitsView)) {
            chosen.accept(waiter);
          } else {
            await(waiter, awaitsView);
          }
        });
  }

  /** The event that has waited longest, by its waiter. */
  long firstWaiting() {
    return waiting.waiter(0);
  }
}
