package clickcounter.wire;

import java.util.List;

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

  /** A counter of the batch. Any of them selects the counters task. */
  public String counterId() {
    return marks.get(0).counterId();
  }
}
