package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.cluster.ClusterChoice.ChosenCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

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

  private ChosenCluster choose(Map<String, String> environment, String... options)
      throws IOException {
    ClusterChoice choice = new ClusterChoice(environment, user);
    new CommandLine(choice).parseArgs(options);
    return choice.choose();
  }

  private ChosenCluster choose(String... options) throws IOException {
    return choose(Map.of(), options);
  }

  private Path stormYaml(Path place) throws IOException {
    Path file = Files.createDirectories(place).resolve("storm.yaml");
    Files.writeString(file, "nimbus.seeds: [\"n1\"]\nnimbus.thrift.port: 7000\n");
    return file;
  }

  private void startedHere() throws IOException {
    Directories started = new Directories(directory.resolve("data").resolve("cluster"));
    stormYaml(started.stormYaml().getParent());
    Properties options = new Properties();
    options.setProperty("broker.url", "tcp://127.0.0.1:20002");
    options.setProperty("riak.nodes", "127.0.0.1:20003");
    started.save(options);
  }

  @Test
  void namedHostsGoToTheSubmissionAsStormWantsThem() throws IOException {
    ChosenCluster chosen = choose("--nimbus", "n1:6000,n2:6000");

    assertThat(chosen.client().options())
        .isEqualTo(Map.of("nimbus.seeds", "[\"n1\",\"n2\"]", "nimbus.thrift.port", "6000"));
    assertThat(chosen.client().jvmOptions(Path.of("t.jar")))
        .anyMatch(option -> option.contains("nimbus.seeds%3D%5B%22n1%22%2C%22n2%22%5D"));
    assertThat(chosen.client().addresses()).isEmpty();
  }

  @Test
  void hostWithoutAPortKeepsThatOfStormYaml() throws IOException {
    Path yaml = stormYaml(user.resolve(".storm"));

    ChosenCluster chosen = choose("--nimbus", "n9");

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
  void clusterOnThisMachineKnowsItsBrokerAndRiak() throws IOException {
    startedHere();

    ChosenCluster chosen = choose();

    assertThat(chosen.client().configuration().toString()).contains("cluster");
    assertThat(chosen.client().addresses())
        .containsEntry("broker.url", "tcp://127.0.0.1:20002")
        .containsEntry("riak.nodes", "127.0.0.1:20003");
  }

  @Test
  void ofTwoClustersNoneIsGuessed() throws IOException {
    startedHere();
    Path yaml = stormYaml(user.resolve(".storm"));

    assertThatThrownBy(this::choose)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("which cluster", yaml.toString(), "--data", "--storm-yaml");
  }

  @Test
  void withoutAnyClusterTheOptionsAreNamed() {
    assertThatThrownBy(this::choose)
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("--nimbus", "--storm-yaml", "cluster start");
  }

  @Test
  void contradictionsAreRefused() {
    assertThatThrownBy(() -> choose("--data", directory.toString(), "--nimbus", "n1"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("--data", "--nimbus");
    assertThatThrownBy(() -> choose("--nimbus", "n1:1,n2:2"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("the same port");
  }

  @ParameterizedTest
  @ValueSource(strings = {"n1:", "n1:0", "n1:70000", "a b", "\"]"})
  void hostThatIsNoneIsRefusedByName(String host) {
    assertThatThrownBy(() -> choose("--nimbus", host))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("--nimbus", host);
  }

  @Test
  void stormYamlThatCannotBeReadIsNamed() throws IOException {
    Path absent = directory.resolve("absent.yaml");
    assertThatThrownBy(() -> choose("--storm-yaml", absent.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(absent.toString());
    Path damaged = Files.writeString(directory.resolve("damaged.yaml"), "a: [");
    assertThatThrownBy(() -> choose("--storm-yaml", damaged.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(damaged.toString());
  }
}
