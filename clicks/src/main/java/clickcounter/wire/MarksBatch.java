package clickcounter.wire;

import java.util.List;

/**
 * Marks of one or more counters that the same counters task records, and that came of one delivery:
 * what one tuple carries. One tuple for each counter would cost more than all the counting.
 */
public record MarksBatch(List<Marks> marks) {
  public MarksBatch {
    marks = List.copyOf(marks);
    if (marks.isEmpty()) {
      throw new IllegalArgumentException("a batch without marks");
    }
  }

  /** A counter of the batch: it tells the counters task, as all others do. */
  public String counterId() {
    return marks.get(0).counterId();
  }
}
