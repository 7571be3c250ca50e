package clickcounter.topology;

import clickcounter.wire.Streams;
import java.util.List;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;

/**
 * Finds the counters task by the counter id in a tuple's first field. Not Storm's grouping by
 * fields, because the ads tasks have to know which counters share a task: their marks share a
 * tuple.
 */
final class CounterGrouping implements CustomStreamGrouping {
  private static final long serialVersionUID = 1L;

  private List<Integer> tasks = List.of();

  @Override
  public void prepare(
      WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
    // The same order in every worker: which task records a counter must not depend on who asks.
    tasks = targetTasks.stream().sorted().toList();
  }

  @Override
  public List<Integer> chooseTasks(int taskId, List<Object> values) {
    return List.of(tasks.get(Streams.countersTask((String) values.get(0), tasks.size())));
  }
}
