package clickcounter.tools.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatedNumbersTest {
  private static EventLine event(String counterId, long sequence) {
    byte[] line =
        EventWriter.toLine(
                new AdEvent(counterId, sequence, EventKind.CLICK, "m", 1_780_315_200_000L, 5))
            .getBytes(UTF_8);
    EventLine event = new EventLine();
    assertThat(event.read(line, 0, line.length)).isTrue();
    return event;
  }

  @Test
  void eachNumberIsInExactlyOneWindowAndNoWindowHasMore() {
    RepeatedNumbers repeated = new RepeatedNumbers();
    for (long sequence : new long[] {0, 1, 2, 7, 9}) {
      repeated.add("a-1", sequence);
    }
    repeated.add("b-1", 3);
    List<List<String>> windows = new ArrayList<>();
    repeated.forEachWindow(
        4,
        window -> {
          List<String> numbers = new ArrayList<>();
          for (String counterId : List.of("a-1", "b-1")) {
            for (long sequence = 0; sequence < 10; sequence++) {
              if (window.has(event(counterId, sequence))) {
                numbers.add(counterId + ":" + sequence);
              }
            }
          }
          windows.add(numbers);
        });
    assertThat(windows)
        .containsExactly(List.of("a-1:0", "a-1:1", "a-1:2", "a-1:7"), List.of("a-1:9", "b-1:3"));
  }

  @Test
  void nothingRepeatedNeedsNoReading() {
    new RepeatedNumbers()
        .forEachWindow(
            1,
            window -> {
              throw new AssertionError("expected no window");
            });
  }
}
