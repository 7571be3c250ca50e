package clickcounter.wire;

import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The payload of one tuple: marks of one or more counters that belong to one counters task and come
 * from one delivery.
 */
public record MarksBatch(List<Marks> marks) {
  public MarksBatch {
    marks = List.copyOf(marks);
    if (marks.isEmpty()) {
      throw new IllegalArgumentException("a batch without marks");
    }
  }

  /**
   * One batch for each counters task that receives some of these marks, by the number of the task.
   *
   * @param tasks how many counters tasks there are
   */
  public static SortedMap<Integer, MarksBatch> byTask(List<Marks> marks, int tasks) {
    return marks.stream()
        .collect(
            groupingBy(
                mark -> Streams.countersTask(mark.counterId(), tasks),
                TreeMap::new,
                collectingAndThen(toList(), MarksBatch::new)));
  }
}
