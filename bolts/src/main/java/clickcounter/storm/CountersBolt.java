package clickcounter.storm;

import clickcounter.counting.CountersSettings;
import clickcounter.counting.CountersTask;
import clickcounter.event.CounterEvent;
import clickcounter.views.ViewSettings;
import clickcounter.wire.MarksBatch;
import clickcounter.wire.Streams;
import java.security.SecureRandom;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Passes marks, closes and write-offs to a {@link CountersTask}, and its decisions to Storm. */
public final class CountersBolt extends BaseRichBolt {
  private static final long MISSING_EVERY_MS = 1_000;

  private final StoreFactory storeFactory;
  private final CountersSettings workerSettings;
  private final ViewSettings viewSettings;

  private transient WorkerResources.Lease resources;
  private transient TaskLoop loop;
  private transient CountersTask<Tuple> task;
  private transient long missingDueMs;

  /** For the gauge, which other threads read. */
  private transient volatile long missingIds;

  /**
   * @param workerSettings the limits of all counters tasks of one worker together
   * @param viewSettings of the view cache, which the ads tasks of the worker use
   */
  public CountersBolt(
      StoreFactory storeFactory, CountersSettings workerSettings, ViewSettings viewSettings) {
    this.storeFactory = storeFactory;
    this.workerSettings = workerSettings;
    this.viewSettings = viewSettings;
  }

  @Override
  public void prepare(
      Map<String, Object> configuration, TopologyContext context, OutputCollector collector) {
    resources = WorkerResources.acquire(context, storeFactory, viewSettings);
    loop = new TaskLoop("counters-task-" + context.getThisTaskId(), this::tick);
    BoltMetrics metrics = BoltMetrics.ofCounters(context);
    task =
        new CountersTask<>(
            workerSettings.dividedBy(WorkerResources.tasksOf(context)),
            resources.store(),
            loop,
            Clocks::millis,
            new SecureRandom(),
            TupleOutput.withoutMarks(collector),
            metrics);
    metrics.registerGauges(task, () -> missingIds);
    loop.start();
  }

  private void tick() {
    task.onTick();
    long nowMs = Clocks.millis();
    if (nowMs >= missingDueMs) {
      missingDueMs = nowMs + MISSING_EVERY_MS;
      missingIds = task.missingIds();
    }
  }

  @Override
  public void execute(Tuple tuple) {
    Object payload = tuple.getValueByField(Streams.BATCH);
    if (tuple.getSourceStreamId().equals(Streams.MARKS)) {
      loop.onTuple(() -> task.onMarks(tuple, ((MarksBatch) payload).marks()));
    } else {
      loop.onTuple(() -> task.onCounterEvent(tuple, (CounterEvent) payload));
    }
  }

  @Override
  public void cleanup() {
    loop.close();
    resources.close();
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    TupleOutput.declareRejected(declarer);
  }
}
