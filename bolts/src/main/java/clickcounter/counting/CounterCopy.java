package clickcounter.counting;

import clickcounter.copies.Copy;
import clickcounter.ledger.CounterLedger;
import java.util.ArrayList;
import java.util.List;

/** A copy of a counter's document, and the requests that wait for its read. */
final class CounterCopy<T> extends Copy {
  /** Null until the document was read, and while it is read again. */
  CounterLedger<CounterRequest<T>> ledger;

  private List<CounterRequest<T>> waiting = new ArrayList<>();

  /** Whether it is queued for a put that confirms what the last one added. */
  boolean awaitsConfirmation;

  /** Whether it is known to have its limit of gaps. */
  boolean crowded;

  /** Whether it is retired, and so not in the directory: it has to be entered before a put. */
  boolean retired;

  /** Whether it is being entered into the directory. */
  boolean entering;

  long usedAtMs;

  CounterCopy(String counterId, long nowMs) {
    super(counterId);
    usedAtMs = nowMs;
  }

  void await(CounterRequest<T> request) {
    waiting.add(request);
  }

  List<CounterRequest<T>> takeWaiting() {
    List<CounterRequest<T>> taken = waiting;
    waiting = new ArrayList<>();
    return taken;
  }

  /** Takes out all requests that wait for a read or a put. */
  List<CounterRequest<T>> takeAll() {
    List<CounterRequest<T>> all = new ArrayList<>();
    if (ledger != null) {
      ledger.forEachWaiter(all::add);
    }
    all.addAll(takeWaiting());
    return all;
  }

  boolean hasWaiting() {
    return !waiting.isEmpty();
  }
}
