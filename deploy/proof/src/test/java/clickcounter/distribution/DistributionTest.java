package clickcounter.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import clickcounter.cli.ExitCode;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The distribution as an operator has it: unpacked, on a machine with Java, a few of the system's
 * usual programs, and no Maven. Needs the package phase, without {@code -DskipDist}.
 */
@Tag("slow")
class DistributionTest {
  private static final int TIMEOUT_S = 120;

  /** What the launcher uses; {@code env} and {@code bash} are named by its first line. */
  private static final List<String> PROGRAMS = List.of("bash", "readlink", "mv", "rm");

  private static final int NOBODY_LISTENS = 1;
  private static final long MOST_BYTES = 150_000_000;

  @TempDir private static Path machine;
  private static Path home;
  private static Path programs;

  /** As unpacked, before a command ran. */
  private static List<Path> files;

  @TempDir private Path directory;

  private record Result(int status, String out, String err) {}

  @BeforeAll
  static void unpack() throws Exception {
    home = Unpacked.into(machine);
    try (Stream<Path> all = Files.walk(home)) {
      files = all.filter(Files::isRegularFile).toList();
    }
    programs = Files.createDirectory(machine.resolve("programs"));
    for (String program : PROGRAMS) {
      Files.createSymbolicLink(programs.resolve(program), usual(program));
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

  /** As under cron, which names no locale. */
  @Test
  void idsAndPathsAreUtf8WithoutALocale() throws Exception {
    String file = "$'gr\\303\\274n/gr\\303\\266\\303\\237e.ndjson'";
    String java = System.getProperty("java.home");
    String launch = "env -i PATH=\"$PATH\" JAVA_HOME=\"$0\" \"$1/bin/clicks\" ";
    Result check =
        shell(
            directory,
            "mkdir $'gr\\303\\274n' && echo x >" + file + "; " + launch + "archive check " + file,
            java,
            home.toString());
    assertThat(check.out()).as(check.err()).contains("grün/größe.ndjson, byte 0");

    Result without =
        shell(
            directory,
            "LC_ALL=C \"$0/bin/java\" -cp \"$1/lib/*:$1/lib-worker/*\" clickcounter.cli.Clicks ads"
                + " show "
                + file,
            java,
            home.toString());
    assertThat(without.status()).isEqualTo(ExitCode.USAGE);
    assertThat(without.err()).contains("cannot be read", "LC_ALL=C.UTF-8");
  }

  @Test
  void commandsAfterTheFirstUseItsArchiveOfClasses() throws Exception {
    assertThat(clicks("--version").out()).isEqualTo(clicks("-V").out());
    String java = System.getProperty("java.home");

    Result second =
        shell(
            directory,
            "env -i PATH=\"$PATH\" JAVA_HOME=\"$0\" CLICKS_JAVA_OPTS=-Xlog:class+load"
                + " \"$1/bin/clicks\" -V",
            java,
            home.toString());

    assertThat(second.out()).contains("clickcounter.cli.Clicks source: shared objects file");
  }

  @Test
  void commandsOfDevelopersAreNotThere() throws Exception {
    Result help = clicks("--help");

    for (String command :
        List.of("local", "devnode", "cluster", "drill", "simulate", "benchmark")) {
      assertThat(help.out()).doesNotContainPattern("(?m)^  " + command + "\\b");
    }
    assertThat(help.out()).contains("Example:\n  clicks status\n").doesNotContain("cluster,");
    assertThat(Files.readString(home.resolve(Path.of("doc", "clicks", "FIRST.md"))))
        .startsWith("# Ten minutes to your first counted event\n\nThe commands reach")
        .contains("\n\n## From Java\n")
        .doesNotContain("clicks local");
    assertThat(files)
        .noneMatch(file -> file.toString().matches(".*(rocksdb|devnode|storm-server|broker-).*"));
  }

  /** So no command ends with a class that is not found, whatever it does. */
  @Test
  void everyClassThatOurCodeNamesIsInTheTar() throws Exception {
    Path lib = home.resolve("lib");
    List<String> words = new ArrayList<>(List.of("--multi-release", "17", "--missing-deps"));
    words.add("--class-path");
    words.add(
        files.stream()
            .filter(file -> file.getParent().getFileName().toString().startsWith("lib"))
            .map(Path::toString)
            .collect(Collectors.joining(":")));
    ours(lib).map(Path::toString).forEach(words::add);
    StringWriter out = new StringWriter();

    int status =
        ToolProvider.findFirst("jdeps")
            .orElseThrow()
            .run(new PrintWriter(out), new PrintWriter(out), words.toArray(String[]::new));

    assertThat(status).as(out.toString()).isZero();
    assertThat(out.toString()).doesNotContain("not found");
  }

  private static Stream<Path> ours(Path lib) throws IOException {
    String version = Built.here().version();
    return Files.list(lib).filter(jar -> jar.toString().endsWith("-" + version + ".jar"));
  }

  @Test
  void allOfItIsSmall() throws Exception {
    Map<String, Long> bytes = new TreeMap<>();
    for (Path file : files) {
      bytes.merge(home.relativize(file).getName(0).toString(), Files.size(file), Long::sum);
    }
    long all = bytes.values().stream().mapToLong(Long::longValue).sum();
    System.out.println("distribution: " + all + " bytes: " + bytes);

    assertThat(all).as("bytes unpacked, by directory: " + bytes).isLessThan(MOST_BYTES);
  }

  /** The same sources give the same file, whenever it is made. */
  @Test
  void everyFileHasTheTimeOfTheBuild() throws Exception {
    Instant built = Instant.parse("2026-01-01T00:00:00Z");
    for (Path file : files) {
      assertThat(Files.getLastModifiedTime(file).toInstant()).as(file.toString()).isEqualTo(built);
    }
  }

  @Test
  void linksOfPagesLeadToFilesInTheTar() throws Exception {
    List<Path> pages = files.stream().filter(file -> file.toString().endsWith(".md")).toList();
    assertThat(pages).hasSizeGreaterThan(5);
    for (Path page : pages) {
      String text = Files.readString(page);
      assertThat(text).as(page.toString()).doesNotContain("deploy/clicks");
      for (String link : matches("]\\(([^)\\s]+)\\)", text)) {
        if (!link.startsWith("http")) {
          assertReached(page + " links to " + link, page, link);
        }
      }
    }
  }

  @Test
  void everyAlertNamesASectionOfAPage() throws Exception {
    Path alerts = home.resolve("monitoring").resolve("clickcounter-alerts.yml");
    String text = Files.readString(alerts);
    List<String> runbooks = matches("runbook: (\\S+)", text);

    assertThat(runbooks).hasSameSizeAs(matches("(alert: \\S+)", text)).hasSizeGreaterThan(15);
    for (String runbook : runbooks) {
      assertThat(runbook).startsWith("doc/").contains("#");
      assertReached("alert's page " + runbook, home.resolve("README.txt"), runbook);
    }
    assertThat(text).doesNotContain("deploy/clicks");
  }

  /** That a link in a file leads to a file, and to one of its sections if it names one. */
  private static void assertReached(String what, Path from, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path to = parts[0].isEmpty() ? from : from.resolveSibling(parts[0]).normalize();
    assertThat(to).as(what).exists();
    if (parts.length == 2) {
      assertThat(
              matches("(?m)^#+ (.*)$", Files.readString(to)).stream().map(DistributionTest::anchor))
          .as(what)
          .contains(parts[1]);
    }
  }

  /** Of a section, as GitHub makes it. */
  private static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
  }

  private static List<String> matches(String pattern, String text) {
    return Pattern.compile(pattern).matcher(text).results().map(m -> m.group(1)).toList();
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
    Result list = clicks("topology", "pause");

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
    assertThat(Files.readString(home.resolve("conf").resolve("clicks.yaml")))
        .isEqualTo(TopologySettingsTable.yaml());
  }

  /** With the command of README.txt, as on a machine where it lies elsewhere. */
  @ParameterizedTest
  @ValueSource(strings = {"clicks-ship", "clicks-console"})
  void unitForSystemdIsOfThisPathAndBeginsAgainUnlessItsOptionsAreWrong(String name)
      throws Exception {
    String sed =
        Files.readAllLines(home.resolve("README.txt")).stream()
            .filter(line -> line.strip().startsWith("sed "))
            .findFirst()
            .orElseThrow();
    Path file = Files.createDirectory(directory.resolve("systemd")).resolve(name + ".service");
    Files.copy(home.resolve("systemd").resolve(file.getFileName()), file);
    assertThat(shell(directory, sed).status()).isZero();
    List<String> unit = Files.readAllLines(file);

    assertThat(unit)
        .contains("Restart=always", "RestartPreventExitStatus=" + ExitCode.USAGE)
        .doesNotContain("RestartPreventExitStatus=" + ExitCode.FAILED);
    String start = unit.stream().filter(line -> line.startsWith("ExecStart=")).findFirst().get();
    List<String> words = List.of(start.substring("ExecStart=".length()).split(" "));
    assertThat(words.get(0)).isEqualTo(directory.resolve("bin").resolve("clicks").toString());
    assertThat(clicks(words.subList(1, words.size()).toArray()).status())
        .as("of the unit's command on a host without its files: %s", words)
        .isIn(ExitCode.USAGE, ExitCode.FAILED);
  }

  @Test
  void systemdUnderstandsTheUnits() throws Exception {
    assumeThat(Path.of("/usr/bin/systemd-analyze")).exists();
    Result sed =
        shell(
            home,
            "for u in systemd/*.service; do sed \"s|/opt/click-counter|$PWD|; /^Restart.*Step/d;"
                + " /^RestartMax/d\" $u > /\"$0\"/${u##*/}; done; systemd-analyze verify"
                + " \"$0\"/*.service",
            directory.toString());

    assertThat(sed.status()).as(sed.err()).isZero();
    assertThat(sed.err()).doesNotContain(directory.toString());
  }

  private Result shell(Path in, String line, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "-c", line));
    command.addAll(List.of(words));
    Path out = machine.resolve("out");
    Path err = machine.resolve("err");
    int status =
        new ProcessBuilder(command)
            .directory(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start()
            .waitFor();
    return new Result(status, Files.readString(out), Files.readString(err));
  }

