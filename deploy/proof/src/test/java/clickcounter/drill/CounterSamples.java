package clickcounter.drill;

import clickcounter.cli.DaemonThreads;
import clickcounter.drill.TaskCounts.Point;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Type;
import clickcounter.scrape.MetricSeries;
import clickcounter.scrape.Scrape;
import clickcounter.scrape.WorkerAddress;
import clickcounter.scrape.WorkerClient;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * What the workers of a cluster have counted over time: each slot is asked for its worker's metrics
 * once a second, by a thread of its own, because a worker that stands still answers late. What a
 * killed worker counted after its last answer is not known, so a sum is a lower bound.
 */
final class CounterSamples implements AutoCloseable {
  private static final long EVERY_MS = 1_000;
  private static final Duration WITHIN = Duration.ofSeconds(2);
  private static final Predicate<MetricSeries> ALL = series -> true;

  private final WorkerClient client = new WorkerClient(WITHIN);
  private final ScheduledExecutorService threads;
  private final Map<Counter, List<Point>> samples = new HashMap<>();

  /** A counter of a task, at the port of its worker. */
  private record Counter(int port, MetricSeries series) {}

  /**
   * @param portOffset from a worker's port to that of its metrics
   */
  CounterSamples(List<WorkerAddress> slots, int portOffset) {
    threads =
        Executors.newScheduledThreadPool(
            Math.max(1, slots.size()), DaemonThreads.named("drill-samples"));
    for (WorkerAddress slot : slots) {
      URI worker = WorkerClient.endpoint(slot, portOffset);
      threads.scheduleWithFixedDelay(
          () -> ask(slot.port(), worker), 0, EVERY_MS, TimeUnit.MILLISECONDS);
    }
  }

  private void ask(int port, URI worker) {
    Scrape answer = client.metrics(List.of(worker)).all();
    add(port, System.currentTimeMillis() / 1_000, answer);
  }

  synchronized void add(int port, long atS, Scrape answer) {
    answer
        .values()
        .forEach(
            (series, value) -> {
              if (series.metric().type() == Type.COUNTER) {
                add(new Counter(port, series), new Point(atS, value.longValue()));
              }
            });
  }

  /** A value that has not changed says nothing new. */
  private void add(Counter counter, Point now) {
    List<Point> points = samples.computeIfAbsent(counter, c -> new ArrayList<>());
    if (points.isEmpty() || points.get(points.size() - 1).count() != now.count()) {
      points.add(now);
    }
  }

  /** The sum over all tasks and all workers that they had. */
  long sum(Metric counter) {
    return sum(counter, ALL);
  }

  /** The same for one value of the counter's label. */
  long sum(Metric counter, String labelValue) {
    return sum(counter, series -> series.isLabelled(labelValue));
  }

  private long sum(Metric counter, Predicate<MetricSeries> which) {
    return of(counter, which).stream().mapToLong(TaskCounts::sum).sum();
  }

  /** For each copy that a task has had. */
  List<TaskCounts> of(Metric counter) {
    return of(counter, ALL);
  }

  /** For each copy that a task has had, and for each value of the counter's label. */
  synchronized List<TaskCounts> of(Metric counter, Predicate<MetricSeries> which) {
    List<TaskCounts> found = new ArrayList<>();
    samples.forEach(
        (samples, points) -> {
          if (samples.series().metric() == counter && which.test(samples.series())) {
            int task = Integer.parseInt(samples.series().task());
            found.add(new TaskCounts(task, samples.port(), points));
          }
        });
    return found;
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
