package clickcounter.states;

import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A reader whose answers a test gives. */
final class HeldReader implements StateReader {
  static final long BUDGET_MICROS = 1_000;

  /** A read that waits for its answer. */
  record Waiting(String adId, Consumer<StateRead> answer) {
    /** A document whose write has the number after its base's. */
    void found(long storedNumber, long costMicros) {
      found(storedNumber, storedNumber + 1, costMicros);
    }

    void found(long storedNumber, long writeNumber, long costMicros) {
      answer.accept(StateRead.found(adId, storedNumber, writeNumber, totals(costMicros), 1));
    }

    void absent() {
      answer.accept(StateRead.absent(adId, 1));
    }

    void failed() {
      answer.accept(new StateRead.Failed("no quorum"));
    }
  }

  final List<Waiting> waiting = new ArrayList<>();

  static AdTotals totals(long costMicros) {
    AdTotals totals = new AdTotals();
    totals.add(EventKind.BUDGET, BUDGET_MICROS, 1);
    if (costMicros > 0) {
      totals.add(EventKind.CLICK, costMicros, 2);
    }
    return totals;
  }

  @Override
  public void read(String adId, Consumer<StateRead> answer) {
    waiting.add(new Waiting(adId, answer));
  }

  /** The only read that waits. */
  Waiting only() {
    if (waiting.size() != 1) {
      throw new AssertionError("expected one read, found " + waiting);
    }
    return waiting.remove(0);
  }
}
