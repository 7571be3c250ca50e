package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The settings file of the distribution, as it is, and with what must be given. */
class ShippedSettingsTest {
  @TempDir private Path directory;

  @BeforeEach
  void installation() throws IOException {
    Files.createDirectories(directory.resolve("lib-worker"));
    Path topology = Files.createDirectories(directory.resolve("topology"));
    Files.createFile(topology.resolve("topology-1-storm.jar"));
    System.setProperty("clicks.home", directory.toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty("clicks.home");
  }

  private Result submit(String... more) throws IOException {
    Path file = Files.writeString(directory.resolve("clicks.yaml"), TopologySettingsTable.yaml());
    List<String> words =
        new ArrayList<>(List.of("topology", "submit", "--settings", file.toString()));
    words.addAll(List.of(more));
    return CommandRun.run(ShippedSettingsTest::commands, words);
  }

  private static CommandLine commands(Terminal terminal) {
    return Clicks.with(new ClusterCommands().commands(terminal));
  }

  @Test
  void itLacksWhatMustBeGivenAndSaysSo() throws IOException {
    Result result = submit("--set", "ops.nimbus=127.0.0.1:1");

    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err())
        .contains("not given: broker.url, riak.nodes. Expected")
        .contains("settings file " + directory.resolve("clicks.yaml"));
  }

  /** It gets as far as asking Riak. */
  @Test
  void withThatItLacksNothing() throws IOException {
    Result result =
        submit(
            "--set=ops.nimbus=127.0.0.1:1",
            "--set=broker.url=tcp://127.0.0.1:1",
            "--set=riak.nodes=127.0.0.1:1");

    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains("nothing was changed, because no worker could start");
  }
}
