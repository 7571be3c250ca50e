package clickcounter.storm;

import static java.util.stream.Collectors.groupingBy;

import clickcounter.counting.Output;
import clickcounter.event.Rejected;
import clickcounter.wire.Marks;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Passes a task's decisions to Storm. Every emitted tuple is anchored to the tuple it came from.
 */
record TupleOutput(OutputCollector collector, int countersTasks) implements Output<Tuple> {
  /** For a component that sends no marks. */
  static TupleOutput withoutMarks(OutputCollector collector) {
    return new TupleOutput(collector, 0);
  }

  static void declareMarks(OutputFieldsDeclarer declarer) {
    declarer.declareStream(Streams.MARKS, new Fields(Streams.COUNTER_ID, Streams.BATCH));
  }

  static void declareRejected(OutputFieldsDeclarer declarer) {
    declarer.declareStream(Streams.REJECTED, new Fields(Streams.BATCH));
  }

  @Override
  public void mark(Tuple tuple, List<Marks> marks) {
    Map<Integer, List<Marks>> byTask =
        marks.stream().collect(groupingBy(m -> Streams.countersTask(m.counterId(), countersTasks)));
    for (List<Marks> ofTask : byTask.values()) {
      MarksBatch batch = new MarksBatch(ofTask);
      collector.emit(Streams.MARKS, tuple, new Values(batch.counterId(), batch));
    }
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
  public void fail(Tuple tuple) {
    collector.fail(tuple);
  }
}
