package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The benchmark as a command, on few events: what it prints, not how fast it is. */
@Tag("slow")
class BenchmarkResultsTest {
  @TempDir private Path directory;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int clicks(String... words) {
    return Clicks.commandLine(new Terminal(new PrintStream(out), new PrintStream(err), false))
        .execute(words);
  }

  @Test
  void theCeilingIsPrinted() {
    int status =
        clicks(
            "dev",
            "benchmark",
            "--parts=ceiling",
            "--events=20000",
            "--ads=100",
            "--counters=4",
            "--data=" + directory.resolve("data"));

    assertThat(status).as(err.toString()).isZero();
    assertThat(out.toString()).contains("ceiling: parse and count in memory");
  }

  @Test
  void unknownPartIsRefused() {
    assertThat(clicks("dev", "benchmark", "--parts=ceiling,everything")).isEqualTo(64);
    assertThat(err.toString()).contains("expected one of [ceiling, instant", "everything");
  }
}
