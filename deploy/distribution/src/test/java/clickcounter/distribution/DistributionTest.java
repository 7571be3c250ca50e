package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.ExitCode;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The distribution as an operator has it: unpacked, on a machine with Java, a few of the system's
 * usual programs, and no Maven. Needs the package phase, without {@code -DskipDist}.
 */
@Tag("slow")
class DistributionTest {
  private static final int TIMEOUT_S = 120;

  /** What the launcher uses; {@code env} and {@code bash} are named by its first line. */
  private static final List<String> PROGRAMS =
      List.of("bash", "dirname", "readlink", "grep", "sed");

  private static final int NOBODY_LISTENS = 1;

  @TempDir private static Path machine;
  private static Path home;
  private static Path programs;

  @TempDir private Path directory;

  private record Result(int status, String out, String err) {}

  @BeforeAll
  static void unpack() throws Exception {
    Process tar =
        new ProcessBuilder("tar", "-xzf", packed().toAbsolutePath().toString())
            .directory(machine.toFile())
            .inheritIO()
            .start();
    assertThat(tar.waitFor()).isZero();
    try (Stream<Path> unpacked = Files.list(machine)) {
      assertThat(unpacked).as("all of it is in one directory").hasSize(1);
    }
    try (Stream<Path> unpacked = Files.list(machine)) {
      home = unpacked.findFirst().orElseThrow();
    }
    programs = Files.createDirectory(machine.resolve("programs"));
    for (String program : PROGRAMS) {
      Files.createSymbolicLink(programs.resolve(program), usual(program));
    }
  }

