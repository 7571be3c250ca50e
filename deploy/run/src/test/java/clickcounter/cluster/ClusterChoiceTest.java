package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cli.SystemHere;
import clickcounter.cluster.ClusterChoice.ChosenCluster;
import clickcounter.settings.GivenSettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterChoiceTest {
  @TempDir private Path directory;
  private Path user;

  @BeforeEach
  void installation() throws IOException {
    user = Files.createDirectories(directory.resolve("user"));
    Files.createDirectories(directory.resolve("installed").resolve("lib-worker"));
    System.setProperty("clicks.home", directory.resolve("installed").toString());
    System.setProperty("clicks.data", directory.resolve("data").toString());
  }

  @AfterEach
  void forget() {
    System.clearProperty("clicks.home");
    System.clearProperty("clicks.data");
  }

  /** With single settings, above those of a cluster here if there is one. */
  private ChosenCluster choose(Map<String, String> environment, String... nimbus)
      throws IOException {
    GivenSettings given =
        GivenSettings.of(
            null, nimbus.length == 0 ? Map.of() : Map.of("ops.nimbus", String.join(",", nimbus)));
    Path here = directory.resolve("data").resolve("cluster").resolve("clicks.yaml");
    if (Files.exists(here) && !given.nameASystem()) {
      given = given.above(here);
    }
    return new ClusterChoice(environment, Optional.of(user))
        .choose(given.read(TopologySettingsTable.ROWS), given);
  }

  private ChosenCluster choose(String... nimbus) throws IOException {
    return choose(Map.of(), nimbus);
  }

  private Path stormYaml(Path place) throws IOException {
    Path file = Files.createDirectories(place).resolve("storm.yaml");
    Files.writeString(file, "nimbus.seeds: [\"n1\"]\nnimbus.thrift.port: 7000\n");
    return file;
  }

  private void startedHere() throws IOException {
    Path root = Files.createDirectories(directory.resolve("data").resolve("cluster"));
    SystemHere.save(
        root,
        Map.of(
            "ops.nimbus",
            "127.0.0.1:20001",
            "broker.url",
            "tcp://127.0.0.1:20002",
            "riak.nodes",
            "127.0.0.1:20003"));
  }

  @Test
  void namedHostsGoToTheSubmissionAsStormWantsThem() throws IOException {
    ChosenCluster chosen = choose("n1:6000", "n2:6000");

    assertThat(chosen.client().options())
        .isEqualTo(Map.of("nimbus.seeds", "[\"n1\",\"n2\"]", "nimbus.thrift.port", "6000"));
    assertThat(chosen.client().jvmOptions(Path.of("t.jar")))
        .anyMatch(option -> option.contains("nimbus.seeds%3D%5B%22n1%22%2C%22n2%22%5D"));
  }

  @Test
  void hostWithoutAPortKeepsThatOfStormYaml() throws IOException {
    Path yaml = stormYaml(user.resolve(".storm"));

    ChosenCluster chosen = choose("n9");

    assertThat(chosen.client().options()).isEqualTo(Map.of("nimbus.seeds", "[\"n9\"]"));
    assertThat(chosen.client().configuration()).isEqualTo(yaml);
  }

  @Test
  void stormYamlIsLookedForWhereStormsScriptLooks() throws IOException {
    Path conf = stormYaml(directory.resolve("conf"));
    Path home = directory.resolve("storm");
    Map<String, String> environment =
        Map.of("STORM_CONF_DIR", conf.getParent().toString(), "STORM_HOME", home.toString());
    stormYaml(home.resolve("conf"));

    assertThat(choose(environment).client().configuration()).isEqualTo(conf);
    Path own = stormYaml(user.resolve(".storm"));
    assertThat(choose(environment).client().configuration()).isEqualTo(own);
  }

  @Test
  void clusterOnThisMachineIsFound() throws IOException {
    startedHere();

    assertThat(choose().client().options())
        .isEqualTo(Map.of("nimbus.seeds", "[\"127.0.0.1\"]", "nimbus.thrift.port", "20001"));
  }

  @Test
  void ofTwoClustersNoneIsGuessedUntilOneIsNamed() throws IOException {
    startedHere();
    Path yaml = stormYaml(user.resolve(".storm"));

    assertThatThrownBy(this::choose)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("which cluster", yaml.toString(), "ops.nimbus", "--settings");
    assertThat(choose("n9").name()).isEqualTo("Nimbus at n9");
  }

  @Test
  void withoutAnyClusterTheSettingIsNamed() {
    assertThatThrownBy(this::choose)
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("ops.nimbus", "/etc/clicks/clicks.yaml");
  }

  @Test
  void hostsWithDifferentPortsAreRefused() {
    assertThatThrownBy(() -> choose("n1:1", "n2:2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the same port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1:", "n1:0", "n1:70000", "a b", "\"]"})
  void hostThatIsNoneIsRefusedByName(String host) {
    assertThatThrownBy(() -> choose(host))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("ops.nimbus", host);
  }

  @Test
  void stormYamlThatCannotBeReadIsNamed() throws IOException {
    Path damaged = stormYaml(user.resolve(".storm"));
    Files.writeString(damaged, "a: [");
    assertThatThrownBy(this::choose)
        .isInstanceOf(IOException.class)
        .hasMessageContaining(damaged.toString());
  }
}
