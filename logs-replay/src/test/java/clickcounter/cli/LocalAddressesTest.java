package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalAddressesTest {
  private static final URI METRICS = URI.create("http://127.0.0.1:36213/metrics");

  @TempDir private Path directory;

  private static LocalAddresses of(long pid) {
    return new LocalAddresses(
        pid, 1_383_146_743_512L, "127.0.0.1:8087", "tcp://127.0.0.1:61616", METRICS);
  }

  @Test
  void commandsFindWhatRuns() throws IOException {
    LocalAddresses running = of(ProcessHandle.current().pid());
    running.save(directory);

    assertThat(LocalAddresses.in(directory)).contains(running);
  }

  @Test
  void nothingRunsWhereNothingWasSavedOrTheProcessHasEnded() throws IOException {
    assertThat(LocalAddresses.in(directory)).isEmpty();

    of(Long.MAX_VALUE).save(directory);
    assertThat(LocalAddresses.in(directory)).isEmpty();
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    Path file = Files.writeString(directory.resolve("running.properties"), "pid=many\n");

    assertThatThrownBy(() -> LocalAddresses.in(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file + " is damaged");
  }
}