  @Test
  void completionKnowsCommandsAndOptions() throws Exception {
    Path script =
        Files.writeString(directory.resolve("clicks.bash"), clicks("generate-completion").out());
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
  void everyJarOfOthersIsListedWithALicenseWhoseTextIsHere() throws Exception {
    List<String> list = Files.readAllLines(home.resolve("LICENSES.txt"));
    String notices = Files.readString(home.resolve("NOTICES.txt"));
    List<Path> ours = ours(home.resolve("lib")).toList();
    assertThat(ours).hasSizeGreaterThan(4);
    for (Path jar : files) {
      Path place = jar.getParent().getFileName();
      if (place.toString().startsWith("lib") && !ours.contains(jar)) {
        String name = jar.getFileName().toString().replaceAll("(-linux_.*|-nolib)?\\.jar$", "");
        Pattern entry = Pattern.compile(" +\\(.+-\\Q" + name + "\\E .*");
        assertThat(list)
            .as(name)
            .filteredOn(line -> entry.matcher(line.replace(':', '-')).matches())
            .first()
            .satisfies(line -> assertThat(hasText(line, jar, name, notices)).as(line).isTrue());
      }
    }
    assertThat(list).noneMatch(line -> line.contains("org.clickcounter"));
  }

  /** The Apache License is in LICENSE. */
  private static boolean hasText(String entry, Path jar, String name, String notices)
      throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return entry.matches(" +\\((The )?(Apache|AL 2).*")
          || zip.stream().anyMatch(file -> file.getName().matches(".*/LICENSE(\\.\\w+)?"))
          || Pattern.compile("\\b" + name.replaceFirst("-\\d.*", "") + "\\b.*: ")
              .matcher(notices)
              .find();
    }
  }

  /** Completion knows all commands. Its functions have names like clicks_counters_writeoff. */
  @Test
  void everyCommandHasAManPageWithAnExampleAndItsExitCodes() throws Exception {
    List<String> pages = new ArrayList<>();
    for (Path page : files) {
      if (page.toString().endsWith(".1.gz")) {
        pages.add(page.getFileName().toString().replace(".1.gz", ""));
        assertThat(text(page)).as(page.toString()).contains(".SH EXAMPLES", ".SH EXIT STATUS");
      }
    }

    String completion = Files.readString(home.resolve("completion.bash"));
    assertThat(pages)
        .map(page -> page.replaceFirst("-", "_").replaceFirst("-", "_").replace("-", ""))
        .containsExactlyInAnyOrderElementsOf(
            matches("(?m)^function _picocli_(clicks\\w*)\\(", completion));
    assertThat(completion).isEqualTo(clicks("generate-completion").out());
  }

  private static String text(Path packed) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(packed))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void groffUnderstandsTheManPages() throws Exception {
    assumeThat(Path.of("/usr/bin/groff")).exists();
    Result groff =
        shell(home, "for p in man/man1/*.gz; do gzip -dc $p | groff -man -ww -Tutf8; done");

    assertThat(groff.err()).isEmpty();
    assertThat(groff.out()).contains("clicks archive ship --once --json /var/log/clicks");
  }

  @Test
  void debianPackageHasTheTarAndPutsTheRestWhereDebianLooks() throws Exception {
    assumeThat(Path.of("/usr/bin/dpkg-deb")).exists();
    Result list = shell(directory, "dpkg-deb -c \"$0\"", Built.here().deb().toString());
    List<String> there = matches("(?m)^(\\S+ root/root .* \\./.*)$", list.out());

    assertThat(there).hasSize((int) list.out().lines().count());
    assertThat(there.stream().map(line -> line.replaceFirst(".*? \\./", "/")))
        .contains(
            "/usr/bin/clicks -> /opt/click-counter/bin/clicks",
            "/etc/clicks/clicks.yaml",
            "/usr/lib/systemd/system/clicks-console.service",
            "/usr/lib/systemd/system/clicks-ship.service",
            "/usr/share/bash-completion/completions/clicks",
            "/usr/share/doc/click-counter/LICENSES.txt",
            "/usr/share/doc/click-counter/NOTICES.txt",
            "/usr/share/doc/click-counter/README.Debian",
            "/usr/share/doc/click-counter/changelog.gz",
            "/usr/share/doc/click-counter/copyright",
            "/usr/share/man/man1/clicks-archive-ship.1.gz")
        .containsAll(
            files.stream()
                .map(file -> home.relativize(file).toString())
                .filter(file -> !file.matches("(systemd/|man/).*|completion\\.bash"))
                .map(file -> "/opt/click-counter/" + file)
                .toList())
        .doesNotHaveDuplicates();
    assertThat(there).noneMatch(line -> line.matches("[-d](....|.......)w.*"));
  }

  @Test
  void debianPackageNeedsJava17AndKeepsSettings() throws Exception {
    assumeThat(Path.of("/usr/bin/dpkg-deb")).exists();
    String version = Built.here().version().replace('-', '~');
    Result control =
        shell(
            directory,
            "dpkg-deb -f \"$0\"; dpkg-deb -e \"$0\" deb; cat deb/conffiles; cd deb;"
                + " for s in pre* post*; do sh -n $s; done",
            Built.here().deb().toString());

    assertThat(control.err()).isEmpty();
    assertThat(control.status()).isZero();
    assertThat(control.out().lines())
        .contains("Package: click-counter", "Version: " + version, "Architecture: all")
        .contains("Section: net", "Priority: optional", "/etc/clicks/clicks.yaml")
        .anyMatch(line -> line.matches("Depends: .*\\bjava17-runtime-headless\\b.*"));
  }
}
