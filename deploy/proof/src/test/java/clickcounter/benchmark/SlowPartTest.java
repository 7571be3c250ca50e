package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SlowPartTest {
  private static final QueueMessages DAY =
      QueueMessages.of(List.of(line("a") + line("b") + line("a"), line("c") + line("a")));

  private static String line(String ad) {
    return "{\"eventId\":\"s:1\",\"type\":\"click\",\"adId\":\"" + ad + "\"}\n";
  }

  @Test
  void eachEventTakesAPutIfOneMayBePending() throws Exception {
    assertThat(SlowPart.puts(DAY, 1)).isEqualTo(5);
  }

  @Test
  void theAdThatHasWaitedLongestIsPutWhenThereIsNoRoom() throws Exception {
    // a, b and a are pending. c needs room: the put of a has two events. The last a is put by
    // itself.
    assertThat(SlowPart.puts(DAY, 3)).isEqualTo(4);
  }

  @Test
  void eachAdTakesAPutIfAllMayBePending() throws Exception {
    assertThat(SlowPart.puts(DAY, 5)).isEqualTo(3);
  }
}
