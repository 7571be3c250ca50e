package clickcounter.tools.ship;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.tools.EventFiles;
import clickcounter.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code archive ship --once} as a shell sees it. */
class ShipCommandTest {
  private static final String LINE =
      "{\"eventId\":\"hostA-1:0\",\"type\":\"impression\",\"adId\":\"m1\",\"timestamp\":1799999000000}";

  @TempDir private Path directory;
  private final Tool tool = new Tool();
  private Path logs;

  @BeforeEach
  void write() throws IOException {
    logs = Files.createDirectories(directory.resolve("logs"));
    Files.write(logs.resolve("a.log"), List.of(LINE, "no event"));
  }

  private Result ship(Object... more) {
    Object[] words = new Object[6 + more.length];
    System.arraycopy(
        new Object[] {
          "archive", "ship", "--once", "--position", directory.resolve("position"), logs
        },
        0,
        words,
        0,
        6);
    System.arraycopy(more, 0, words, 6, more.length);
    return tool.run(words);
  }

  @Test
  void metricsFileHasTheLag() throws IOException {
    Path metrics = directory.resolve("clicks.prom");
    assertThat(ship("--metrics-file", metrics).status()).isEqualTo(ExitCode.OK);
    assertThat(tool.sentLines()).containsExactly(LINE, "no event");
    assertThat(metrics)
        .content()
        .contains(
            "# TYPE clickcounter_ship_sent_lines_total counter\n"
                + "clickcounter_ship_sent_lines_total{file=\""
                + metrics
                + "\"} 2\n",
            "clickcounter_ship_unsent_bytes{file=\"" + metrics + "\"} 0\n",
            "clickcounter_ship_broker_up{file=\"" + metrics + "\"} 1\n");
  }

  /** Node exporter takes neither of two files that give one series. */
  @Test
  void twoProcessesOfAHostHaveNoSeriesInCommon() throws IOException {
    Set<String> series = new HashSet<>();
    for (String name : List.of("one", "t\"wo")) {
      Path metrics = Files.createDirectories(directory.resolve(name)).resolve("clicks.prom");
      assertThat(ship("--metrics-file", metrics).status()).isEqualTo(ExitCode.OK);
      for (String line : Files.readAllLines(metrics)) {
        String key = line.substring(0, line.lastIndexOf(' '));
        assertThat(line.startsWith("#") || series.add(key)).as(line).isTrue();
      }
    }
    assertThat(series)
        .hasSize(14)
        .contains("clickcounter_ship_broker_up{file=\"" + directory + "/t\\\"wo/clicks.prom\"}");
  }

  @Test
  void directoryThatCannotBeReadIsNamedAndTheFilesAreSent() throws IOException {
    try (EventFiles.Unreadable unreadable = EventFiles.unreadable(logs)) {
      Result result = ship();
      assertThat(result.status()).isEqualTo(ExitCode.SKIPPED);
      assertThat(result.out()).contains(unreadable.directory() + "/", "File name too long");
      assertThat(tool.sentLines()).hasSize(2);

      Result check = tool.run("archive", "check", "--open-ok", logs);
      assertThat(check.status()).as("a bad line").isEqualTo(ExitCode.WRONG);
      Files.write(logs.resolve("a.log"), List.of(LINE));
      check = tool.run("archive", "check", "--open-ok", logs);
      assertThat(check.status()).isEqualTo(ExitCode.SKIPPED);
      assertThat(check.out()).contains("FINE", unreadable.directory() + "/", "File name too long");
    }
  }

  @Test
  void metricsFileThatCannotBeWrittenStopsNothing() {
    Result result = ship("--metrics-file", directory.resolve("nowhere/clicks.prom"));
    assertThat(result.status()).isEqualTo(ExitCode.OK);
    assertThat(result.err()).contains("metrics file", "cannot be written");
    assertThat(tool.sentLines()).hasSize(2);
  }

  @Test
  void emptyDirectoryIsFine() throws IOException {
    Files.delete(logs.resolve("a.log"));
    assertThat(ship().status()).isEqualTo(ExitCode.OK);
  }

  @Test
  void whatIsNoDirectoryIsWrongUsage() {
    assertThat(ship(logs.resolve("a.log")).status()).isEqualTo(ExitCode.USAGE);
    assertThat(ship(logs.resolve("b")).err()).contains("expected a directory", "logs/b");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void damagedPositionEndsWithFailure() throws IOException {
    Files.writeString(directory.resolve("position"), "rubbish");
    Result result = ship();
    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains("damaged", "Delete it");
    assertThat(tool.queue).isEmpty();
  }

  @Test
  void lineThatIsTooLongAndDamagedFileShowInTheExitCode() throws IOException {
    Path file = Files.write(logs.resolve("b.log"), List.of("x".repeat(300_000), LINE));
    Result tooLong = ship();
    assertThat(tooLong.status()).isEqualTo(ExitCode.MISSING);
    assertThat(tooLong.err()).contains(file + ": a line of 300001 bytes at byte 0 was not sent");

    Path packed = EventFiles.write(logs.resolve("c.log.gz"), List.of(LINE, LINE));
    Files.write(packed, Arrays.copyOf(Files.readAllBytes(packed), 30));
    Result damaged = ship();
    assertThat(damaged.status()).isEqualTo(ExitCode.FAILED);
    assertThat(damaged.err()).contains(packed + ": ends early");
  }
}
