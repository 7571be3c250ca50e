package clickcounter.topology;

import clickcounter.wire.Streams;
import java.util.List;
import org.apache.storm.generated.GlobalStreamId;
import org.apache.storm.grouping.CustomStreamGrouping;
import org.apache.storm.task.WorkerTopologyContext;

/**
 * Storm's grouping of tuples for counters tasks, by the counter id in the first field. Not Storm's
 * fields grouping, because the ads tasks must know which counters share a task: the marks of these
 * share a tuple.
 */
final class CounterGrouping implements CustomStreamGrouping {
  private static final long serialVersionUID = 1L;

  private List<Integer> tasks = List.of();

  @Override
  public void prepare(
      WorkerTopologyContext context, GlobalStreamId stream, List<Integer> targetTasks) {
    // The same order in every worker, so that all send a counter to the same task.
    tasks = targetTasks.stream().sorted().toList();
  }

  @Override
  public List<Integer> chooseTasks(int taskId, List<Object> values) {
    return List.of(tasks.get(Streams.countersTask((String) values.get(0), tasks.size())));
  }
}
