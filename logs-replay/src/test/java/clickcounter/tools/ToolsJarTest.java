package clickcounter.tools;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.ExitCode;
import clickcounter.traffic.Generator;
import clickcounter.traffic.GeneratorSettings;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The tools' jar by itself, as an operator starts it. Needs the package phase. */
@Tag("slow")
class ToolsJarTest {
  private static final int TIMEOUT_S = 120;

  /** A port without a listener. */
  private static final String NOWHERE = "127.0.0.1:1";

  private static Path jar;

  @TempDir private Path directory;

  private record Result(int status, String out, String err) {}

  @BeforeAll
  static void findTheJar() throws IOException {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      jar =
          files
              .filter(file -> file.getFileName().toString().endsWith("-tools.jar"))
              .findFirst()
              .orElseThrow(() -> new AssertionError("no tools' jar in target: mvn package"));
    }
  }

  private Result run(Object... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Path out = directory.resolve("out");
    Path err = directory.resolve("err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      assertThat(process.waitFor(TIMEOUT_S, TimeUnit.SECONDS)).as(command + " ended").isTrue();
    } finally {
      process.destroyForcibly();
    }
    return new Result(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Test
  void helpListsTheTools() throws Exception {
    Result help = run("--help");
    assertThat(help.status()).isZero();
    for (String tool : List.of("documents", "archive", "counters", "events")) {
      assertThat(help.out()).containsPattern("(?m)^  " + tool + " ");
    }
  }

  @Test
  void stormIsNotInside() throws Exception {
    try (JarFile file = new JarFile(jar.toFile())) {
      assertThat(file.stream().map(entry -> entry.getName()))
          .contains("clickcounter/tools/Tools.class")
          .noneMatch(name -> name.startsWith("org/apache/storm/"));
    }
  }

  @Test
  void aGeneratedDayCanBeReplayed() throws Exception {
    Path day = directory.resolve("day");
    Generator.generate(GeneratorSettings.defaults().withEvents(1_000), day, count -> {});
    Result replay = run("archive", "replay", "--dry-run", "--json", day.resolve("archive"));
    assertThat(replay.status()).as(replay.err()).isZero();
    assertThat(new ObjectMapper().readTree(replay.out()).get("sent").asInt()).isEqualTo(1_000);
  }

  /** The jar has complete clients for Riak and the broker, and errors take one line. */
  @Test
  void anUnreachableServiceIsReportedInOneLine() throws Exception {
    Result inspect = run("counters", "show", "--set", "riak.nodes=" + NOWHERE);
    assertThat(inspect.status()).as(inspect.err()).isEqualTo(ExitCode.FAILED);
    assertThat(inspect.err()).contains("clicks counters show: ").doesNotContain("SLF4J", "\tat ");
    Path day = directory.resolve("day");
    Generator.generate(GeneratorSettings.defaults().withEvents(100), day, count -> {});
    Result replay =
        run("archive", "replay", "--set", "broker.url=tcp://" + NOWHERE, day.resolve("archive"));
    assertThat(replay.status()).as(replay.err()).isEqualTo(ExitCode.FAILED);
    assertThat(replay.err()).contains("clicks archive replay: ").doesNotContain("SLF4J", "\tat ");
  }
}
