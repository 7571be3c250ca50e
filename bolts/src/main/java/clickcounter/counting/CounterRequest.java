package clickcounter.counting;

import clickcounter.event.Close;
import clickcounter.event.CounterEvent;
import clickcounter.event.WriteOffRequest;
import clickcounter.ids.GapList;
import clickcounter.ids.LongRanges;
import clickcounter.ids.WriteOff;
import clickcounter.ledger.CounterLedger;
import clickcounter.wire.Marks;

/**
 * What a delivery records in one counter's document: marks, or an event that concerns no ad.
 *
 * @param marks null for an event
 * @param event null for marks
 * @param repeated whether the event was recorded before, so that it changes nothing
 */
record CounterRequest<T>(Delivery<T> delivery, Marks marks, CounterEvent event, boolean repeated) {
  /** A delivery, and the number of counter documents it waits for. */
  static final class Delivery<T> {
    private final T handle;
    private int open;

    Delivery(T handle, int open) {
      this.handle = handle;
      this.open = open;
    }

    T handle() {
      return handle;
    }

    void done(Output<T> output) {
      open--;
      if (open == 0) {
        output.ack(handle);
      }
    }
  }

  static <T> CounterRequest<T> of(Delivery<T> delivery, Marks marks) {
    return new CounterRequest<>(delivery, marks, null, false);
  }

  static <T> CounterRequest<T> of(Delivery<T> delivery, CounterEvent event) {
    return new CounterRequest<>(delivery, null, event, false);
  }

  /** The same with {@link #repeated} as this counter's copy shows it. */
  CounterRequest<T> seenBy(CounterLedger<?> ledger) {
    boolean isRepeated = changesNothing(ledger.gaps());
    return isRepeated == repeated ? this : new CounterRequest<>(delivery, marks, event, isRepeated);
  }

  /** A repeated write-off is put all the same: a read does not prove that it is durable. */
  private boolean changesNothing(GapList gaps) {
    if (event instanceof WriteOffRequest w) {
      return !gaps.copy().writeOff(w.from(), w.to(), decision(w));
    }
    return event instanceof Close close && gaps.seen(close.sequence());
  }

  /** Records it in the counter's copy, which keeps this request until it is durable. */
  CounterLedger.Durability recordIn(CounterLedger<CounterRequest<T>> ledger, long nowMs) {
    if (marks != null) {
      return ledger.mark(marks.ids(), marks.lastEventAtMs(), nowMs, this);
    }
    if (event instanceof WriteOffRequest w) {
      return ledger.writeOff(w.from(), w.to(), decision(w), this);
    }
    LongRanges closingId = LongRanges.of(event.sequence());
    return ledger.close(closingId, event.timestampMs(), nowMs, this);
  }

  static WriteOff decision(WriteOffRequest w) {
    return new WriteOff(w.reopen(), w.reason(), w.timestampMs(), w.eventId());
  }
}
