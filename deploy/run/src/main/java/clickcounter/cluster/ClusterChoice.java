package clickcounter.cluster;

import clickcounter.cli.Home;
import clickcounter.scrape.LocalAddresses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.storm.utils.Utils;
import picocli.CommandLine.Option;

/**
 * The options that name the cluster: one on this machine, or any other. Without an option it is the
 * one that there is. If there are two, it is none: a command must not stop the wrong topology.
 */
public final class ClusterChoice {
  private static final String SEEDS = "nimbus.seeds";
  private static final String PORT = "nimbus.thrift.port";
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--nimbus",
      paramLabel = "HOST[:PORT]",
      split = ",",
      description =
          "The hosts of Nimbus. Default: those of storm.yaml, with the port that it names, or 6627.")
  private List<String> hosts = List.of();

  @Option(
      names = "--storm-yaml",
      paramLabel = "FILE",
      description =
          "Storm's configuration of the cluster. Default: the storm.yaml in ~/.storm,"
              + " $STORM_CONF_DIR or $STORM_HOME/conf, as Storm's own script has it.")
  private Path file;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "A cluster on this machine, by the directory that cluster start or local has for it.")
  private Path data;

  private final Map<String, String> environment;
  private final Path userHome;

  ClusterChoice() {
    this(System.getenv(), Path.of(System.getProperty("user.home")));
  }

  ClusterChoice(Map<String, String> environment, Path userHome) {
    this.environment = environment;
    this.userHome = userHome;
  }

  /** What commands need of a cluster. */
  public record ChosenCluster(String name, Nimbus nimbus, StormClient client) {}

  /**
   * The cluster that was named, or else the only one that there is.
   *
   * @throws IllegalArgumentException if options contradict each other, or nothing says which
   *     cluster is meant
   * @throws IOException if it has no files
   */
  public ChosenCluster choose() throws IOException {
    boolean remote = !hosts.isEmpty() || file != null;
    if (remote && data != null) {
      throw new IllegalArgumentException(
          "--data names a cluster on this machine, --nimbus and --storm-yaml another one: give"
              + " only one of them");
    }
    if (data != null) {
      return here(new Directories(data));
    }
    if (remote) {
      return remote(file != null ? Optional.of(requireReadable(file)) : usualFile());
    }
    return only(usual());
  }

  /**
   * The {@code clicks local} that runs on this machine, if options name it or no cluster at all,
   * and there is none.
   *
   * @throws IOException if its file cannot be read
   */
  public Optional<LocalAddresses> local() throws IOException {
    if (!hosts.isEmpty() || file != null) {
      return Optional.empty();
    }
    if (data != null) {
      return LocalAddresses.in(data);
    }
    boolean isCluster = usualFile().isPresent() || Files.exists(usual().state());
    return isCluster ? Optional.empty() : LocalAddresses.in(Home.data("local"));
  }

  private static Directories usual() {
    return new Directories(Home.data("cluster"));
  }

  private ChosenCluster only(Directories usual) throws IOException {
    Optional<Path> found = usualFile();
    boolean isHere = Files.exists(usual.state());
    if (isHere && found.isPresent()) {
      throw new IllegalArgumentException(
          "which cluster? There is one in "
              + usual.root()
              + " and one in "
              + found.get()
              + ": name it with --data or --storm-yaml");
    }
    if (found.isPresent()) {
      return remote(found);
    }
    if (isHere) {
      return here(usual);
    }
    throw new IOException(
        "no cluster is known: name Nimbus with --nimbus HOST, or Storm's configuration with"
            + " --storm-yaml FILE, or start one on this machine with "
            + Home.launcher()
            + " local, or "
            + Home.launcher()
            + " cluster start");
  }

  private static ChosenCluster here(Directories directories) throws IOException {
    if (!Files.exists(directories.state())) {
      throw new IOException(
          "no cluster was started in "
              + directories.root()
              + ": start one with "
              + Home.launcher()
              + " cluster start, or name its directory with --data");
    }
    return new ChosenCluster(
        directories.root().toString(),
        new Nimbus(
            read(directories.stormYaml()),
            "Does the cluster run (" + Home.launcher() + " cluster status)?"),
        StormClient.of(directories, directories.addresses()));
  }

  private ChosenCluster remote(Optional<Path> yaml) throws IOException {
    Map<String, Object> configuration = new HashMap<>();
    if (yaml.isPresent()) {
      configuration.putAll(read(yaml.get()));
    }
    Map<String, String> options = options();
    if (!hosts.isEmpty()) {
      configuration.put(SEEDS, seeds());
      port().ifPresent(port -> configuration.put(PORT, port));
    }
    String name =
        hosts.isEmpty() ? yaml.orElseThrow().toString() : "Nimbus at " + String.join(",", hosts);
    return new ChosenCluster(
        name,
        new Nimbus(configuration, "Does it run there? Name it with --nimbus or in storm.yaml."),
        StormClient.remote(yaml.orElse(null), options));
  }

  private static Map<String, Object> read(Path yaml) throws IOException {
    try {
      return Utils.findAndReadConfigFile(yaml.toString(), true);
    } catch (RuntimeException e) {
      throw new IOException("Storm's configuration " + yaml + " cannot be read: " + e, e);
    }
  }

  private Map<String, String> options() {
    Map<String, String> options = new HashMap<>();
    if (!hosts.isEmpty()) {
      options.put(
          SEEDS,
          seeds().stream()
              .map(host -> '"' + host + '"')
              .collect(Collectors.joining(",", "[", "]")));
      port().ifPresent(port -> options.put(PORT, port.toString()));
    }
    return options;
  }

  private List<String> seeds() {
    return hosts.stream().map(host -> host.replaceFirst(":\\d+$", "")).toList();
  }

  /** Storm has one port for all hosts. */
  private Optional<Integer> port() {
    List<Integer> ports = hosts.stream().flatMap(ClusterChoice::portOf).distinct().toList();
    if (ports.size() > 1) {
      throw new IllegalArgumentException(
          "--nimbus: expected the same port on all hosts, found " + ports);
    }
    return ports.stream().findFirst();
  }

  private static Stream<Integer> portOf(String host) {
    if (!host.matches("[A-Za-z0-9._-]+(:\\d{1,5})?")) {
      throw new IllegalArgumentException(
          "--nimbus: expected HOST or HOST:PORT, found '" + host + "'");
    }
    if (!host.contains(":")) {
      return Stream.empty();
    }
    int port = Integer.parseInt(host.substring(host.indexOf(':') + 1));
    if (port < 1 || port > MAX_PORT) {
      throw new IllegalArgumentException(
          "--nimbus: expected a port up to 65535, found '" + host + "'");
    }
    return Stream.of(port);
  }

  private static Path requireReadable(Path yaml) throws IOException {
    if (!Files.isReadable(yaml)) {
      throw new IOException("--storm-yaml: " + yaml + " does not exist or cannot be read");
    }
    return yaml.toAbsolutePath();
  }

  /** The first that exists, in the order of Storm's own script. */
  private Optional<Path> usualFile() {
    Stream<Path> directories =
        Stream.of(
                Optional.of(userHome.resolve(".storm")),
                variable("STORM_CONF_DIR"),
                variable("STORM_HOME").map(home -> home.resolve("conf")))
            .flatMap(Optional::stream);
    return directories
        .map(directory -> directory.resolve("storm.yaml").toAbsolutePath())
        .filter(Files::isReadable)
        .findFirst();
  }

  private Optional<Path> variable(String name) {
    return Optional.ofNullable(environment.get(name)).filter(v -> !v.isBlank()).map(Path::of);
  }
}
