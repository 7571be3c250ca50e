package clickcounter.storm;

import clickcounter.counting.AdsSettings;
import clickcounter.counting.AdsTask;
import clickcounter.event.EventBatch;
import clickcounter.views.ViewSettings;
import clickcounter.wire.Streams;
import java.security.SecureRandom;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Passes event batches to an {@link AdsTask}, and its decisions to Storm. */
public final class AdsBolt extends BaseRichBolt {
  private final StoreFactory storeFactory;
  private final AdsSettings workerSettings;
  private final ViewSettings viewSettings;
  private final String countersComponent;
  private final StateSinkFactory statesFactory;

  private transient WorkerResources.Lease resources;
  private transient TaskLoop loop;
  private transient AdsTask<Tuple> task;

  /**
   * @param workerSettings the limits of all ads tasks of one worker together
   * @param countersComponent the component whose tasks receive the marks, each those of its
   *     counters
   * @param statesFactory null if no states of ads are sent
   */
  public AdsBolt(
      StoreFactory storeFactory,
      AdsSettings workerSettings,
      ViewSettings viewSettings,
      String countersComponent,
      StateSinkFactory statesFactory) {
    this.storeFactory = storeFactory;
    this.workerSettings = workerSettings;
    this.viewSettings = viewSettings;
    this.countersComponent = countersComponent;
    this.statesFactory = statesFactory;
  }

  @Override
  public void prepare(
      Map<String, Object> configuration, TopologyContext context, OutputCollector collector) {
    resources = WorkerResources.acquire(context, storeFactory, viewSettings);
    loop = new TaskLoop("ads-task-" + context.getThisTaskId(), () -> task.onTick());
    BoltMetrics metrics = BoltMetrics.ofAds(context, workerSettings.writes().deferralMs());
    task =
        new AdsTask<>(
            workerSettings.dividedBy(WorkerResources.tasksOf(context)),
            resources.heldEvents(workerSettings.maxHeldEvents()),
            resources.store(),
            resources.views(),
            loop,
            Clocks::millis,
            new SecureRandom(),
            new TupleOutput(
                collector,
                Streams.inOrder(countersComponent, context.getComponentTasks(countersComponent))),
            resources.states(statesFactory),
            metrics);
    metrics.registerGauges(task);
    loop.start();
  }

  @Override
  public void execute(Tuple tuple) {
    EventBatch batch = (EventBatch) tuple.getValueByField(Streams.BATCH);
    loop.onTuple(() -> task.onBatch(tuple, batch));
  }

  @Override
  public void cleanup() {
    loop.close();
    resources.close();
  }

  @Override
  public void declareOutputFields(OutputFieldsDeclarer declarer) {
    TupleOutput.declareMarks(declarer);
    TupleOutput.declareRejected(declarer);
  }
}
