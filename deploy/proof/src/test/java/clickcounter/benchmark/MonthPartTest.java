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

/** A small month. Its commands end with the status that they should, or the benchmark fails. */
@Tag("slow")
@Tag("long")
class MonthPartTest {
  @TempDir private Path directory;

  @Test
  void aMonthWithALostDayAndKilledCommandsIsCountedAuditedBilledAndRetired() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int status =
        Clicks.commandLine(new Terminal(new PrintStream(out), new PrintStream(err), false))
            .execute(
                "dev",
                "benchmark",
                "--parts=month",
                "--events=60000",
                "--ads=600",
                "--counters=6",
                "--data=" + directory);

    System.out.println(out);
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString()).contains(" retired, ", "all of it: ");
  }
}
