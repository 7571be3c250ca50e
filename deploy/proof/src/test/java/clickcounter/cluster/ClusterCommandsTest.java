package clickcounter.cluster;

import static clickcounter.testing.Patience.await;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandRun;
import clickcounter.cli.CommandRun.Result;
import clickcounter.cli.ExitCode;
import clickcounter.cli.SettingsOptions;
import clickcounter.cli.Terminal;
import clickcounter.console.ConsoleCommand;
import clickcounter.devcluster.Cluster;
import clickcounter.devcluster.Directories;
import clickcounter.devcluster.Ports;
import clickcounter.devcluster.Workers;
import clickcounter.devnode.OwnDirectory;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.testing.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.TopologySummary;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import picocli.CommandLine;

/**
 * The commands of an operator on one small cluster. Each test starts or submits what it needs where
 * it is not there; they are in an operator's order, so that this happens seldom.
 */
@Tag("slow")
@Tag("long")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterCommandsTest {
  private static final Path DIRECTORY = Path.of("target", "commands-test").toAbsolutePath();
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();
  private static final String NAME = "tried";
  private static final Path SETTINGS = DIRECTORY.resolve("clicks.yaml");

  private static Ports ports;

  private static Result started;

  @BeforeAll
  static void startCluster() throws IOException {
    if (Files.exists(DIRECTORY.resolve("cluster.properties"))) {
      run("dev", "cluster", "--stop");
    }
    OwnDirectory.deleteOurs(DIRECTORY);
    // As the launcher sets it; tests run in the module's directory.
    System.setProperty("clicks.home", HOME.toString());
    started = done("dev", "cluster", "--small", "--public");
    ports = cluster().options().ports();
  }

  private static Cluster cluster() throws IOException {
    return Cluster.in(new Directories(DIRECTORY));
  }

  private static List<TopologySummary> topologies() {
    try {
      return cluster().nimbus().topologies();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The states of the topologies that run, by their names. */
  private static Map<String, String> states() {
    return topologies().stream()
        .collect(toMap(TopologySummary::get_name, TopologySummary::get_status));
  }

  private static boolean runs() {
    return topologies().stream().anyMatch(topology -> topology.get_name().equals(NAME));
  }

  private static void noTopology() {
    if (runs()) {
      kill(NAME);
    }
  }

  /** As Storm's own command does. */
  private static void kill(String name) {
    try {
      Nimbus nimbus = Cluster.in(new Directories(DIRECTORY)).nimbus();
      nimbus.kill(name, 0);
      nimbus.awaitGone(name, Patience.LIMIT_MS);
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void topology() throws IOException {
    if (!runs()) {
      submit();
    }
  }

  private static Result submit() throws IOException {
    Files.writeString(
        SETTINGS,
        Files.readString(DIRECTORY.resolve("clicks.yaml"))
            + "name: "
            + NAME
            + "\nworkers: 1\nworkerHeapMb: 256\n");
    return done("topology", "submit", "--settings", SETTINGS.toString(), "--set", "adsTasks=3");
  }

  @AfterAll
  static void stop() {
    run("dev", "cluster", "--stop");
    System.clearProperty("clicks.home");
  }

  private static Result run(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    if (words[0].equals("dev")) {
      all.addAll(List.of("--data", DIRECTORY.toString()));
    } else if (!all.contains("--settings")) {
      all.addAll(List.of("--settings", DIRECTORY.resolve("clicks.yaml").toString()));
    }
    return execute(all);
  }

  private static Result execute(List<String> words) {
    return CommandRun.run(ClusterCommandsTest::commands, words);
  }

  private static CommandLine commands(Terminal terminal) {
    return Clicks.commandLine(terminal, SettingsOptions.only());
  }

  private static Result done(String... words) {
    Result result = run(words);
    assertThat(result.status()).as(result.out() + result.err()).isZero();
    return result;
  }

  @Test
  @Order(1)
  void startNamesAddressesAndWarnsOfOpenPorts() {
    assertThat(started.out()).contains("ready", "nimbus     127.0.0.1:" + ports.nimbus());
    assertThat(started.err()).contains("WARNING", ports.nimbus() + " (Nimbus)");
    assertThat(DIRECTORY.resolve(OwnDirectory.MARK)).exists();
  }

  @Test
  @Order(2)
  void allOfItAnswersAndNoTopologyRuns() throws IOException {
    noTopology();
    assertThat(cluster().names())
        .contains("zookeeper", "broker", "riak", "nimbus", "supervisor-1")
        .allMatch(cluster()::answers);
    assertThat(topologies()).isEmpty();
  }

  @Test
  @Order(3)
  void wrongSettingIsRefusedByNameBeforeAnythingHappens() {
    noTopology();
    for (String command : List.of("submit", "redeploy")) {
      Result result =
          run("topology", command, "--set", "name=" + NAME, "--set", "deferralMs=59000");
      assertThat(result.status()).isEqualTo(ExitCode.USAGE);
      assertThat(result.err()).contains("deferralMs", "59000");
    }
    assertThat(topologies()).isEmpty();
  }

  @Test
  @Order(3)
  void aTopologyWhoseWorkersCouldNotStartIsNotSubmitted() {
    for (String setting : List.of("riak.nodes=127.0.0.1:1", "broker.url=tcp://127.0.0.1:1")) {
      Result result =
          run(
              "topology",
              "submit",
              "--set",
              setting,
              "--set",
              "riak.timeoutMs=2000",
              "--set",
              "name=" + NAME);
      assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.FAILED);
      assertThat(result.err()).contains("no worker could start", ":1", "--unchecked");
    }
    assertThat(topologies()).isEmpty();
  }

  @Test
  @Order(3)
  void aClusterThatWasJustStartedIsAsTheTopologyNeedsIt() {
    noTopology();

    assertThat(done("check").out())
        .contains("OK: all is as expected.")
        .containsPattern("(?m)^ok +slots +1 free, for 1 worker$")
        .containsPattern("(?m)^ok +statistics plugin ");
    Result two = run("check", "--set", "workers=2", "--json");
    assertThat(two.status()).as(two.out() + two.err()).isEqualTo(ExitCode.WRONG);
    assertThat(two.out()).contains("\"faults\" : 1", "\"name\" : \"slots\"");
  }

  @Test
  @Order(4)
  void submittedTopologyIsListedAndItsWorkerRuns() throws IOException {
    noTopology();

    assertThat(submit().out()).contains("submitted " + NAME, "all its 6 tasks work");
    assertThat(states()).containsEntry(NAME, "ACTIVE");
    assertThat(cluster().workers().running())
        .extracting(Workers.WorkerProcess::name)
        .contains("worker-" + slot());
  }

  @Test
  @Order(5)
  void aSecondTopologyHasNoFreeSlotAndTheCommandSaysSo() throws IOException {
    topology();
    Result result =
        run("topology", "submit", "--set", "name=second", "--wait", "1s", "--set=workerHeapMb=256");

    assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.MISSING);
    assertThat(result.out()).contains("submitted second");
    assertThat(result.err()).contains("not all tasks work within 1 s", "free slot");
    kill("second");
  }

  @Test
  @Order(5)
  void aPausedTopologyReadsNothingUntilItIsResumed() throws Exception {
    topology();
    assertThat(done("topology", "pause", "--set", "name=" + NAME).out())
        .contains("paused " + NAME, "nothing is under way");
    assertThat(metrics()).containsPattern("clickcounter_paused\\{.*} 1");
    Result status = run("status", "--set", "name=" + NAME);
    assertThat(status.out()).contains("the topology is paused", "resume");
    assertThat(done("topology", "resume", "--set", "name=" + NAME).out())
        .contains("resumed " + NAME);
    // What runs needs no second slot.
    assertThat(done("check", "--set", "name=" + NAME).out())
        .containsPattern("(?m)^ok +slots +0 free, and the topology has 1");
    await().until(() -> !metrics().matches("(?s).*clickcounter_paused\\{[^}]*} 1.*"));
    assertThat(run("topology", "pause", "--set", "name=nobody").status())
        .isEqualTo(ExitCode.MISSING);
    assertThat(run("topology", "resume", "--set", "name=nobody").status())
        .isEqualTo(ExitCode.MISSING);
  }

  @Test
  @Order(5)
  void itsWorkerServesItsMetrics() throws IOException {
    topology();
    assertThat(metrics())
        .containsPattern("clickcounter_received_events_total\\{.*port=\"" + slot() + "\".*} 0");
  }

  @Test
  @Order(6)
  void theConsoleFindsItsWorker() throws Exception {
    topology();
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
    CommandLine line =
        Clicks.with(new ConsoleCommand.Group().commands(new Terminal(stream, stream, false)));
    Thread console =
        new Thread(
            () ->
                line.execute(
                    "console",
                    "--port",
                    "0",
                    "--set",
                    "name=" + NAME,
                    "--settings",
                    DIRECTORY.resolve("clicks.yaml").toString()));
    console.start();
    try {
      await().untilAsserted(() -> assertThat(out.toString()).contains("ready http"));
      String url = out.toString().replaceAll("(?s).*ready (http\\S+)\\?token=.*", "$1");
      String token = out.toString().replaceAll("(?s).*(\\?token=[\\w-]+).*", "$1");
      await().until(() -> read(url + "api/targets").contains(":" + (slot() + 1_000)));
      await().until(() -> read(url + "api/" + token).contains("\"workers\":1"));
    } finally {
      console.interrupt();
      console.join();
    }
  }

  /** At the worker's port and the default of metrics.portOffset. */
  private static String metrics() throws IOException {
    return read("http://127.0.0.1:" + (slot() + 1_000) + "/metrics");
  }

  private static String read(String url) throws IOException {
    try (InputStream body = new URL(url).openStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static int tasks() {
    return topologies().stream()
        .filter(topology -> topology.get_name().equals(NAME))
        .mapToInt(TopologySummary::get_num_tasks)
        .findFirst()
        .orElseThrow();
  }

  private static int slot() {
    return ports.slots(0).get(0);
  }

  @Test
  @Order(7)
  void nameThatIsTakenIsRefused() throws IOException {
    topology();
    Result result = run("topology", "submit", "--set", "name=" + NAME, "--set", "workerHeapMb=256");

    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
    assertThat(states()).containsKey(NAME);
  }

  /** As from another machine: nothing but the address of Nimbus is known. */
  private static Result remote(String... words) {
    List<String> all = new ArrayList<>(Arrays.asList(words));
    all.addAll(List.of("--set", "ops.nimbus=127.0.0.1:" + ports.nimbus()));
    return execute(all);
  }

  @Test
  @Order(10)
  void remoteRedeployWithoutAddressesIsRefusedBeforeAnythingIsKilled() throws IOException {
    topology();
    Result result = remote("topology", "redeploy", "--set", "name=" + NAME);

    assertThat(result.status()).isEqualTo(ExitCode.USAGE);
    assertThat(result.err()).contains("broker.url", "riak.nodes", "settings file");
    assertThat(states()).containsEntry(NAME, "ACTIVE");
  }

  @Test
  @Order(10)
  void redeployOfWhatDoesNotRunStartsNoSecondTopology() {
    Result result =
        remote(
            "topology",
            "redeploy",
            "--set",
            "name=nobody",
            "--set",
            "broker.url=tcp://127.0.0.1:" + ports.broker(),
            "--set",
            "riak.nodes=127.0.0.1:" + ports.riak());

    assertThat(result.status()).as(result.err()).isEqualTo(ExitCode.MISSING);
    assertThat(result.err()).contains("no topology 'nobody' runs", "Nothing was submitted");
    assertThat(states()).doesNotContainKey("nobody");
  }

  @Test
  @Order(11)
  void redeployByNimbusAddressEndsTheOldOneAndSubmitsTheNew() throws IOException {
    topology();
    await().until(() -> tasks() > 0);
    int before = tasks();
    Result result =
        remote(
            "topology",
            "redeploy",
            "--set",
            "name=" + NAME,
            "--set",
            "workerHeapMb=256",
            "--set",
            "broker.url=tcp://127.0.0.1:" + ports.broker(),
            "--set",
            "riak.nodes=127.0.0.1:" + ports.riak());

    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("killed " + NAME, "submitted " + NAME, "all its 5 tasks work");
    assertThat(tasks()).as("two ads tasks instead of three").isEqualTo(before - 1);
    assertThat(states()).containsEntry(NAME, "ACTIVE");
  }

  @Test
  @Order(12)
  void nobodyHasToActOnceAllTasksReportAndAnEventIsCounted() throws Exception {
    topology();
    Result empty = run("status", "--set", "name=" + NAME);
    assertThat(empty.status()).as(empty.out()).isNotZero();
    assertThat(empty.out()).contains("NOT KNOWN:", "no counter is known");

    BrokerSettings broker = BrokerSettings.at("tcp://127.0.0.1:" + ports.broker());
    try (JmsTransport transport =
        new JmsTransport(broker, SenderSettings.sync().withGiveUpAfterMs(Patience.LIMIT_MS))) {
      transport.send(
          List.of("{\"eventId\":\"hostA-1:0\",\"type\":\"close\",\"timestamp\":1780000000000}"));
    }
    await()
        .untilAsserted(
            () -> {
              Result status = run("status", "--settings", SETTINGS.toString());
              assertThat(status.status()).as(status.out() + status.err()).isZero();
              assertThat(status.out())
                  .containsPattern("topology +" + NAME + " ACTIVE")
                  .containsPattern("queue +0 messages")
                  .contains("OK: no action is needed.");
            });
    Result other = run("status", "--set", "name=other");
    assertThat(other.status()).isEqualTo(ExitCode.WRONG);
    assertThat(other.out()).contains("no topology 'other' runs");
  }

  @Test
  @Order(14)
  void stopEndsAllOfItAndASecondStopFindsNothing() throws IOException {
    assertThat(done("dev", "cluster", "--stop").out()).contains("stopped", "nimbus", "zookeeper");
    assertThat(done("dev", "cluster", "--stop").out()).contains("nothing of it ran");

    assertThat(cluster().anyRuns()).isFalse();
    assertThat(DIRECTORY.resolve("clicks.yaml")).as("nobody reaches it any more").doesNotExist();
    Result pause = remote("topology", "pause");
    assertThat(pause.status()).isEqualTo(ExitCode.FAILED);
    assertThat(pause.err()).containsIgnoringCase("nimbus").doesNotContain("\tat ");
    Result submit =
        remote(
            "topology",
            "submit",
            "--unchecked",
            "--set",
            "broker.url=tcp://127.0.0.1:" + ports.broker(),
            "--set",
            "riak.nodes=127.0.0.1:" + ports.riak());
    assertThat(submit.status()).isEqualTo(ExitCode.UNREACHABLE);
  }
}
