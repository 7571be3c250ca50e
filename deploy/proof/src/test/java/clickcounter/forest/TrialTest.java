package clickcounter.forest;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.forest.Trial.Score;
import clickcounter.tools.Tool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A smaller trial than that of the page. */
class TrialTest {
  private static final int PEOPLE = 4_000;

  @TempDir private Path directory;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  private Score trial(String name) throws IOException {
    return new Trial(
            directory.resolve(name), PEOPLE, new PrintStream(out, true, StandardCharsets.UTF_8))
        .run();
  }

  @Test
  void aForestFindsMostMachinesAndItsVerdictsCanBeCounted() throws IOException {
    Score score = trial("a");

    assertThat(score.precision()).as(out.toString(StandardCharsets.UTF_8)).isGreaterThan(0.8);
    assertThat(score.recall()).as(out.toString(StandardCharsets.UTF_8)).isGreaterThan(0.6);
    Path day = directory.resolve("a/2026-11-03");
    assertThat(day.resolve("forest-20261103-1.ndjson")).exists();
    Result check = new Tool().run("archive", "check", day);
    assertThat(check.out()).endsWith("FINE: what is written is what is counted.\n");

    out.reset();
    trial("a");
    assertThat(out.toString(StandardCharsets.UTF_8))
        .as("the same seeds, so the same verdicts")
        .contains("Nothing new");
  }
}
