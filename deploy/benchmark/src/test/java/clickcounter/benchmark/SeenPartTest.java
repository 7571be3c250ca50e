package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What gap lists, hashes and a Bloom filter take for seen. */
class SeenPartTest {
  private static final int EVENTS = 20_000;

  /** All events once, and one in a hundred once more, out of order. */
  private static QueueMessages day() {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < EVENTS + EVENTS / 100; i++) {
      texts.add("{\"eventId\":\"host-1:" + i % EVENTS + "\",\"type\":\"impression\"}");
    }
    Collections.shuffle(texts, new Random(1));
    return QueueMessages.of(texts);
  }

  private final SeenPart part = new SeenPart(day(), EVENTS + EVENTS / 100);

  @Test
  void gapListsAndHashesDropTheDuplicatesOnly() {
    assertThat(part.accepted(new SeenPart.GapLists())).isEqualTo(EVENTS);
    assertThat(part.accepted(new SeenPart.Hashes(EVENTS))).isEqualTo(EVENTS);
  }

  @Test
  void aBloomFilterDropsEventsWrongly() {
    long wrong = EVENTS - part.accepted(new SeenPart.Bloom(EVENTS, 0.01));
    assertThat(wrong).isBetween(1L, EVENTS / 100L);
  }
}
