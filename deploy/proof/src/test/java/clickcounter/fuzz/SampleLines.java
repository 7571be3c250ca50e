package clickcounter.fuzz;

import clickcounter.event.EventWriter;
import clickcounter.event.Visitor;
import clickcounter.testing.RandomEvents;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Whole lines of every kind, which are damaged. */
final class SampleLines {
  private static final int SAMPLES = 2_000;
  private static final Visitor VISITOR = new Visitor("9f86d081884c7d65", "60303ae22b998861");

  private final List<String> lines;

  SampleLines() {
    Random random = new Random(20_131_030);
    RandomEvents events = new RandomEvents(random);
    lines =
        Stream.generate(
                () ->
                    EventWriter.toLine(
                        events.event(), random.nextInt(4) == 0 ? VISITOR : Visitor.UNKNOWN))
            .limit(SAMPLES)
            .toList();
  }

  /** Some neighbours. */
  List<String> some(Random random, int most) {
    int count = 1 + random.nextInt(most);
    int from = random.nextInt(lines.size() - count + 1);
    return new ArrayList<>(lines.subList(from, from + count));
  }
}
