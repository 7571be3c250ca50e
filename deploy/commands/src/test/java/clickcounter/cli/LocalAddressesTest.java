package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalAddressesTest {
  private static final LocalAddresses RUNNING =
      new LocalAddresses(1_383_146_743_512L, URI.create("http://127.0.0.1:36213/metrics"));

  @TempDir private Path directory;

  /** Another process: saves the addresses in a directory, or says what it finds there. */
  public static final class Other {
    private Other() {}

    public static void main(String[] args) throws IOException {
      Path directory = Path.of(args[1]);
      if (args[0].equals("run")) {
        RUNNING.save(directory);
      }
      System.out.println(LocalAddresses.in(directory).equals(Optional.of(RUNNING)));
      System.in.read();
    }
  }

  private Process other(String word) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            Other.class.getName(),
            word,
            directory.toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void processThatWasKilledDoesNotRun() throws Exception {
    Process local = other("run");
    assertThat(local.inputReader().readLine()).isEqualTo("true");
    assertThat(LocalAddresses.in(directory)).contains(RUNNING);
    assertThat(LocalAddresses.in(directory)).as("whoever looked at it").contains(RUNNING);

    local.destroyForcibly().waitFor();

    assertThat(directory.resolve("running.properties")).exists();
    assertThat(LocalAddresses.in(directory)).isEmpty();
  }

  /** Its own looks, as those of its console, do not give up its lock. */
  @Test
  void commandsFindThisProcessUntilItSaysThatItHasEnded() throws Exception {
    RUNNING.save(directory);
    SystemHere.save(directory, Map.of());
    assertThat(LocalAddresses.in(directory)).contains(RUNNING);
    Process command = other("look");
    assertThat(command.inputReader().readLine()).isEqualTo("true");
    command.destroyForcibly();

    LocalAddresses.forget(directory);

    assertThat(LocalAddresses.in(directory)).isEmpty();
    try (var left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void newProcessTakesTheNameOfOneThatWasKilled() throws Exception {
    Files.writeString(directory.resolve("running.properties"), "startedAtMs=7\n");
    assertThat(LocalAddresses.in(directory)).isEmpty();

    RUNNING.save(directory);

    assertThat(LocalAddresses.in(directory)).contains(RUNNING);
    LocalAddresses.forget(directory);
  }

  /** A second {@code local} that could not start has said nothing. */
  @Test
  void processForgetsNothingOfAnother() throws IOException {
    Path file = Files.writeString(directory.resolve("running.properties"), "startedAtMs=7\n");

    LocalAddresses.forget(directory);

    assertThat(file).exists();
  }
}
