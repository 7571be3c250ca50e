package clickcounter.bolts;

import clickcounter.counting.Output;
import clickcounter.event.Rejected;
import clickcounter.wire.Marks;
import clickcounter.wire.RejectedBatch;
import clickcounter.wire.Streams;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;

/**
 * Carries a task's decisions to Storm. Everything that is emitted is anchored to the tuple it came
 * from.
 */
record TupleOutput(OutputCollector collector) implements Output<Tuple> {
  static void declareMarks(OutputFieldsDeclarer declarer) {
    declarer.declareStream(Streams.MARKS, new Fields(Streams.COUNTER_ID, Streams.BATCH));
  }

  static void declareRejected(OutputFieldsDeclarer declarer) {
    declarer.declareStream(Streams.REJECTED, new Fields(Streams.BATCH));
  }

  @Override
  public void mark(Tuple tuple, Marks marks) {
    collector.emit(Streams.MARKS, tuple, new Values(marks.counterId(), marks));
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
