package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import java.io.PrintWriter;
import java.io.StringWriter;
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
  void aMonthWithALostDayAndKilledCommandsIsCountedAuditedBuiltAndRetired() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        Clicks.commandLine(Terminal.system())
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(
                "dev",
                "benchmark",
                "--parts=month",
                "--events=200000",
                "--ads=3000",
                "--counters=50",
                "--data=" + directory);

    System.out.println(out);
    assertThat(status).as("%s%n%s", out, err).isZero();
    assertThat(out.toString()).contains(" retired, ", "all of it: ");
  }
}
