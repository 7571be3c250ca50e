package clickcounter.checks;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.Clicks;
import clickcounter.cli.CommandGroup;
import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code deploy/clicks} itself, in a small checkout of its own. Its Maven puts what these tests run
 * with where a build would put it, and writes down that it was called.
 */
@Tag("slow")
@Tag("long")
class LauncherTest {
  private static final Path DEPLOY = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern TESTS_JAR = Pattern.compile(".+-[\\d.]+(-SNAPSHOT)?-tests\\.jar");
  private static final List<String> TESTED =
      List.of(
          "clicks",
          "spouts",
          "bolts",
          "deploy/commands",
          "logs-replay",
          "deploy/devnode",
          "deploy/run");

  @TempDir private Path root;
  private Path source;
  private Path programs;

  /** What a launch left behind. */
  private record Result(int status, String out, String err) {}

  @BeforeEach
  void checkout() throws IOException {
    Path deploy = Files.createDirectories(root.resolve("checkout").resolve("deploy"));
    for (String file : List.of("clicks", "java.sh")) {
      Files.copy(DEPLOY.resolve(file), deploy.resolve(file));
    }
    source = Files.createDirectories(deploy.resolve("src").resolve("main"));
    Files.writeString(source.resolve("A.java"), "class A {}");
    Files.writeString(source.resolve("B.java"), "class B {}");
    programs = Files.createDirectories(root.resolve("bin"));
    script(
        programs.resolve("mvn"),
        """
        echo "$*" >> "%1$s/builds"
        echo "[INFO] Building a module"
        if [ -e "%1$s/broken" ]; then echo "it does not compile"; exit 1; fi
        if [ -e "%1$s/edit" ]; then echo "class A { int a; }" > "%2$s"; rm "%1$s/edit"; fi
        mkdir -p deploy/local/target/lib deploy/proof/target/test-classes
        for room in %4$s; do mkdir -p $room/target/test-classes/clickcounter; done
        touch deploy/local/target/local-1.jar deploy/local/target/lib/duckdb_jdbc-1-linux_any.jar
        cp "$JAVA_HOME/release" deploy/local/target/lib/classes.made-by
        if [ ! -e "%1$s/real" ]; then exit 0; fi
        %3$s
        """
            .formatted(root, source.resolve("A.java"), copies(), String.join(" ", TESTED)));
  }

  /** Lets builds make the real classes, of which most tests run none. */
  private void realClasses() throws IOException {
    Files.createFile(root.resolve("real"));
  }

