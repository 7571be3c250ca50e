package clickcounter.storm;

import clickcounter.counting.Output;
import clickcounter.event.Rejected;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Passes a task's decisions to Storm. Every emitted tuple is anchored to the tuple it came from.
 *
 * @param countersTasks that receive the marks, see {@link Streams#inOrder}
 */
record TupleOutput(OutputCollector collector, List<Integer> countersTasks)
    implements Output<Tuple> {
  /** For a component that sends no marks. */
  static TupleOutput withoutMarks(OutputCollector collector) {
    return new TupleOutput(collector, List.of());
  }

  static void declareMarks(OutputFieldsDeclarer declarer) {
    declarer.declareStream(Streams.MARKS, true, new Fields(Streams.BATCH));
  }

  static void declareRejected(OutputFieldsDeclarer declarer) {
    declarer.declareStream(Streams.REJECTED, new Fields(Streams.BATCH));
  }

  @Override
  public void mark(Tuple tuple, List<Marks> marks) {
    MarksBatch.byTask(marks, countersTasks.size())
        .forEach(
            (task, batch) ->
                collector.emitDirect(
                    countersTasks.get(task), Streams.MARKS, tuple, new Values(batch)));
  }

  @Override
  public void reject(Tuple tuple, List<Rejected> lines) {
    collector.emit(Streams.REJECTED, tuple, new Values(new RejectedBatch(lines)));
  }

  @Override
  public void ack(Tuple tuple) {
    collector.ack(tuple);
  }

  @Override
  public void keepAlive(Tuple tuple) {
    collector.resetTimeout(tuple);
  }

  @Override
  public void fail(Tuple tuple) {
    collector.fail(tuple);
  }
}
