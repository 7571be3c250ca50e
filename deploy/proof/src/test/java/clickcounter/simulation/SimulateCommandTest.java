package clickcounter.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** {@code simulate} as a command: a few seeds. */
class SimulateCommandTest {
  private final StringWriter out = new StringWriter();

  private int run(Object command, String... options) {
    return new CommandLine(command).setOut(new PrintWriter(out, true)).execute(options);
  }

  @Test
  void simulateLivesTheGivenSeedAndSaysHowMuchHappened() {
    assertThat(run(new SimulateCommand(), "--seeds", "1", "--seed", "1")).isZero();
    assertThat(out.toString()).contains("first seed: 1", "lives").doesNotContain("FAILED");
  }

  /** Seeds 1 and 2: seven lives, and three. */
  @Test
  void simulateLivesAsManySeedsAsItIsTold() {
    assertThat(run(new SimulateCommand(), "--seeds", "2", "--seed", "1")).isZero();
    assertThat(out.toString()).contains("lives: 10 (1.0 a life)");
  }

  @Test
  void lengthsThatMeanNothingAreWrongOptions() {
    for (String[] wrong :
        new String[][] {
          {"--for", "-1"}, {"--seeds", "0"}, {"--seeds", "few"}, {"--for", "1m", "--seeds", "2"}
        }) {
      assertThat(run(new SimulateCommand(), wrong)).isEqualTo(CommandLine.ExitCode.USAGE);
    }
  }
}
