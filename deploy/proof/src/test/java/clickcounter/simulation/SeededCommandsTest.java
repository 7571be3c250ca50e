package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.fuzz.FuzzCommands;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code simulate} and {@code fuzz} as commands: one seed each. */
class SeededCommandsTest {
  private final StringWriter out = new StringWriter();

  private int run(Object command, String... options) {
    return new CommandLine(command).setOut(new PrintWriter(out, true)).execute(options);
  }

  @Test
  void simulateLivesTheGivenSeedAndSaysHowMuchHappened() {
    assertThat(run(new SimulateCommand(), "--for", "0s", "--seed", "1")).isZero();
    assertThat(out.toString()).contains("first seed: 1", "lives").doesNotContain("FAILED");
  }

  @Test
  void fuzzReadsInputsOfEveryTarget() {
    Object fuzz = new FuzzCommands().commands(null).get(0);
    assertThat(run(fuzz, "--for", "0s", "--seed", "1")).isZero();
    assertThat(out.toString())
        .contains("first seed: 1", "event lines", "messages", "tuples", "archive files")
        .doesNotContain("FAILED");
  }

  @Test
  void timeWithoutAUnitIsAWrongOption() {
    assertThat(run(new SimulateCommand(), "--for", "-1")).isEqualTo(CommandLine.ExitCode.USAGE);
  }
}
