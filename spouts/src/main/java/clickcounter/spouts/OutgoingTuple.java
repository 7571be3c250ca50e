package clickcounter.spouts;

import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;

/**
 * One tuple to emit.
 *
 * @param task number of the receiving ads or counters task, from 0; {@link #ANY_TASK} when any may
 *     receive it
 * @param then the tuple to emit once this one is acked, or null
 */
public record OutgoingTuple(String stream, int task, Object payload, OutgoingTuple then) {
  /** The task of a tuple that any task may receive. */
  public static final int ANY_TASK = -1;

  static OutgoingTuple events(int adsTask, EventBatch batch) {
    return new OutgoingTuple(Streams.EVENTS, adsTask, batch, null);
  }

  static OutgoingTuple counterEvent(int countersTask, CounterEvent event, OutgoingTuple then) {
    return new OutgoingTuple(Streams.COUNTER_EVENTS, countersTask, event, then);
  }

  static OutgoingTuple marks(int countersTask, MarksBatch batch) {
    return new OutgoingTuple(Streams.MARKS, countersTask, batch, null);
  }

  static OutgoingTuple rejected(RejectedBatch batch) {
    return new OutgoingTuple(Streams.REJECTED, ANY_TASK, batch, null);
  }
}
