package clickcounter.counting;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.event.AdEvent;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.store.DocumentKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What a thousand services that are alive at once cost, with the default settings and the
 * production's tasks, in made-up time: the traffic of a large day's peak, of which each service has
 * a few events a second.
 */
@Tag("slow")
class ManyCountersTest {
  private static final int COUNTERS = 1_000;
  private static final int EVENTS_A_SECOND = 3_200;
  private static final int WARM_UP = 20 * EVENTS_A_SECOND;
  private static final int EVENTS = 40 * EVENTS_A_SECOND;
  private static final int ADS = 130_000;
  private static final int LINES_A_MESSAGE = 20;
  private static final long HALF_TIMEOUT_S = 30;
  private static final long SEED = 1;
  private static final long START_MS = 1_383_146_743_000L;

  private final Random random = new Random(SEED);
  private final long[] next = new long[COUNTERS];

  @Test
  void aThousandCountersCostATenthOfTheAdsAtMost() {
    BareTasks tasks = new BareTasks(EVENTS_A_SECOND);
    tasks.play(traffic(WARM_UP));
    tasks.play(traffic(EVENTS));
    int puts = tasks.puts(DocumentKey.COUNTERS) + tasks.puts(DocumentKey.DIRECTORY);
    System.out.printf(
        "%d counters: %d puts, %d of ads, held for %.1f s%n",
        COUNTERS, puts, tasks.adPuts().size(), tasks.longestHeldSeconds());

    assertThat(puts).as("puts").isLessThan(tasks.adPuts().size() / 10);
    assertThat(tasks.countersShare()).as("puts and reads").isLessThan(0.1);
    assertThat(tasks.longestHeldSeconds())
        .as("a tuple ends well within half the message timeout")
        .isLessThan(HALF_TIMEOUT_S * 0.8);
  }

  @Test
  void aFewCountersAreAsFreshAsEver() {
    int counters = 20;
    BareTasks tasks = new BareTasks(EVENTS_A_SECOND);
    double seconds = tasks.play(traffic(EVENTS / 4, counters));

    double putsOfEach = tasks.puts(DocumentKey.COUNTERS) / seconds / counters;
    assertThat(putsOfEach)
        .as("a put each deferral, and one into the directory")
        .isBetween(1.2, 2.2);
    assertThat(tasks.longestHeldSeconds()).isLessThan(8);
  }

  private List<String> traffic(int events) {
    return traffic(events, COUNTERS);
  }

  private List<String> traffic(int events, int counters) {
    List<String> messages = new ArrayList<>();
    StringBuilder message = new StringBuilder();
    for (int i = 0; i < events; i++) {
      int counter = random.nextInt(counters);
      AdEvent event =
          new AdEvent(
              "host%03d-20131030_152543".formatted(counter),
              next[counter]++,
              EventKind.IMPRESSION,
              "m" + random.nextInt(ADS),
              START_MS + i,
              0);
      message.append(EventWriter.toLine(event));
      if (i % LINES_A_MESSAGE == LINES_A_MESSAGE - 1) {
        messages.add(message.toString());
        message.setLength(0);
      } else {
        message.append('\n');
      }
    }
    return messages;
  }
}
