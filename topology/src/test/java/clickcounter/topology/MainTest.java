package clickcounter.topology;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.settings.GivenSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What {@code storm jar} makes of a command line before Main sees it, and what Main says then. */
class MainTest {
  private static final String OPTIONS = "storm.options";
  private static final String CONFIGURATION = "storm.conf.file";
  private static final Pattern STORM_JAR =
      Pattern.compile("storm jar \\S+\\s+clickcounter\\.topology\\.Main([^`\\n]*)");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final PrintStream systemOut = System.out;
  private final PrintStream systemErr = System.err;
  @TempDir private Path directory;

  @BeforeEach
  void catchStreams() {
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  @AfterEach
  void restore() {
    System.setOut(systemOut);
    System.setErr(systemErr);
    System.clearProperty(OPTIONS);
    System.clearProperty(CONFIGURATION);
  }

  @Test
  void aWordIsTakenAsItIsOrRefused() {
    assertThat(run("@settings")).isEqualTo(Main.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("'@settings'");
    assertThat(run("--set=broker.user=gr\ufffd\ufffde")).isEqualTo(Main.USAGE);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("LC_ALL=C.UTF-8");
  }

  private static int run(String... words) {
    return Main.commandLine().execute(words);
  }

  private String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  /** As storm.py encodes them. */
  private static void stormTook(String... options) {
    System.setProperty(
        OPTIONS,
        String.join(
            ",",
            Arrays.stream(options)
                .map(o -> URLEncoder.encode(o, StandardCharsets.UTF_8))
                .toList()));
  }

  @Test
  void settingThatStormTookIsRefusedWithWhatToWrite() {
    stormTook("nimbus.thrift.port=6627", "adsTasks=8", "broker.url=failover:(tcp://a:1,tcp://b:1)");

    assertThat(run("--set=name=clicks")).isEqualTo(64);

    assertThat(err())
        .contains("not submitted")
        .contains("-c adsTasks", "--set=adsTasks=VALUE", "--set=broker.url=VALUE")
        .doesNotContain("nimbus.thrift.port", "\tat ");
  }

  @Test
  void fileOfSettingsThatStormTookIsRefusedWithWhatToWrite() throws IOException {
    Path file =
        Files.writeString(directory.resolve("clicks.yaml"), "adsTasks: 8\nriak.nodes: r1:8087\n");
    System.setProperty(CONFIGURATION, file.toString());

    assertThat(run("--set=name=clicks")).isEqualTo(64);

    assertThat(err())
        .contains("--config " + file, "adsTasks, riak.nodes", "--settings=" + file)
        .doesNotContain("\tat ");
  }

  @Test
  void whatRunsAlreadyIsNamedWithTheCommandThatReplacesIt() {
    assertThat(Main.alreadyRuns("clicks"))
        .contains("'clicks' runs", "clicks topology redeploy", "--set=name=OTHER");
  }

  @Test
  void nimbusThatIsNotThereIsOneLineWithItsAddress() throws IOException {
    int port;
    try (ServerSocket nobody = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = nobody.getLocalPort();
    }
    stormTook(
        "nimbus.seeds=[\"127.0.0.1\"]",
        "nimbus.thrift.port=" + port,
        "storm.nimbus.retry.times=0",
        "storm.thrift.socket.timeout.ms=2000");

    assertThat(run("--set=name=clicks")).isEqualTo(69);

    assertThat(err())
        .contains("not submitted", "nimbus.seeds", "127.0.0.1", String.valueOf(port))
        .doesNotContain("Exception");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"--set=adTasks=8", "--set=adsTasks=many", "--settings=/no/such.yaml", "--confg"})
  void wrongUsageIs64(String word) {
    assertThat(run(word)).isEqualTo(64);
    assertThat(err()).contains(word.substring(word.lastIndexOf('-') + 1).split("=")[0]);
  }

  @Test
  void usageIsShownWithoutTheOptionThatStormTakes() {
    assertThat(run("--usage")).isZero();
    assertThat(out.toString(StandardCharsets.UTF_8))
        .contains("--settings", "--set", "--print-settings")
        .contains("storm jar");
  }

  @Test
  void printedSettingsAreAFileForTheOption() throws IOException {
    assertThat(run("--print-settings")).isZero();

    Path file = directory.resolve("clicks.yaml");
    Files.writeString(file, out.toString(StandardCharsets.UTF_8));
    assertThat(GivenSettings.of(file, Map.of()).read(TopologySettingsTable.ROWS).value("adsTasks"))
        .isEqualTo("2");
  }

  @Test
  void noOptionIsOneThatTheScriptTakes() {
    for (OptionSpec option : new CommandLine(new Main()).getCommandSpec().options()) {
      for (String name : option.names()) {
        assertThat(StormScript.takes(name)).as(name).isFalse();
      }
    }
  }

  @Test
  void modelOfTheScriptKnowsTheTrap() {
    assertThat(StormScript.reachesMain(List.of("--name", "clicks", "--config", "f", "-c", "a=b")))
        .containsExactly("--name", "clicks");
    assertThat(List.of("--config", "--conf=f", "--h", "-ca=b", "-s", "--art", "--p", "-h", "--sto"))
        .allMatch(StormScript::takes);
    assertThat(List.of("--set", "--settings", "--name=x", "--usage", "a=b", "--configs"))
        .noneMatch(StormScript::takes);
  }

  /** Those of the repository and of its modules. */
  private static List<Path> pages() throws IOException {
    try (Stream<Path> files =
        Files.find(Path.of(".."), 2, (path, attributes) -> path.toString().endsWith(".md"))) {
      return files.toList();
    }
  }

  @Test
  void commandLinesOfThePagesReachMainWhole() throws IOException {
    List<List<String>> lines = new ArrayList<>();
    for (Path page : pages()) {
      STORM_JAR
          .matcher(Files.readString(page))
          .results()
          .forEach(found -> lines.add(List.of(found.group(1).strip().split("\\s+"))));
    }
    assertThat(lines).isNotEmpty();
    for (List<String> words : lines) {
      assertThat(StormScript.reachesMain(words)).as(words.toString()).isEqualTo(words);
      new CommandLine(new Main()).parseArgs(words.toArray(String[]::new));
    }
  }
}
