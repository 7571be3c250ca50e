package clickcounter.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

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
import clickcounter.testing.Seeded;
import clickcounter.tools.archive.EventLine;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * One line of a message is damaged: it is one event or one rejection, its neighbours are whole, and
 * the archives' fast reader says the same of it. Or the message is damaged anywhere, its newlines
 * too: each line that is left is read as if it had come alone, and the spout accounts for every
 * one.
 */
@Tag("slow")
@Timeout(600)
class DamagedLinesTest {
  private static final int SOME = 2_000;
  private static final int MANY = 10_000;
  private static final int MOST_LINES = 8;
  private static final int MOST_LINES_OF_A_MESSAGE = 40;
  private static final int ADS_TASKS = 3;

  private final SampleLines samples = new SampleLines();
  private final EventParser parser = new EventParser();
  private final EventLine archiveLine = new EventLine();
  private final MessageSplitter splitter = new MessageSplitter(ADS_TASKS, 1);

  @Test
  void someDamagedLinesAndMessagesKeepThePromise() {
    Seeded.inputs(SOME, this::checkLine);
    Seeded.inputs(SOME, this::checkMessage);
  }

  @Test
  @Tag("long")
  void manyDamagedLinesAndMessagesKeepThePromise() {
    Seeded.inputs(MANY, this::checkLine);
    Seeded.inputs(MANY, this::checkMessage);
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

  private void checkMessage(Random random) {
    List<String> lines = samples.some(random, MOST_LINES_OF_A_MESSAGE);
    String damaged = Damage.text(String.join("\n", lines), random);
    List<Object> alone = new ArrayList<>();
    for (String line : damaged.split("\n", -1)) {
      alone.addAll(parsed(line));
    }
    List<Object> allLines = parsed(damaged);
    assertThat(allLines).as("all lines at once").isEqualTo(alone);
    int accounted = splitter.add(damaged, List.of(), ClockLimit.NONE).lines();
    splitter.takeShared();
    assertThat(accounted).as("lines of the spout").isEqualTo(alone.size());
  }

  private void checkLine(Random random) {
    List<String> message = samples.some(random, MOST_LINES);
    int victim = random.nextInt(message.size());
    String damaged = Damage.line(message.get(victim), random);
    List<Object> expected = parsed(String.join("\n", message));
    expected.remove(victim);
    message.set(victim, damaged);
    List<Object> found = parsed(String.join("\n", message));
    boolean blank = isBlank(damaged);
    assertThat(found).as("lines").hasSize(expected.size() + (blank ? 0 : 1));
    Object outcome = blank ? null : found.get(victim);
    List<Object> rest = new ArrayList<>(found);
    if (!blank) {
      rest.remove(victim);
    }
    assertThat(rest).as("neighbours").isEqualTo(expected);
    if (!blank) {
      checkOutcome(damaged, outcome);
    }
  }

  private void checkOutcome(String damaged, Object outcome) {
    if (outcome instanceof Rejected rejected) {
      String text = withoutHole(damaged);
      boolean same = rejected.line().equals(text) || !LineText.isText(text);
      assertThat(same).as("rejected as '%s'", rejected.line()).isTrue();
    } else {
      // Taken for an event: then it has to be one through and through.
      String written = EventWriter.toLine((Event) outcome);
      List<Object> again = parsed(written);
      assertThat(again).as("written and read").containsExactly(outcome);
      // The blank keeps the line from the fast way.
      List<Object> slowly = parsed(damaged + " ");
      assertThat(slowly).as("read by Jackson").containsExactly(outcome);
    }
    if (UTF_8.newEncoder().canEncode(damaged)) {
      checkArchiveReader(damaged, outcome);
    }
  }

  private void checkArchiveReader(String damaged, Object outcome) {
    byte[] bytes = damaged.getBytes(UTF_8);
    boolean isEvent = archiveLine.read(bytes, 0, bytes.length);
    assertThat(isEvent).as("an event of an archive").isEqualTo(outcome instanceof Event);
    if (isEvent) {
      Event event = (Event) outcome;
      assertThat(
              archiveLine.counterId().equals(event.counterId())
                  && archiveLine.sequence() == event.sequence()
                  && archiveLine.timestampMs() == event.timestampMs())
          .as("read of an archive differs from %s", event)
          .isTrue();
      if (event instanceof AdEvent ad) {
        assertThat(
                archiveLine.adId().equals(ad.adId())
                    && archiveLine.kind() == ad.kind()
                    && archiveLine.amountMicros() == ad.amountMicros())
            .as("read of an archive differs from %s", ad)
            .isTrue();
      }
    }
  }
}
