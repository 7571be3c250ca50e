package clickcounter.distribution;

import clickcounter.cli.Clicks;
import clickcounter.cli.Terminal;
import clickcounter.topology.TopologySettingsTable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.AutoComplete;

/**
 * Packs {@code target/click-counter-VERSION.tar.gz}:
 *
 * <pre>
 * bin/                     the launcher
 * commands/                the jars of this project's modules
 * lib-worker/              Storm's jars: the class path of a submission
 * lib/                     all other jars
 * topology/                the topology's jar
 * conf/clicks.yaml         every setting with its default
 * completion/clicks.bash   completion of commands and options
 * monitoring/              files for Prometheus and Grafana
 * systemd/                 units for systemd
 * README.txt, LICENSE
 * LICENSES.txt             the jars of others, each with its license
 * </pre>
 */
public final class DistributionMain {
  private static final String NAME = "click-counter-";

  private final Path module;
  private final String version;
  private final Path deploy;

  private DistributionMain(Path module, String version) {
    this.module = module;
    this.version = version;
    this.deploy = module.getParent();
  }

  /**
   * @param arguments the directory of this module, and the version
   * @throws IOException if a file cannot be read or written, or a jar has no known license; there
   *     is no distribution then
   */
  public static void main(String[] arguments) throws IOException {
    new DistributionMain(Path.of(arguments[0]).toAbsolutePath(), arguments[1]).pack(jars());
  }

  /** The class path of this program is that of the commands. */
  private static List<Path> jars() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar"))
        .map(Path::of)
        .toList();
  }

  private void pack(List<Path> jars) throws IOException {
    Path target = module.resolve("target");
    Path whole = target.resolve(NAME + version + ".tar.gz");
    Path part = target.resolve(whole.getFileName() + ".part");
    Files.deleteIfExists(whole);
    try (TarFile tar = new TarFile(part, NAME + version)) {
      addTexts(tar, jars);
      addPrograms(tar, jars);
    }
    Files.move(part, whole, StandardCopyOption.ATOMIC_MOVE);
  }

  private void addTexts(TarFile tar, List<Path> jars) throws IOException {
    tar.text("README.txt", Files.readString(module.resolve(Path.of("src", "main", "README.txt"))));
    tar.text("LICENSE", Files.readString(deploy.resolveSibling("LICENSE")));
    tar.text("LICENSES.txt", Licenses.list(jars.stream().filter(jar -> !isOurs(jar)).toList()));
    tar.text("conf/clicks.yaml", TopologySettingsTable.yaml());
    tar.filesOf(module.resolve(Path.of("..", "monitoring")), "monitoring");
    tar.filesOf(module.resolve(Path.of("src", "main", "systemd")), "systemd");
    tar.text(
        "completion/clicks.bash",
        AutoComplete.bash("clicks", Clicks.commandLine(Terminal.system())));
  }

  private void addPrograms(TarFile tar, List<Path> jars) throws IOException {
    tar.filesOf(module.resolve(Path.of("src", "main", "bin")), "bin");
    tar.file(deploy.resolve("java.sh"), "bin");
    tar.file(
        deploy.resolveSibling(Path.of("topology", "target", "topology-" + version + "-storm.jar")),
        "topology");
    Path workerLibraries = deploy.resolve(Path.of("run", "target", "storm", "lib-worker"));
    tar.filesOf(workerLibraries, "lib-worker");
    Set<String> there = names(workerLibraries);
    for (Path jar : jars) {
      if (isOurs(jar)) {
        tar.file(jar, "commands");
      } else if (!there.contains(jar.getFileName().toString())) {
        tar.file(jar, "lib");
      }
    }
  }

  private static Set<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).collect(Collectors.toSet());
    }
  }

  /** Maven names the jars of modules where it has built them, and those of others in its cache. */
  private static boolean isOurs(Path jar) {
    return jar.getParent().endsWith("target");
  }
}
