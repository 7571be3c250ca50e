package clickcounter.distribution;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.broker.LocalBroker;
import clickcounter.cli.ExitCode;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shipped starts: both units by their exact lines, and every command once. */
@Tag("slow")
class LockedDownHostTest {
  private static final int TERMINATED = 143;
  private static final String COUNTER = "hostA-20261120_100000-abcdef";

  @TempDir private static Path machine;
  private static Path distribution;
  private static LocalBroker broker;

  @TempDir private Path directory;
  private LockedDown host;

  @BeforeAll
  static void unpack() throws Exception {
    LockedDown.assume();
    distribution = Unpacked.into(machine);
    broker = LocalBroker.start(machine.resolve("broker"), 0);
  }

  @AfterAll
  static void stop() throws Exception {
    if (broker != null) {
      broker.close();
    }
  }

  @BeforeEach
  void host() throws Exception {
    host = new LockedDown(directory, distribution);
    host.write(
        "log/hostA/" + COUNTER + ".ndjson",
        """
        {"eventId":"%1$s:0","type":"impression","adId":"a1","timestamp":1795168800000}
        {"eventId":"%1$s:1","type":"close","timestamp":1795168800000}
        """
            .formatted(COUNTER));
  }

  private static Path unit(String name) {
    return distribution.resolve("systemd").resolve(name + ".service");
  }

  private void endsWhenItIsTold(Process process) throws Exception {
    process.destroy();
    assertThat(process.waitFor()).as(host.read("out")).isEqualTo(TERMINATED);
    assertThat(host.read("out")).doesNotContain("\tat ");
  }

  @Test
  void unitShipsAndKeepsItsPosition() throws Exception {
    host.write("etc/clicks/clicks.yaml", "broker.url: " + broker.url() + "\n");
    long before = broker.messages("clicks");
    Process ship = host.start(true, unit("clicks-ship"));
    try {
      await().until(() -> !ship.isAlive() || broker.messages("clicks") > before);
      assertThat(ship.isAlive()).as(host.read("out")).isTrue();
      await().until(() -> Files.exists(host.state("clicks_ship.prom")));
    } finally {
      endsWhenItIsTold(ship);
    }
    assertThat(Files.readString(host.state("position"))).contains(COUNTER);
  }

  @Test
  void unitShowsTheConsole() throws Exception {
    host.write(
        "etc/clicks/clicks.yaml",
        "broker.url: tcp://127.0.0.1:1\nriak.nodes: 127.0.0.1:1\nops.nimbus: 127.0.0.1:1\n");
    host.secret("token", "a-token-of-thirty-two-characters");
    Process console = host.start(false, unit("clicks-console"));
    try {
      await().until(() -> !console.isAlive() || host.read("out").contains("ready "));
      assertThat(host.read("out")).contains("ready http://127.0.0.1:8090/");
    } finally {
      endsWhenItIsTold(console);
    }
  }

  private static final String ARCHIVE = " /var/log/clicks";
  private static final String NO_HOME = "Set XDG_STATE_HOME to an absolute path";
  private static final String NO_PROGRAMS = "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=DIR";

  /** Where no topology runs. Each command of the distribution is among them or below. */
  private static final Map<String, Integer> ENDS =
      Map.ofEntries(
          // Their library has to be somewhere from where programs may run.
          Map.entry("archive check" + ARCHIVE, ExitCode.FAILED),
          Map.entry("archive import --set ops.table=" + state("table") + ARCHIVE, ExitCode.FAILED),
          Map.entry("archive replay --dry-run" + ARCHIVE, ExitCode.OK),
          Map.entry("archive replay --only-missing --dry-run" + ARCHIVE, ExitCode.OK),
          Map.entry("archive ship --once" + ARCHIVE, ExitCode.USAGE),
          Map.entry("archive ship --once --position " + state("p") + ARCHIVE, ExitCode.OK),
          Map.entry("ads show a1", ExitCode.MISSING),
          Map.entry("documents audit" + ARCHIVE, ExitCode.FAILED),
          Map.entry("events explain " + COUNTER + ":0" + ARCHIVE, ExitCode.FAILED),
          Map.entry("generate-completion", ExitCode.OK),
          Map.entry("rejects list", ExitCode.OK),
          Map.entry("rejects requeue --file " + state("moved"), ExitCode.OK));

