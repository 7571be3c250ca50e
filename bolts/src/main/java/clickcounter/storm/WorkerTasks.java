package clickcounter.storm;

import org.apache.storm.task.TopologyContext;

/** Counts the tasks among which a worker's bounds are shared. */
final class WorkerTasks {
  private WorkerTasks() {}

  /** How many tasks of this task's component run in this worker; at least 1. */
  static int of(TopologyContext context) {
    long tasks =
        context.getThisWorkerTasks().stream()
            .filter(task -> context.getThisComponentId().equals(context.getComponentId(task)))
            .count();
    return (int) Math.max(1, tasks);
  }
}
