package clickcounter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import clickcounter.settings.GivenSettings;
import clickcounter.settings.Setting;
import clickcounter.settings.SettingsSearch;
import com.sun.security.auth.module.UnixSystem;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Which settings a command reads, and what it says of them. */
class SettingsOptionsTest {
  private static final Setting NODES = Setting.text("riak.nodes", "by default", "nodes");
  private static final Setting URL = Setting.text("broker.url", "by default", "url");
  private static final Setting TASKS = Setting.number("adsTasks", 2, 1, 9, "tasks");
  private static final List<Setting> TABLE = List.of(NODES, URL, TASKS);

  @TempDir private Path directory;
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void dataOfThisTest() {
    System.setProperty("clicks.data", directory.toString());
  }

  @AfterEach
  void forget() throws IOException {
    Path local = directory.resolve("local");
    if (Files.exists(local)) {
      LocalAddresses.forget(local);
    }
    System.clearProperty("clicks.data");
  }

  private Path file(String name, String nodes) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, "riak.nodes: " + nodes + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
  }

  private SettingsSearch search(Map<String, String> environment) {
    return new SettingsSearch(
        environment, directory.resolve("here/clicks.yaml"), directory.resolve("etc/clicks.yaml"));
  }

  private GivenSettings given(SettingsOptions options, String... words) {
    CommandLine line = CommandFrame.of(CommandLine.Model.CommandSpec.create(), options);
    line.addSubcommand("audit", CommandLine.Model.CommandSpec.create());
    line.parseArgs(words);
    return options.given(new PrintWriter(err));
  }

  private String nodes(Map<String, String> environment, String... words) {
    return given(new SettingsOptions(search(environment), Optional::empty), words)
        .read(TABLE)
        .text(NODES);
  }

  @Test
  void theFirstFileThatThereIsIsRead() throws IOException {
    assertThat(nodes(Map.of())).isEqualTo("by default");
    file("etc/clicks.yaml", "machine");
    assertThat(nodes(Map.of())).isEqualTo("machine");
    assertThat(err.toString()).isEmpty();
    Path here = file("here/clicks.yaml", "here");
    assertThat(nodes(Map.of())).isEqualTo("here");
    assertThat(err.toString()).as("it may surprise").contains("clicks: settings file " + here);
    Path variable = file("variable.yaml", "variable");
    Map<String, String> environment = Map.of("CLICKS_SETTINGS", variable.toString());
    assertThat(nodes(environment)).isEqualTo("variable");
    Path option = file("option.yaml", "option");
    assertThat(nodes(environment, "audit", "--settings", option.toString())).isEqualTo("option");
    assertThat(nodes(environment, "--settings", option.toString(), "--set", "riak.nodes=single"))
        .isEqualTo("single");
  }

  @Test
  void aFileThatIsNamedHasToBeThere() throws IOException {
    file("etc/clicks.yaml", "machine");
    String absent = directory.resolve("absent.yaml").toString();
    assertThatThrownBy(() -> nodes(Map.of("CLICKS_SETTINGS", absent)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(absent);
    assertThatThrownBy(() -> nodes(Map.of(), "--settings", absent))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(absent);
  }

  /** Somebody may have put it there to learn the password of the broker. */
  @Test
  void fileHereThatOthersMayWriteIsReadOnlyIfItIsNamed() throws IOException {
    Path here = file("here/clicks.yaml", "here");
    for (String others : List.of("rw-rw-r--", "rw-r--rw-")) {
      Files.setPosixFilePermissions(here, PosixFilePermissions.fromString(others));

      assertThatIllegalArgumentException()
          .isThrownBy(() -> nodes(Map.of()))
          .withMessageContainingAll(
              here + " may be written by other users: chmod go-w " + here, "--settings " + here);
    }
    String named = here.toString();
    assertThat(nodes(Map.of(), "--settings", named)).isEqualTo("here");
    assertThat(nodes(Map.of("CLICKS_SETTINGS", named))).isEqualTo("here");
    Files.move(here, Files.createDirectories(directory.resolve("etc")).resolve("clicks.yaml"));
    assertThat(nodes(Map.of())).as("the machine's").isEqualTo("here");
  }

  @Test
  void fileHereOfAnotherUserIsRefusedAndSoIsALinkOfTheirs() throws IOException {
    assumeThat(new UnixSystem().getUid()).as("root may give files away").isZero();
    Path here = file("here/clicks.yaml", "here");
    assertThat(nodes(Map.of())).isEqualTo("here");
    Files.setAttribute(here, "unix:uid", 12_345);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nodes(Map.of()))
        .withMessageContaining(here + " belongs to another user (12345)");
    Files.delete(here);
    Files.createSymbolicLink(here, file("own.yaml", "own"));
    Files.setAttribute(here, "unix:uid", 12_345, LinkOption.NOFOLLOW_LINKS);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> nodes(Map.of()))
        .withMessageContaining("belongs to another user");
  }

  private Path localRuns() throws IOException {
    Path local = Files.createDirectories(directory.resolve("local"));
    new LocalAddresses(0, URI.create("http://127.0.0.1:1/")).save(local);
    SystemHere.save(local, Map.of("riak.nodes", "it's local", "broker.url", "tcp://local:1"));
    return SystemHere.file(local);
  }

  private GivenSettings onThisMachine(String... words) {
    return given(new SettingsOptions(search(Map.of()), SystemHere::find), words);
  }

  @Test
  void systemThatRunsHereIsFoundAndNamed() throws IOException {
    Path local = localRuns();
    Files.createDirectories(directory.resolve("here"));
    Files.writeString(file("here/clicks.yaml", "here"), "adsTasks: 3\n");

    GivenSettings given = onThisMachine("audit");

    assertThat(given.read(TABLE).text(NODES)).isEqualTo("it's local");
    assertThat(given.read(TABLE).integer(TASKS)).isEqualTo(3);
    assertThat(given.besideTheFile()).containsEntry("broker.url", "tcp://local:1");
    Path here = directory.resolve("here/clicks.yaml");
    assertThat(err.toString())
        .contains("clicks: settings file " + here + ", and the local system (" + local + ")");
    Files.delete(here);
    onThisMachine("audit");
    assertThat(err.toString().lines())
        .as("one short line before every command's output")
        .contains("clicks: using the local system (" + local + ")");
  }

  /** Half of one system and half of another would send a replay to the wrong queue. */
  @Test
  void whoeverNamesASystemMeansThatOneAlone() throws IOException {
    localRuns();
    file("here/clicks.yaml", "here");

    GivenSettings given = onThisMachine("audit");

    assertThat(given.read(TABLE).text(NODES)).isEqualTo("here");
    assertThat(given.read(TABLE).text(URL)).isEqualTo("by default");
    assertThat(onThisMachine("--set", "broker.url=tcp://b:1").read(TABLE).text(NODES))
        .isEqualTo("here");
  }

  @Test
  void localSystemThatWasKilledIsNotFoundAndOfTwoNoneIsGuessed() throws IOException {
    Path local = localRuns().getParent();
    byte[] said = Files.readAllBytes(local.resolve("clicks.yaml"));
    LocalAddresses.forget(local);
    Files.writeString(local.resolve("running.properties"), "pid=" + ProcessHandle.current().pid());
    Files.write(local.resolve("clicks.yaml"), said);
    assertThat(onThisMachine().system()).isEmpty();
    Path cluster = Files.createDirectories(directory.resolve("cluster"));
    SystemHere.save(cluster, Map.of("riak.nodes", "cluster"));
    assertThat(onThisMachine().read(TABLE).text(NODES)).isEqualTo("cluster");
    localRuns();
    assertThatThrownBy(this::onThisMachine)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("two systems", SystemHere.file(cluster).toString());
    SystemHere.forget(cluster);
    assertThat(onThisMachine().read(TABLE).text(NODES)).isEqualTo("it's local");
  }

  @Test
  void aCommandThatStartsASystemReadsWhatIsNamedAlone() throws IOException {
    file("here/clicks.yaml", "here");
    SettingsOptions options = new SettingsOptions(search(Map.of()), SystemHere::find);
    given(options, "--set", "adsTasks=4");
    assertThat(options.explicit().read(TABLE).text(NODES)).isEqualTo("by default");
    assertThat(options.explicit().read(TABLE).integer(TASKS)).isEqualTo(4);
  }

  @Test
  void onlyTheFirstHelpShowsThem() {
    CommandLine.Model.CommandSpec root = CommandLine.Model.CommandSpec.create().name("clicks");
    root.mixinStandardHelpOptions(true);
    CommandLine line = CommandFrame.of(root, SettingsOptions.only());
    line.addSubcommand(
        "audit", CommandLine.Model.CommandSpec.create().mixinStandardHelpOptions(true));
    StringWriter out = new StringWriter();
    line.setOut(new PrintWriter(out, true));

    assertThat(line.execute("audit", "--help")).isZero();
    assertThat(out.toString()).contains("--help").doesNotContain("--settings");
    assertThat(line.execute("--help")).isZero();
    assertThat(out.toString()).contains("--settings", "CLICKS_SETTINGS", "--set");
  }
}
