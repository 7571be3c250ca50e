package clickcounter.wire;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.ids.LongRanges;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MarksBatchTest {
  private static final int TASKS = 3;

  @Test
  void eachTaskGetsOneBatchWithTheMarksOfItsCounters() {
    List<Marks> marks =
        IntStream.range(0, 20)
            .mapToObj(i -> new Marks("host" + i + "-1", LongRanges.of(i), 1_000))
            .toList();

    Map<Integer, MarksBatch> byTask = MarksBatch.byTask(marks, TASKS);

    assertThat(byTask).containsOnlyKeys(0, 1, 2);
    byTask.forEach(
        (task, batch) ->
            assertThat(batch.marks())
                .allMatch(mark -> Streams.countersTask(mark.counterId(), TASKS) == task));
    assertThat(byTask.values().stream().flatMap(batch -> batch.marks().stream()).collect(toSet()))
        .containsExactlyInAnyOrderElementsOf(marks);
  }
}
