package clickcounter.drill;

import static java.util.stream.Collectors.groupingBy;

import clickcounter.drill.CounterSamples.Growth;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Shows from the reported puts that two copies of one task lived at the same time. */
final class TaskCopies {
  private final CounterSamples counters;
  private final Set<Integer> oldPorts;

  /**
   * @param oldPorts the ports of the workers that were replaced
   */
  TaskCopies(CounterSamples counters, Set<Integer> oldPorts) {
    this.counters = counters;
    this.oldPorts = oldPorts;
  }

  /**
   * What old and new copies did while both lived.
   *
   * @param tasks the number of tasks that had two copies
   * @param seconds for which one of them had two copies at most, by their puts
   * @param oldPuts puts of the old copies in the observed time
   * @param newPuts puts of the new copies in the observed time
   * @param conflicts puts of both that ended in siblings or a doubt
   */
  record Overlap(int tasks, long seconds, long oldPuts, long newPuts, long conflicts) {
    static String describe(List<Overlap> all) {
      return "%d tasks had 2 copies that lived together, for up to %d s; %,d puts of the old copies beside %,d of the new, %,d answered by siblings or in doubt, merged"
          .formatted(
              sum(all, Overlap::tasks),
              all.stream().mapToLong(Overlap::seconds).max().orElseThrow(),
              sum(all, Overlap::oldPuts),
              sum(all, Overlap::newPuts),
              sum(all, Overlap::conflicts));
    }
  }

  /**
   * The overlap.
   *
   * @throws Unproven if there is none
   */
  Overlap between(long fromS, long toS) throws Unproven {
    return find(fromS, toS)
        .orElseThrow(
            () ->
                new Unproven(
                    "no task of the workers %s put anything beside its replacement within %d s"
                        .formatted(oldPorts, toS - fromS)));
  }

  /**
   * The overlap; empty if there is none.
   *
   * @param fromS when the old workers resumed, in s since the epoch
   * @param toS when the old workers may have got their tasks back
   */
  Optional<Overlap> find(long fromS, long toS) {
    List<Overlap> found = new ArrayList<>();
    counters
        .of(Metric.PUTS)
        .filter(each -> each.isBetween(fromS, toS))
        .collect(groupingBy(Growth::task))
        .values()
        .forEach(puts -> ofTask(puts).ifPresent(found::add));
    if (found.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Overlap(
            found.size(),
            found.stream().mapToLong(Overlap::seconds).max().orElseThrow(),
            sum(found, Overlap::oldPuts),
            sum(found, Overlap::newPuts),
            counters.conflicts(fromS, toS)));
  }

  private Optional<Overlap> ofTask(List<Growth> puts) {
    Map<Boolean, List<Growth>> byAge =
        puts.stream().collect(Collectors.partitioningBy(put -> oldPorts.contains(put.port())));
    List<Growth> olds = byAge.get(true);
    List<Growth> news = byAge.get(false);
    if (olds.isEmpty() || news.isEmpty()) {
      return Optional.empty();
    }
    LongSummaryStatistics oldLife = olds.stream().mapToLong(Growth::atS).summaryStatistics();
    LongSummaryStatistics newLife = news.stream().mapToLong(Growth::atS).summaryStatistics();
    long togetherS =
        Math.min(oldLife.getMax(), newLife.getMax()) - Math.max(oldLife.getMin(), newLife.getMin());
    return togetherS < 0
        ? Optional.empty()
        : Optional.of(
            new Overlap(1, togetherS, sum(olds, Growth::count), sum(news, Growth::count), 0));
  }

  private static <T> long sum(Collection<T> all, ToLongFunction<T> figure) {
    return all.stream().mapToLong(figure).sum();
  }

  /**
   * Whether other workers have put documents for each of the tasks since then. A replacement that
   * has put none does not work yet.
   *
   * @param adsTasks at least one
   */
  boolean areReplaced(Set<Integer> adsTasks, long sinceS) {
    return counters
        .of(Metric.PUTS)
        .filter(put -> put.series().isOf(Component.ADS) && put.atS() >= sinceS)
        .filter(put -> !oldPorts.contains(put.port()))
        .map(Growth::task)
        .collect(Collectors.toSet())
        .containsAll(adsTasks);
  }
}
