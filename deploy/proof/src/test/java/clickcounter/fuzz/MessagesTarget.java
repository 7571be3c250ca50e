package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;

import clickcounter.event.ClockLimit;
import clickcounter.event.EventParser;
import clickcounter.spouts.MessageSplitter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A message is damaged anywhere, its newlines too: each line that is left is read as if it had come
 * alone, and the spout accounts for every one.
 */
final class MessagesTarget {
  private static final int MOST_LINES = 40;
  private static final int ADS_TASKS = 3;

  private final SampleLines samples;
  private final EventParser parser = new EventParser();
  private final MessageSplitter splitter = new MessageSplitter(ADS_TASKS, 1);

  MessagesTarget(SampleLines samples) {
    this.samples = samples;
  }

  FuzzCase draw(Random random) {
    String damaged = Mutator.text(String.join("\n", samples.some(random, MOST_LINES)), random);
    return new FuzzCase(() -> damaged, () -> check(damaged));
  }

  private void check(String damaged) {
    List<Object> alone = new ArrayList<>();
    for (String line : damaged.split("\n", -1)) {
      alone.addAll(Parsed.of(parser, line));
    }
    List<Object> allLines = Parsed.of(parser, damaged);
    require(allLines.equals(alone), "all lines at once %s, one by one %s", allLines, alone);
    int lines = splitter.split(damaged, List.of(), ClockLimit.NONE).lines();
    require(lines == alone.size(), "the spout accounts for %s lines of %s", lines, alone.size());
  }
}