  /** Copies what stands on this test's class path: classes of tests, and jars. */
  private static String copies() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      Path path = Path.of(entry).toAbsolutePath();
      if (TESTS_JAR.matcher(path.getFileName().toString()).matches()) {
        // Maven names the jar of a module that it has packaged.
        path = path.resolveSibling("test-classes");
      } else if (path.endsWith("classes")) {
        path = packaged(path);
      }
      if (path.endsWith(Path.of("proof", "target", "test-classes"))) {
        lines.add("cp -R '" + path + "/.' deploy/proof/target/test-classes/");
      } else if (path.endsWith("test-classes")) {
        Path room = DEPLOY.getParent().relativize(path);
        lines.add("cp -R '" + path + "/.' " + room + "/");
      } else if (Files.isRegularFile(path)) {
        lines.add("ln -sf '" + path + "' deploy/local/target/lib/");
      }
    }
    return String.join("\n", lines);
  }

  /** The jar of a module of which Maven names the classes. */
  private static Path packaged(Path classes) throws IOException {
    try (Stream<Path> jars = Files.list(classes.getParent())) {
      return jars.filter(jar -> jar.toString().endsWith(".jar"))
          .filter(jar -> !TESTS_JAR.matcher(jar.getFileName().toString()).matches())
          .findFirst()
          .orElse(classes);
    }
  }

  private static void script(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\n" + text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private ProcessBuilder launcher(Path javaHome, String... words) {
    List<String> line =
        new ArrayList<>(
            List.of(
                "bash", root.resolve("checkout").resolve("deploy").resolve("clicks").toString()));
    line.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().put("PATH", programs + ":" + System.getenv("PATH"));
    builder.environment().put("JAVA_HOME", javaHome.toString());
    builder.environment().put("CLICKS_JAVA_OPTS", "-Xmx256m -XX:TieredStopAtLevel=1");
    return builder;
  }

  private Result clicks(Path javaHome, String... words) throws Exception {
    Path out = root.resolve("out");
    Path err = root.resolve("err");
    int status =
        launcher(javaHome, words)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Result(status, Files.readString(out), Files.readString(err));
  }

  private Path echoingJava() throws IOException {
    return echoingJava("17.0.9");
  }

  /** A Java that prints how it was called, and waits while a file is there. */
  private Path echoingJava(String version) throws IOException {
    Path home = root.resolve("java");
    script(
        home.resolve("bin").resolve("java"),
        "echo \"$*\"\nwhile [ -e \"" + root + "/wait\" ]; do sleep 0.05; done\n");
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  private long builds() throws IOException {
    Path log = root.resolve("builds");
    return Files.exists(log) ? Files.readAllLines(log).size() : 0;
  }

  private List<Path> copiesThatRun() throws IOException {
    try (Stream<Path> files =
        Files.list(root.resolve("checkout").resolve(Path.of("deploy", "target", "run")))) {
      return files.filter(Files::isDirectory).sorted().toList();
    }
  }

  @Test
  void deletedWorkingDirectoryIsNamed() throws Exception {
    Path err = root.resolve("err");
    int status =
        new ProcessBuilder(
                "bash",
                "-c",
                "mkdir gone && cd gone && rmdir ../gone && JAVA_HOME=\"$0\" exec bash \"$1\""
                    + " --version",
                System.getProperty("java.home"),
                root.resolve("checkout").resolve("deploy").resolve("clicks").toString())
            .directory(root.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();

    assertThat(status).isEqualTo(ExitCode.FAILED);
    assertThat(Files.readAllLines(err))
        .last()
        .isEqualTo(
            "deploy/clicks: the working directory does not exist any more: change to another one");
  }

  @Test
  void helpAndExitCodesOfTheRealProgramComeThrough() throws Exception {
    Path javaHome = Path.of(System.getProperty("java.home"));
    realClasses();

    Result help = clicks(javaHome, "--help");
    assertThat(help.status()).as(help.err()).isZero();
    assertThat(help.out()).contains("Usage: clicks", "documents", "dev");
    assertThat(help.err()).contains("building click-counter");

    Result wrong = clicks(javaHome, "local", "--set", "no such=setting");
    assertThat(wrong.status()).isEqualTo(64);
    assertThat(wrong.err()).contains("no such").doesNotContain("building");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void simulationFindsAllClassesThatItNeeds() throws Exception {
    Path javaHome = Path.of(System.getProperty("java.home"));
    realClasses();

    Result life = clicks(javaHome, "dev", "simulate", "--seeds", "1", "--seed", "1");

    assertThat(life.status()).as(life.out() + life.err()).isZero();
    assertThat(life.out()).contains("seed");
  }

  @Test
  void changedTestsAreBuiltForTheProofAlone() throws Exception {
    Path java = echoingJava();
    Path test = root.resolve("checkout").resolve("deploy").resolve("src").resolve("test");
    clicks(java, "dev", "simulate");
    Files.createDirectories(test);
    Files.writeString(test.resolve("ATest.java"), "class ATest {}");

    clicks(java, "status");
    assertThat(builds()).isEqualTo(1);
    clicks(java, "dev", "simulate");
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void operatorsCommandRunsWithoutProofAndBenchmarks() throws Exception {
    Path java = echoingJava();
    for (CommandGroup group : ServiceLoader.load(CommandGroup.class)) {
      String module = group.getClass().getPackageName();
      boolean proof = Layer.PROOF.packages().contains(lastWord(module));
      for (List<String> words : words(group)) {
        String classPath =
            clicks(java, words.toArray(String[]::new))
                .out()
                .replaceAll("(?s).* -cp (\\S+) .*", "$1");
        assertThat(classPath.contains("/proof")).as(words.toString()).isEqualTo(proof);
      }
    }
  }

  /** What a person types for each command of a group. */
  private static List<List<String>> words(CommandGroup group) {
    List<List<String>> words = new ArrayList<>();
    Clicks.with(group.commands(Terminal.system()))
        .getSubcommands()
        .forEach(
            (noun, line) -> {
              words.add(List.of(noun));
              line.getSubcommands().keySet().forEach(verb -> words.add(List.of(noun, verb)));
            });
    words.remove(List.of("dev"));
    words.remove(List.of("generate-completion")); // it needs the commands of all modules
    return words;
  }

  private static String lastWord(String name) {
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** Two collectors end a JVM before it runs, and of two heaps one is ignored. */
  @Test
  void collectorAndHeapAreNamedOnlyWhereNobodyHasNamedThem() throws Exception {
    assertThat(options("CLICKS_JAVA_OPTS", "")).endsWith(" -XX:+UseParallelGC -Xmx3g");
    for (String own :
        List.of("-Xmx512m -XX:+UseSerialGC", "-XX:+UseG1GC", "@options", "-XX:Flags=file")) {
      assertThat(options("CLICKS_JAVA_OPTS", own))
          .endsWith(" " + own)
          .doesNotContain("-XX:+UseParallelGC", "-Xmx3g");
    }
    for (String own : List.of("-Da=*", "-XX:-ExitOnOutOfMemoryError")) {
      assertThat(options("CLICKS_JAVA_OPTS", own))
          .endsWith(" -XX:+UseParallelGC " + own)
          .doesNotContain("-Xmx3g");
    }
    for (String variable : List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS")) {
      assertThat(options(variable, "-XX:+UseZGC")).endsWith("MemoryError -Xmx3g");
      for (String heap : List.of("-Xms4g", "-XX:MaxRAMPercentage=60", "-XX:MaxHeapSize=1g")) {
        assertThat(options(variable, heap)).endsWith("MemoryError -XX:+UseParallelGC");
      }
    }
    assertThat(options("CLICKS_JAVA_OPTS", "", "series", "top")).endsWith("SerialGC -Xmx1g");
    assertThat(options("CLICKS_JAVA_OPTS", "", "status")).endsWith("SerialGC -Xmx1g");
  }

  /** Which older ones do not know. */
  @Test
  void javaThatWarnsOfNativeCodeIsToldThatItIsMeant() throws Exception {
    List<String> told =
        List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow");
    for (String version : List.of("24", "25.0.1", "100.0.2")) {
      assertThat(clicks(echoingJava(version), "status").out()).contains(told);
    }
    for (String version : List.of("17.0.9", "21.0.5", "23")) {
      assertThat(clicks(echoingJava(version), "status").out()).doesNotContain(told);
    }
  }

  /** The options of the JVM if an environment variable has this value. */
  private String options(String variable, String value) throws IOException {
    return options(variable, value, "local");
  }

  private String options(String variable, String value, String... words) throws IOException {
    ProcessBuilder launcher = launcher(echoingJava(), words);
    launcher.environment().put("JAVA_TOOL_OPTIONS", "");
    launcher.environment().put("CLICKS_JAVA_OPTS", "");
    launcher.environment().put(variable, value);
    return launcher.start().inputReader().readLine().replaceAll(" -Dclicks\\.home.*", "");
  }

  @Test
  void changedAndDeletedSourcesAreBuiltAndOthersAreNot() throws Exception {
    Path java = echoingJava();
    assertThat(clicks(java, "status", "a b").out()).contains("clickcounter.cli.Clicks status a b");
    clicks(java);
    assertThat(builds()).isEqualTo(1);

    Files.delete(source.resolve("B.java"));
    clicks(java);
    assertThat(builds()).as("one source less").isEqualTo(2);

    Files.writeString(source.resolve("A.java"), "class A { long a; }");
    clicks(java);
    assertThat(builds()).as("a source changed").isEqualTo(3);
  }

  @Test
  void editDuringABuildIsBuiltTheNextTime() throws Exception {
    Path java = echoingJava();
    Files.createFile(root.resolve("edit"));
    clicks(java);
    assertThat(builds()).isEqualTo(1);
    clicks(java);
    assertThat(builds()).isEqualTo(2);
  }

  @Test
  void buildTakesNoClassesFromAProgramThatRuns() throws Exception {
    Path java = echoingJava();
    Path wait = Files.createFile(root.resolve("wait"));
    Path line = root.resolve("line");
    Process running = launcher(java, "local").redirectOutput(line.toFile()).start();
    awaitOutput(running, line);
    Path copy = copiesThatRun().get(0);
    assertThat(Files.readString(line)).contains("-cp " + copy + "/lib/");

    Files.delete(wait);
    Files.createFile(wait);
    Files.writeString(source.resolve("A.java"), "class A { long a; }");
    Process second = launcher(java, "status").redirectOutput(root.resolve("2").toFile()).start();
    awaitOutput(second, root.resolve("2"));
    assertThat(copiesThatRun()).hasSize(2).contains(copy);
    assertThat(copy.resolve("lib")).isNotEmptyDirectory();

    Files.delete(wait);
    running.waitFor();
    second.waitFor();
    Files.writeString(source.resolve("A.java"), "class A { long b; }");
    clicks(java);
    assertThat(copiesThatRun()).as("nobody holds the others any more").hasSize(1);
  }

  private static void awaitOutput(Process process, Path file) {
    await()
        .until(
            () -> {
              assertThat(process.isAlive()).isTrue();
              return Files.exists(file) && Files.size(file) > 0;
            });
  }

  @Test
  void twoAtOnceBuildOnce() throws Exception {
    Path java = echoingJava();
    Process first = launcher(java).start();
    Process second = launcher(java).start();
    assertThat(first.waitFor()).isZero();
    assertThat(second.waitFor()).isZero();
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void brokenBuildIsShownAndNothingRuns() throws Exception {
    Files.createFile(root.resolve("broken"));

    Result result = clicks(echoingJava());

    assertThat(result.status()).isEqualTo(3);
    assertThat(result.err()).contains("it does not compile", "the build failed");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void javaThatIsTooOldOrMissingIsNamed() throws Exception {
    Path old = echoingJava();
    Files.writeString(old.resolve("release"), "JAVA_VERSION=\"1.8.0_392\"\n");
    Result tooOld = clicks(old);
    assertThat(tooOld.status()).isEqualTo(3);
    assertThat(tooOld.err()).contains("Java 17 or later", "is Java 8", "JAVA_HOME");

    Result missing = clicks(root.resolve("nowhere"));
    assertThat(missing.status()).isEqualTo(3);
    assertThat(missing.err()).contains("JAVA_HOME", root.resolve("nowhere").toString());
    assertThat(builds()).isZero();
  }
}
