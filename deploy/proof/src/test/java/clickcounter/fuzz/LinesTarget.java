package clickcounter.fuzz;

import static clickcounter.fuzz.FuzzCase.require;
import static java.nio.charset.StandardCharsets.UTF_8;

import clickcounter.event.AdEvent;
import clickcounter.event.ClockLimit;
import clickcounter.event.Event;
import clickcounter.event.EventParser;
import clickcounter.event.EventWriter;
import clickcounter.event.LineText;
import clickcounter.event.Rejected;
import clickcounter.spouts.MessageSplitter;
import clickcounter.testing.Damage;
import clickcounter.testing.Lines;
import clickcounter.tools.archive.EventLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * One line of a message is damaged: it is one event or one rejection, its neighbours are whole, and
 * the archives' fast reader says the same of it. Or the message is damaged anywhere, its newlines
 * too: each line that is left is read as if it had come alone, and the spout accounts for every
 * one.
 */
final class LinesTarget {
  private static final int MOST_LINES = 8;
  private static final int MOST_LINES_OF_A_MESSAGE = 40;
  private static final int ADS_TASKS = 3;

  private final SampleLines samples;
  private final EventParser parser = new EventParser();
  private final EventLine archiveLine = new EventLine();
  private final MessageSplitter splitter = new MessageSplitter(ADS_TASKS, 1);

  LinesTarget(SampleLines samples) {
    this.samples = samples;
  }

  static boolean isBlank(String line) {
    return line.chars().allMatch(c -> " \t\r\n\0\ufeff".indexOf(c) >= 0);
  }

  /** Without what is no part of a line at its beginning. */
  static String withoutHole(String line) {
    return line.replaceFirst("^[\0\ufeff]+", "");
  }

  private List<Object> parsed(String text) {
    return Lines.of(parser, text).all();
  }

  FuzzCase drawMessage(Random random) {
    List<String> lines = samples.some(random, MOST_LINES_OF_A_MESSAGE);
    String damaged = Damage.text(String.join("\n", lines), random);
    return new FuzzCase(() -> damaged, () -> checkMessage(damaged));
  }

  private void checkMessage(String damaged) {
    List<Object> alone = new ArrayList<>();
    for (String line : damaged.split("\n", -1)) {
      alone.addAll(parsed(line));
    }
    List<Object> allLines = parsed(damaged);
    require(allLines.equals(alone), "all lines at once %s, one by one %s", allLines, alone);
    int lines = splitter.split(damaged, List.of(), ClockLimit.NONE).lines();
    require(lines == alone.size(), "the spout accounts for %s lines of %s", lines, alone.size());
  }

  FuzzCase draw(Random random) {
    List<String> message = samples.some(random, MOST_LINES);
    int victim = random.nextInt(message.size());
    String damaged = Damage.line(message.get(victim), random);
    return new FuzzCase(() -> damaged, () -> check(message, victim, damaged));
  }

  private void check(List<String> message, int victim, String damaged) {
    List<Object> expected = parsed(String.join("\n", message));
    expected.remove(victim);
    message.set(victim, damaged);
    List<Object> found = parsed(String.join("\n", message));
    boolean blank = isBlank(damaged);
    require(
        found.size() == expected.size() + (blank ? 0 : 1), "%s lines became %s", message, found);
    Object outcome = blank ? null : found.get(victim);
    List<Object> rest = new ArrayList<>(found);
    if (!blank) {
      rest.remove(victim);
    }
    require(rest.equals(expected), "neighbours: expected %s, found %s", expected, rest);
    if (!blank) {
      checkOutcome(damaged, outcome);
    }
  }

  private void checkOutcome(String damaged, Object outcome) {
    if (outcome instanceof Rejected rejected) {
      String text = withoutHole(damaged);
      boolean same = rejected.line().equals(text) || !LineText.isText(text);
      require(same, "rejected as '%s'", rejected.line());
    } else {
      // Taken for an event: then it has to be one through and through.
      String written = EventWriter.toLine((Event) outcome);
      List<Object> again = parsed(written);
      require(again.equals(List.of(outcome)), "%s, written and read: %s", outcome, again);
      // The blank keeps the line from the fast way.
      List<Object> slowly = parsed(damaged + " ");
      require(slowly.equals(List.of(outcome)), "%s, read by Jackson: %s", outcome, slowly);
    }
    if (UTF_8.newEncoder().canEncode(damaged)) {
      checkArchiveReader(damaged, outcome);
    }
  }

  private void checkArchiveReader(String damaged, Object outcome) {
    byte[] bytes = damaged.getBytes(UTF_8);
    boolean isEvent = archiveLine.read(bytes, 0, bytes.length);
    require(isEvent == outcome instanceof Event, "read of an archive: event %s", isEvent);
    if (isEvent) {
      Event event = (Event) outcome;
      require(
          archiveLine.counterId().equals(event.counterId())
              && archiveLine.sequence() == event.sequence()
              && archiveLine.timestampMs() == event.timestampMs(),
          "read of an archive differs from %s",
          event);
      if (event instanceof AdEvent ad) {
        require(
            archiveLine.adId().equals(ad.adId())
                && archiveLine.kind() == ad.kind()
                && archiveLine.amountMicros() == ad.amountMicros(),
            "read of an archive differs from %s",
            ad);
      }
    }
  }
}
