package clickcounter.counting;

import clickcounter.copies.Copies;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * Puts the document of a counter without new marks once more, which confirms what its last put
 * added (rule 5).
 *
 * <p>A counter without new events may never be requested again, and the ids that a dropped copy did
 * not confirm would stay unsettled in their ads' documents. So its document is read once more,
 * which leads to a confirming put. When that read fails too, the next one waits longer.
 */
final class Confirmations<T> {
  private final CountersSettings settings;
  private final Copies<CounterCopy<T>> copies;
  private final ArrayDeque<Timer<CounterCopy<T>>> puts = new ArrayDeque<>();
  private final PriorityQueue<Timer<String>> reads =
      new PriorityQueue<>(Comparator.comparingLong(Timer::atMs));

  private record Timer<E>(E of, long atMs) {}

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

  /** The copy was dropped: its document is read again to confirm its ids. */
  void dropped(CounterCopy<T> copy) {
    if (copy.ledger != null) {
      reads.add(new Timer<>(copy.id(), copies.nowMs() + settings.confirmAfterMs()));
    } else if (copy.owesConfirmation) {
      reads.add(new Timer<>(copy.id(), copies.nowMs() + settings.blockedRetryMs()));
    }
  }

  /** Does what is due. */
  void onTick() {
    while (!puts.isEmpty() && puts.peek().atMs <= copies.nowMs()) {
      confirm(puts.poll().of());
    }
    while (!reads.isEmpty() && reads.peek().atMs <= copies.nowMs()) {
      CounterCopy<T> copy = copies.take(reads.poll().of());
      copy.owesConfirmation = true;
      copies.release(copy);
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
