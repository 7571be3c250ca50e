package clickcounter.drill;

import clickcounter.drill.TaskCounts.Point;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Shows from the reported puts that two copies of one task lived at the same time. */
final class TaskCopies {
  private static final List<String> CONFLICTS = List.of("siblings", "doubt");

  private final CounterSamples counters;

  TaskCopies(CounterSamples counters) {
    this.counters = counters;
  }

  /**
   * What old and new copies did while both lived.
   *
   * @param task the task that had two copies for longest
   * @param seconds for which that task had two copies, by their puts
   * @param tasks the number of tasks that had two copies
   * @param oldPuts puts of the old copies in the observed time
   * @param newPuts puts of the new copies in the observed time
   * @param conflicts puts of both that ended in siblings or a doubt
   */
  record Overlap(int task, long seconds, int tasks, long oldPuts, long newPuts, long conflicts) {}

  /**
   * The overlap.
   *
   * @throws Unproven if there is none
   */
  Overlap between(Set<Integer> oldPorts, long fromS, long toS) throws Unproven {
    return find(oldPorts, fromS, toS)
        .orElseThrow(
            () ->
                new Unproven(
                    "no task of the workers %s put anything beside its replacement within %d s"
                        .formatted(oldPorts, toS - fromS)));
  }

  /**
   * The overlap; empty if there is none.
   *
   * @param oldPorts the ports of the workers that were replaced
   * @param fromS when the old workers resumed, in s since the epoch
   * @param toS when the old workers may have got their tasks back
   */
  Optional<Overlap> find(Set<Integer> oldPorts, long fromS, long toS) {
    List<TaskOverlap> found = new ArrayList<>();
    List<TaskCounts> all = counters.of(Metric.PUTS);
    for (TaskCounts old : all) {
      List<Point> olds = oldPorts.contains(old.port()) ? old.growth(fromS, toS) : List.of();
      List<Point> news = ofOthers(all, old.task(), oldPorts, fromS, toS);
      if (!olds.isEmpty() && !news.isEmpty() && lived(olds, news) >= 0) {
        found.add(new TaskOverlap(old.task(), lived(olds, news), sum(olds), sum(news)));
      }
    }
    if (found.isEmpty()) {
      return Optional.empty();
    }
    TaskOverlap longest = Collections.max(found, Comparator.comparing(TaskOverlap::seconds));
    return Optional.of(
        new Overlap(
            longest.task(),
            longest.seconds(),
            found.size(),
            found.stream().mapToLong(TaskOverlap::oldPuts).sum(),
            found.stream().mapToLong(TaskOverlap::newPuts).sum(),
            conflicts(fromS, toS)));
  }

  private record TaskOverlap(int task, long seconds, long oldPuts, long newPuts) {}

  private static long sum(List<Point> growth) {
    return growth.stream().mapToLong(Point::count).sum();
  }

  /**
   * Whether other workers have put documents for each of the tasks since then. A replacement that
   * has put none does not work yet.
   *
   * @param adsTasks at least one
   */
  boolean areReplaced(Set<Integer> adsTasks, Set<Integer> oldPorts, long sinceS) {
    List<TaskCounts> all = counters.of(Metric.PUTS, series -> series.isOf(Component.ADS));
    return adsTasks.stream()
        .noneMatch(task -> ofOthers(all, task, oldPorts, sinceS, Long.MAX_VALUE).isEmpty());
  }

  private static List<Point> ofOthers(
      List<TaskCounts> all, int task, Set<Integer> oldPorts, long fromS, long toS) {
    List<Point> points = new ArrayList<>();
    for (TaskCounts series : all) {
      if (series.task() == task && !oldPorts.contains(series.port())) {
        points.addAll(series.growth(fromS, toS));
      }
    }
    return points;
  }

  /** The seconds for which both lived; negative if one ended before the other began. */
  private static long lived(List<Point> olds, List<Point> news) {
    long from = Math.max(first(olds), first(news));
    long to = Math.min(last(olds), last(news));
    return to - from;
  }

  private static long first(List<Point> points) {
    return points.stream().mapToLong(Point::atS).min().orElseThrow();
  }

  private static long last(List<Point> points) {
    return points.stream().mapToLong(Point::atS).max().orElseThrow();
  }

  private long conflicts(long fromS, long toS) {
    return counters
        .of(Metric.ENDED_PUTS, series -> CONFLICTS.stream().anyMatch(series::isLabelled))
        .stream()
        .mapToLong(counts -> counts.sumBetween(fromS, toS))
        .sum();
  }
}
