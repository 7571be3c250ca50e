package clickcounter.counting;

import clickcounter.copies.Copy;
import clickcounter.document.AdDocument;
import clickcounter.ledger.AdLedger;
import clickcounter.ledger.WaiterSink;
import clickcounter.states.StateOutbox;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;

/** A copy of an ad's document, and the events that wait for something else than a put of it. */
final class AdCopy extends Copy {
  /** Null until the document was read. */
  AdLedger ledger;

  /** Of the view cache, drawn when the document was read. */
  long readTicket;

  /** Events that came since {@link HotAds} last looked. */
  int eventsLately;

  /** What was sent of its state, and has to be; null if no states are sent. */
  StateOutbox outbox;

  /** Null while no state is being sent, which is the rule. */
  Unsent unsent;

  /** Null while no event waits, which is the rule. */
  private Unfinished unfinished;

  AdCopy(String adId) {
    super(adId);
  }

  /** What keeps events of a copy from being decided. */
  static final class Unfinished {
    /** Siblings that cannot be merged before some views are read; else null. */
    List<AdDocument> siblings;

    /** The counters whose views were requested. */
    final Set<String> viewsRequested = new HashSet<>(2);

    boolean queuedAsFull;
    boolean queuedToTrim;

    /** When a full document sends its marks again; 0 when it is not full. */
    long forceSettlingAtMs;

    /** The events; those that need a view of their counter are marked. */
    final WaiterList waiting = new WaiterList();

    /** Adds an event, by its waiter; whether it needs a view of its counter. */
    void add(long waiter, boolean awaitsView) {
      waiting.add(waiter, awaitsView);
    }

    /** Whether an event, by its waiter, waits for something; and whether it needs a view. */
    interface Choice {
      boolean test(long waiter, boolean awaitsView);
    }

    /** Takes out the chosen events. The others wait on, in their order. */
    void takeOut(Choice choice, LongConsumer chosen) {
      waiting
          .takeAll()
          .forEach(
              (waiter, awaitsView) -> {
                if (choice.test(waiter, awaitsView)) {
                  chosen.accept(waiter);
                } else {
                  add(waiter, awaitsView);
                }
              });
    }

    private boolean isNothing() {
      return waiting.size() == 0
          && siblings == null
          && viewsRequested.isEmpty()
          && !queuedAsFull
          && !queuedToTrim;
    }
  }

  /** Who waits for states that are being sent. */
  static final class Unsent {
    /** The events; those that were counted before are marked. */
    private final WaiterList waiting = new WaiterList();

    /** Adds an event, by its waiter, and whether it was counted before. */
    void add(long waiter, boolean isRepeated) {
      waiting.add(waiter, isRepeated);
    }

    /** Takes out all events. */
    void takeAll(WaiterSink sink) {
      waiting.takeAll().forEach(sink::accept);
    }
  }

  /** Who waits for states that are being sent. */
  Unsent unsent() {
    if (unsent == null) {
      unsent = new Unsent();
    }
    return unsent;
  }

  /** What keeps events of this copy from being decided. */
  Unfinished unfinished() {
    if (unfinished == null) {
      unfinished = new Unfinished();
    }
    return unfinished;
  }

  boolean hasUnfinished() {
    return unfinished != null;
  }

  /** Whether an event waits for a view, for room or for the read of the document. */
  boolean hasWaiting() {
    return unfinished != null && unfinished.waiting.size() > 0;
  }

  boolean isQueuedAsFull() {
    return unfinished != null && unfinished.queuedAsFull;
  }

  boolean isQueuedToTrim() {
    return unfinished != null && unfinished.queuedToTrim;
  }

  /** Forgets what is no longer needed. Whether nothing is left unfinished. */
  boolean isFinished() {
    if (unfinished != null && unfinished.isNothing()) {
      unfinished = null;
    }
    return unfinished == null;
  }
}