  private static Path packed() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.toString().endsWith(".tar.gz"))
          .findFirst()
          .orElseThrow(
              () -> new AssertionError("no distribution in target: mvn package, no -DskipDist"));
    }
  }

  private static Path usual(String program) {
    return Stream.of("/usr/bin", "/bin")
        .map(place -> Path.of(place, program))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }

  /** Runs the launcher by this path, from a directory that has nothing to do with it. */
  private Result run(Path launcher, Path javaHome, Object... words)
      throws IOException, InterruptedException {
    List<String> line = new ArrayList<>(List.of(launcher.toString()));
    Stream.of(words).map(Object::toString).forEach(line::add);
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    String jvm = System.getenv("JAVA_TOOL_OPTIONS");
    builder.environment().clear();
    builder.environment().put("PATH", programs.toString());
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder.environment().put("HOME", directory.toString());
    builder.environment().put("STORM_CONF_DIR", directory.toString());
    builder.environment().put("CLICKS_JAVA_OPTS", "-Xmx256m -XX:TieredStopAtLevel=1");
    if (jvm != null) {
      builder.environment().put("JAVA_TOOL_OPTIONS", jvm);
    }
    Path out = machine.resolve("out");
    Path err = machine.resolve("err");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)).as(line + " ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  private Result clicks(Object... words) throws Exception {
    return run(
        home.resolve(Path.of("bin", "clicks")), Path.of(System.getProperty("java.home")), words);
  }

  @Test
  void linkToTheLauncherRunsAndHelpNamesIt() throws Exception {
    Path first = Files.createSymbolicLink(directory.resolve("first"), home.resolve("bin"));
    Path link = Files.createSymbolicLink(directory.resolve("c"), first.resolve("clicks"));

    Result help = run(link, Path.of(System.getProperty("java.home")), "--help");

    assertThat(help.status()).as(help.err()).isZero();
    for (String command : List.of("topology", "archive", "documents", "counters")) {
      assertThat(help.out()).containsPattern("(?m)^  " + command + " ");
    }
    assertThat(help.out()).contains("clicks NOUN COMMAND --help").doesNotContain("deploy/clicks");
  }

  @Test
  void generatedDayCanBeReplayed() throws Exception {
    Path day = directory.resolve("day");
    assertThat(clicks("dev", "generate", "--out", day, "--events", 1_000).status()).isZero();

    Result replay = clicks("archive", "replay", "--dry-run", "--json", day.resolve("archive"));

    assertThat(replay.status()).as(replay.err()).isZero();
    assertThat(replay.out()).contains("\"sent\" : 1000");
  }

  /** It needs the topology's jar and Storm's own, and gets as far as asking for Nimbus. */
  @Test
  void submissionReachesForTheNimbusOfStormYaml() throws Exception {
    Path storm =
        Files.writeString(
            directory.resolve("storm.yaml"),
            """
            nimbus.seeds: ["127.0.0.1"]
            nimbus.thrift.port: %d
            storm.nimbus.retry.times: 0
            """
                .formatted(NOBODY_LISTENS));

    Result submit =
        clicks(
            "topology",
            "submit",
            "--unchecked",
            "--settings",
            home.resolve("conf").resolve("clicks.yaml"),
            "--set=broker.url=tcp://127.0.0.1:1",
            "--set=riak.nodes=127.0.0.1:1");

    assertThat(submit.status()).as(submit.err()).isEqualTo(ExitCode.UNREACHABLE);
    assertThat(submit.err())
        .contains("127.0.0.1", "port " + NOBODY_LISTENS)
        .doesNotContain("\tat ");
  }

  @Test
  void withoutAClusterNothingIsGuessed() throws Exception {
    Result list = clicks("topology", "kill");

    assertThat(list.status()).isEqualTo(ExitCode.FAILED);
    assertThat(list.err())
        .contains("ops.nimbus", "/etc/clicks/clicks.yaml")
        .doesNotContain("\tat ");
  }

  @Test
  void javaThatIsTooOldIsNamed() throws Exception {
    Path old = directory.resolve("java8");
    Path java = Files.createFile(Files.createDirectories(old.resolve("bin")).resolve("java"));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"1.8.0_392\"\n");

    Result result = run(home.resolve(Path.of("bin", "clicks")), old, "status");

    assertThat(result.status()).isEqualTo(ExitCode.FAILED);
    assertThat(result.err()).contains("clicks: needs Java 17 or later", "is Java 8", "JAVA_HOME");
  }

  @Test
  void sampleSettingsAreAllSettingsWithTheirDefaults() throws Exception {
    assertThat(home.resolve("conf").resolve("clicks.yaml"))
        .hasContent(TopologySettingsTable.yaml());
  }

  @Test
  void unitForSystemdBeginsAgainUnlessItsOptionsAreWrong() throws Exception {
    List<String> unit = Files.readAllLines(home.resolve("systemd").resolve("clicks-ship.service"));

    assertThat(unit)
        .contains("Restart=always", "RestartPreventExitStatus=" + ExitCode.USAGE)
        .doesNotContain("RestartPreventExitStatus=" + ExitCode.FAILED);
    String start = unit.stream().filter(line -> line.startsWith("ExecStart=")).findFirst().get();
    List<String> words = List.of(start.split(" ")).subList(1, start.split(" ").length);
    assertThat(clicks(words.toArray()).status())
        .as("of the unit's command on a host without its files: %s", words)
        .isEqualTo(ExitCode.USAGE);
  }

  @Test
  void completionKnowsCommandsAndOptions() throws Exception {
    Path script = home.resolve("completion").resolve("clicks.bash");
    Process bash =
        new ProcessBuilder(
                "bash",
                "-c",
                """
                compopt() { :; }
                source "$0"
                COMP_WORDS=(clicks topology redep) COMP_CWORD=2
                _complete_clicks
                echo "${COMPREPLY[@]}"
                COMP_WORDS=(clicks topology submit --sett) COMP_CWORD=3
                _complete_clicks
                echo "${COMPREPLY[@]}"
                """,
                script.toString())
            .start();

    assertThat(bash.inputReader().lines()).containsExactly("redeploy", "--settings");
  }

  @Test
  void everyJarOfOthersIsListedWithALicense() throws Exception {
    List<String> list = Files.readAllLines(home.resolve("LICENSES.txt"));
    for (String place : List.of("lib", "lib-worker")) {
      try (Stream<Path> jars = Files.list(home.resolve(place))) {
        assertThat(jars.map(jar -> jar.getFileName().toString()).toList())
            .isNotEmpty()
            .allSatisfy(
                jar -> {
                  assertThat(list).contains(jar);
                  assertThat(list.get(list.indexOf(jar) + 1)).matches(" {4}\\S.*");
                });
      }
    }
    assertThat(list)
        .contains("storm-client-2.8.3.jar")
        .noneMatch(line -> line.startsWith("clicks-"));
  }
}
