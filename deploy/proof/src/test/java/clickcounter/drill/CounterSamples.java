package clickcounter.drill;

import clickcounter.cli.DaemonThreads;
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
import java.util.stream.Stream;

/**
 * What the workers of a cluster have counted over time: each slot is asked for its worker's metrics
 * once a second, by a thread of its own, because a worker that stands still answers late. What a
 * killed worker counted after its last answer is not known, so a sum is a lower bound.
 */
final class CounterSamples implements AutoCloseable {
  private static final String SIBLINGS = "siblings";
  private static final String DOUBT = "doubt";
  private static final long EVERY_MS = 1_000;
  private static final Duration WITHIN = Duration.ofSeconds(2);

  private final WorkerClient client = new WorkerClient(WITHIN);
  private final ScheduledExecutorService threads;
  private final Map<Counter, Long> last = new HashMap<>();
  private final List<Growth> growth = new ArrayList<>();

  /** A counter of a task, at the port of its worker. */
  private record Counter(int port, MetricSeries series) {}

  /**
   * How much a counter of a task has grown in a second.
   *
   * @param port the worker's
   * @param atS when its worker was asked, in s since the epoch
   */
  record Growth(int port, MetricSeries series, long atS, long count) {
    int task() {
      return Integer.parseInt(series.task());
    }

    boolean isBetween(long fromS, long toS) {
      return atS >= fromS && atS <= toS;
    }
  }

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
                add(new Counter(port, series), atS, value.longValue());
              }
            });
  }

  /** A value below the one before it is the first of a new worker. */
  private void add(Counter counter, long atS, long value) {
    Long before = last.put(counter, value);
    long more = before == null || value < before ? value : value - before;
    if (more > 0) {
      growth.add(new Growth(counter.port(), counter.series(), atS, more));
    }
  }

  /** How a counter has grown, in all tasks and all workers that they had. */
  synchronized Stream<Growth> of(Metric counter) {
    return List.copyOf(growth).stream().filter(each -> each.series().metric() == counter);
  }

  long sum(Metric counter) {
    return of(counter).mapToLong(Growth::count).sum();
  }

  /** Puts that ended in doubt. */
  long doubts() {
    return of(Metric.ENDED_PUTS)
        .filter(each -> each.series().isLabelled(DOUBT))
        .mapToLong(Growth::count)
        .sum();
  }

  /** Puts that ended in siblings or in doubt, in these seconds. */
  long conflicts(long fromS, long toS) {
    return of(Metric.ENDED_PUTS)
        .filter(each -> each.series().isLabelled(SIBLINGS) || each.series().isLabelled(DOUBT))
        .filter(each -> each.isBetween(fromS, toS))
        .mapToLong(Growth::count)
        .sum();
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
