package clickcounter.fuzz;

import clickcounter.event.AdEvent;
import clickcounter.event.Dimensions;
import clickcounter.event.Event;
import clickcounter.event.EventKind;
import clickcounter.event.EventWriter;
import clickcounter.event.Visitor;
import clickcounter.testing.RandomEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Whole lines of every kind, which are damaged. */
final class SampleLines {
  private static final int SAMPLES = 2_000;
  private static final String COUNTER = "hostA-20131030_152543";
  private static final Visitor VISITOR =
      new Visitor(
          "9f86d081884c7d65",
          "60303ae22b998861",
          Dimensions.of(Map.of("country", "NL", "placement", "top")));

  private final List<String> lines = new ArrayList<>();

  /** Most are of the usual form, some have odd texts and numbers. */
  SampleLines() {
    Random random = new Random(20_131_030);
    RandomEvents events = new RandomEvents(random);
    for (int i = 0; i < SAMPLES; i++) {
      Event event =
          random.nextInt(3) == 0
              ? events.event()
              : new AdEvent(COUNTER, i, EventKind.CLICK, "m123456", 1_383_146_743_512L, 120_000);
      boolean hasVisitor = random.nextInt(4) == 0;
      lines.add(EventWriter.toLine(event, hasVisitor ? VISITOR : Visitor.UNKNOWN));
    }
  }

  /** Some neighbours. */
  List<String> some(Random random, int most) {
    int count = 1 + random.nextInt(most);
    int from = random.nextInt(lines.size() - count + 1);
    return new ArrayList<>(lines.subList(from, from + count));
  }
}
