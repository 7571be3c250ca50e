package clickcounter.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import clickcounter.testing.Lines;
import clickcounter.testing.Seeded;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Damages lines of a real shop's traffic in many ways; skipped where that is not at hand. */
class MutatedLinesTest {
  private static final Path QUEUE = Path.of("shared", "data", "zozotown", "queue.ndjson.gz");
  private static final int NEIGHBOURS = 8;
  private static final String NASTY = "\"\\{}[]:,0-.eE \t\u0000\uFEFF\ud83d広'/+n";

  private static List<String> lines;

  @BeforeAll
  static void readRealLines() throws IOException {
    Path file = findUpwards(Path.of("").toAbsolutePath());
    assumeTrue(file != null, "no " + QUEUE + " in any folder above the working directory");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
  }

  private static Path findUpwards(Path start) {
    for (Path folder = start; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve(QUEUE))) {
        return folder.resolve(QUEUE);
      }
    }
    return null;
  }

  @Test
  void everyRealLineIsReadAndWrittenBackAsItWas() {
    Lines parsed = Lines.of(String.join("\n", lines));
    assertThat(parsed.rejected()).isEmpty();
    assertThat(parsed.events().stream().map(EventWriter::toLine)).isEqualTo(lines);
  }

  @Test
  void aDamagedLineIsOneEventOrOneRejectionAndItsNeighboursAreWhole() {
    EventParser parser = new EventParser();
    Seeded.runs(
        5_000,
        random -> {
          List<String> message = neighbours(random);
          int victim = random.nextInt(NEIGHBOURS);
          String damaged = damaged(message.get(victim), random);
          List<Object> whole = Lines.of(parser, String.join("\n", message)).all();
          message.set(victim, damaged);
          List<Object> found = Lines.of(parser, String.join("\n", message)).all();
          assertThat(without(victim, found, damaged)).isEqualTo(without(victim, whole, "x"));
          assertAccountedFor(damaged, found, victim);
        });
  }

  /** What is left when the victim's own outcome, if it has one, is taken out. */
  private static List<Object> without(int victim, List<Object> found, String line) {
    List<Object> rest = new ArrayList<>(found);
    if (!isBlank(line)) {
      rest.remove(victim);
    }
    return rest;
  }

  private static void assertAccountedFor(String damaged, List<Object> found, int victim) {
    if (isBlank(damaged)) {
      return;
    }
    if (found.get(victim) instanceof Rejected rejected) {
      assertThat(rejected.line()).isEqualTo(damaged);
      return;
    }
    // Taken for an event: then it has to be one through and through.
    Event event = (Event) found.get(victim);
    assertThat(Lines.of(EventWriter.toLine(event)).all()).containsExactly(event);
  }

  private static boolean isBlank(String line) {
    return line.chars().allMatch(c -> c <= ' ');
  }

  private static List<String> neighbours(Random random) {
    int first = random.nextInt(lines.size() - NEIGHBOURS);
    return new ArrayList<>(lines.subList(first, first + NEIGHBOURS));
  }

  private static String damaged(String line, Random random) {
    StringBuilder text = new StringBuilder(line);
    for (int changes = 1 + random.nextInt(3); changes > 0 && text.length() > 0; changes--) {
      damage(text, random);
    }
    return text.toString();
  }

  private static void damage(StringBuilder text, Random random) {
    int at = random.nextInt(text.length());
    int to = Math.min(text.length(), at + 1 + random.nextInt(12));
    switch (random.nextInt(7)) {
      case 0 -> text.setCharAt(at, nasty(random));
      case 1 -> text.insert(at, nasty(random));
      case 2 -> text.delete(at, to);
      case 3 -> text.setLength(at);
      case 4 -> text.insert(at, text.substring(at, to));
      case 5 -> text.setCharAt(at, (char) (text.charAt(at) ^ 1 << random.nextInt(7)));
      default -> text.insert(at, "9".repeat(random.nextInt(40)));
    }
    // A newline would make two lines of it: another claim than this test's.
    for (int i = text.indexOf("\n"); i >= 0; i = text.indexOf("\n")) {
      text.setCharAt(i, ' ');
    }
  }

  private static char nasty(Random random) {
    return NASTY.charAt(random.nextInt(NASTY.length()));
  }
}
