package clickcounter.counting;

import clickcounter.copies.Copies;
import java.util.ArrayDeque;

/**
 * Puts the document of a counter without new marks once more, which confirms what its last put
 * added (rule 5).
 *
 * <p>A counter without new events may never be requested again, and its ids would stay unsettled in
 * their ads' documents.
 */
final class Confirmations<T> {
  private final CountersSettings settings;
  private final Copies<CounterCopy<T>> copies;
  private final ArrayDeque<Timer<T>> puts = new ArrayDeque<>();

  private record Timer<T>(CounterCopy<T> copy, long atMs) {}

  Confirmations(CountersSettings settings, Copies<CounterCopy<T>> copies) {
    this.settings = settings;
    this.copies = copies;
  }

  /** The document was put or read: what it added may have to be confirmed. */
  void later(CounterCopy<T> copy) {
    if (copy.ledger.needsConfirmation() && !copy.awaitsConfirmation) {
      copy.awaitsConfirmation = true;
      puts.add(new Timer<>(copy, copies.nowMs() + settings.confirmAfterMs()));
    }
  }

  void onTick() {
    while (!puts.isEmpty() && puts.peek().atMs <= copies.nowMs()) {
      confirm(puts.poll().copy());
    }
  }

  private void confirm(CounterCopy<T> copy) {
    copy.awaitsConfirmation = false;
    if (copy.isBusy() && copy.isReady() && copy.ledger.needsConfirmation()) {
      copies.changed(copy);
    } else {
      copies.release(copy);
    }
  }
}
