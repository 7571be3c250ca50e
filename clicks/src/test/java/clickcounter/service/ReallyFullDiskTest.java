package clickcounter.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import clickcounter.event.Event;
import clickcounter.testing.Lines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The claims about a full disk, tested with a real one. */
class ReallyFullDiskTest {
  private static final Path FULL_DEVICE = Path.of("/dev/full");
  private static final Path SHELL = Path.of("/bin/sh");

  @TempDir Path archiveDir;

  @Test
  void aFullDeviceRefusesEventsLoudly() throws IOException {
    assumeTrue(Files.isWritable(FULL_DEVICE), "no " + FULL_DEVICE);
    Reports reports = new Reports();
    FakeTransport transport = new FakeTransport();
    EventLog log =
        EventLog.open(
            EventLogSettings.of(archiveDir, "hostA"),
            transport,
            Clock.systemUTC(),
            new Random(1),
            reports,
            (path, durable) -> RealDisk.open(FULL_DEVICE));
    // A device cannot be truncated, so the log refuses everything from here on.
    assertThatThrownBy(() -> log.impression("m1"))
        .isInstanceOf(EventNotWrittenException.class)
        .hasMessageContaining("No space left on device")
        .hasMessageContaining("refuses all further events");
    assertThatThrownBy(() -> log.impression("m1")).hasMessageContaining(":0 was not written");
    assertThatThrownBy(log::close).isInstanceOf(EventNotWrittenException.class);
    assertThat(reports.archiveTroubles()).hasSize(1);
    assertThat(transport.lines()).isEmpty();
  }

  @Test
  void atTheSystemsFileSizeLimitTheTornLineIsCutOff() throws Exception {
    assumeTrue(Files.isExecutable(SHELL), "no " + SHELL);
    String answer = runLimited();
    assumeTrue(!answer.contains("ulimit"), answer);
    // The limit is not a multiple of a line: the system wrote a part of the line that did not fit.
    List<String> refused = answer.lines().filter(line -> line.startsWith("refused ")).toList();
    long given = number(answer, "given ");
    assertThat(refused).as(answer).hasSizeGreaterThanOrEqualTo(2);
    assertThat(refused).allMatch(line -> line.contains(":" + given + " was not written"));
    assertThat(refused).allMatch(line -> line.contains("File too large"));

    String text = Files.readString(onlyFile());
    assertThat(text).endsWith("\n");
    Lines lines = Lines.of(text);
    assertThat(lines.rejected()).isEmpty();
    // The close event is shorter and may still fit.
    assertThat((long) lines.events().size()).isBetween(given, given + 1);
    assertThat(lines.events().stream().map(Event::sequence))
        .isEqualTo(LongStream.range(0, lines.events().size()).boxed().toList());
    assertThat(number(answer, "sent ")).isEqualTo(lines.events().size());
  }

  private static long number(String answer, String label) {
    return answer
        .lines()
        .filter(line -> line.startsWith(label))
        .mapToLong(line -> Long.parseLong(line.substring(label.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no '" + label + "' in: " + answer));
  }

  private String runLimited() throws Exception {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    // Without performance data, because the virtual machine could not write that file either.
    String command =
        "ulimit -f 9 && exec \"$0\" -XX:-UsePerfData -XX:TieredStopAtLevel=1 -cp \"$1\" \"$2\" \"$3\"";
    Process process =
        new ProcessBuilder(
                SHELL.toString(),
                "-c",
                command,
                java,
                System.getProperty("java.class.path"),
                FillingService.class.getName(),
                archiveDir.toString())
            .redirectErrorStream(true)
            .start();
    String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return answer;
  }

  private Path onlyFile() throws IOException {
    try (Stream<Path> paths = Files.walk(archiveDir)) {
      List<Path> files = paths.filter(Files::isRegularFile).toList();
      assertThat(files).hasSize(1);
      return files.get(0);
    }
  }

  /** A service that logs until an event is refused, and then twice more. */
  static final class FillingService {
    public static void main(String[] args) throws IOException {
      FakeTransport transport = new FakeTransport();
      EventLog log =
          EventLog.open(
              EventLogSettings.of(Path.of(args[0]), "hostA"),
              transport,
              Clock.systemUTC(),
              new Random(1),
              new Reports());
      long given = 0;
      for (int refused = 0; refused < 2; ) {
        try {
          log.impression("an-ad-with-a-rather-long-id");
          given++;
        } catch (EventNotWrittenException e) {
          refused++;
          System.out.println("refused " + e.getMessage());
        }
      }
      closeFull(log);
      System.out.println("given " + given);
      System.out.println("sent " + transport.lines().size());
    }

    private static void closeFull(EventLog log) throws IOException {
      try {
        log.close();
      } catch (EventNotWrittenException e) {
        System.out.println("refused " + e.getMessage());
      }
    }
  }
}
