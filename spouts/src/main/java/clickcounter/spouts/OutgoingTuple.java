package clickcounter.spouts;

import clickcounter.event.CounterEvent;
import clickcounter.event.EventBatch;
import clickcounter.ids.LongRanges;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.List;

/**
 * One tuple to emit.
 *
 * @param adsTask index of the receiving ads task, from 0; {@link #NO_TASK} when the stream's
 *     grouping decides
 * @param then the tuple to emit once this one is acked, or null
 */
public record OutgoingTuple(String stream, int adsTask, List<Object> values, OutgoingTuple then) {
  /** The task of a tuple for which the grouping decides. */
  public static final int NO_TASK = -1;

  /** Whether a task's metrics count its events: then the tuple carries its delivery's number. */
  boolean carriesDelivery() {
    return stream.equals(Streams.EVENTS) || stream.equals(Streams.COUNTER_EVENTS);
  }

  static OutgoingTuple events(int adsTask, EventBatch batch) {
    return new OutgoingTuple(Streams.EVENTS, adsTask, List.of(batch), null);
  }

  static OutgoingTuple counterEvent(CounterEvent event) {
    return counterEvent(event, null);
  }

  /**
   * The event, and after its ack the mark of its own id: an event that was not applied gets no
   * mark.
   */
  static OutgoingTuple counterEventThenMark(CounterEvent event) {
    Marks mark = new Marks(event.counterId(), LongRanges.of(event.sequence()), event.timestampMs());
    return counterEvent(
        event,
        new OutgoingTuple(
            Streams.MARKS,
            NO_TASK,
            List.of(mark.counterId(), new MarksBatch(List.of(mark))),
            null));
  }

  static OutgoingTuple rejected(RejectedBatch batch) {
    return new OutgoingTuple(Streams.REJECTED, NO_TASK, List.of(batch), null);
  }

  private static OutgoingTuple counterEvent(CounterEvent event, OutgoingTuple then) {
    return new OutgoingTuple(
        Streams.COUNTER_EVENTS, NO_TASK, List.of(event.targetCounterId(), event), then);
  }
}