  private static final List<String> OTHERS =
      List.of(
          "ads statement a1",
          "archive judge --day 2026-11-20 --rules /etc/clicks/rules.yaml --out "
              + state("ivt")
              + ARCHIVE,
          "check" + ARCHIVE,
          "counters close " + COUNTER + " --why burnt" + ARCHIVE,
          "counters gaps",
          "counters show",
          "counters reopen " + COUNTER + " --why found",
          "counters retire --dry-run",
          "counters show " + COUNTER,
          "counters write-off " + COUNTER + " 0..1 --why lost",
          "documents recount --dry-run --ad a1" + ARCHIVE,
          "rejects requeue",
          "series close 2020-01 --set ops.months=" + state("months"),
          "series show a1 --set ops.table=" + state("table"),
          "series top",
          "states watch --for 1s",
          "status",
          "topology pause",
          "topology redeploy",
          "topology resume",
          "topology submit");

  private static String state(String name) {
    return LockedDown.STATE.resolve(name).toString();
  }

  @Test
  void everyCommandRunsWithoutHomeLocaleOrPlaceForPrograms() throws Exception {
    List<String> lines = Stream.concat(ENDS.keySet().stream(), OTHERS.stream()).sorted().toList();
    host.write(
        "etc/clicks/rules.yaml",
        "{author: ivt, version: r1, before: 1h, rules: [{rule: x, reason: x@1, sql: FROM clicks}]}");
    String out;
    try (DevNode riak = DevNode.start(DevNodeConfig.in(directory.resolve("riak")).withPort(0))) {
      host.write(
          "etc/clicks/clicks.yaml",
          """
          broker.url: %s
          riak.nodes: 127.0.0.1:%d
          ops.archives: /var/log/clicks
          ops.table: %s
          """
              .formatted(broker.url(), riak.port(), state("table")));
      out = host.run(List.of("LC_ALL=C"), lines);
    }

    Map<String, Integer> ended = new TreeMap<>();
    ManyCommands.ENDED
        .matcher(out)
        .results()
        .forEach(line -> ended.put(line.group(2), Integer.parseInt(line.group(1))));
    assertThat(ended).as(out).containsAllEntriesOf(ENDS).containsKeys(lines.toArray(String[]::new));
    assertThat(ended)
        .as(out)
        .doesNotContainValue(ExitCode.INTERNAL)
        .allSatisfy(
            (line, status) -> {
              if (line.endsWith("--help")) {
                assertThat(status).isZero();
              } else if (!ENDS.containsKey(line)) {
                assertThat(status).isNotEqualTo(ExitCode.USAGE);
              }
            });
    assertThat(out).contains(NO_HOME, NO_PROGRAMS).doesNotContain("\tat ", "NoClassDef");
    assertThat(commands(ended.keySet()))
        .as("commands that this test does not run")
        .filteredOn(command -> lines.stream().noneMatch(line -> begins(line, command)))
        .containsExactly("console");
  }

  /** Those of which the help was asked, without nouns. */
  private static List<String> commands(Set<String> lines) {
    List<String> words =
        lines.stream()
            .filter(line -> line.endsWith(" --help"))
            .map(line -> line.substring(0, line.length() - " --help".length()))
            .toList();
    return words.stream()
        .filter(noun -> words.stream().noneMatch(word -> word.startsWith(noun + " ")))
        .toList();
  }

  private static boolean begins(String line, String command) {
    return (line + " ").startsWith(command + " ");
  }
}
