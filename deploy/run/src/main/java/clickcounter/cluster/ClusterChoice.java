package clickcounter.cluster;

import clickcounter.cli.StateDirectory;
import clickcounter.settings.GivenSettings;
import clickcounter.settings.OpsSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.settings.SettingsSearch;
import clickcounter.tools.common.ToolSettings;
import clickcounter.topology.TopologySettingsTable;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.storm.utils.Utils;

/**
 * Finds the cluster: the one of the setting {@code ops.nimbus}, or else of the storm.yaml that
 * Storm's own script takes. A command must not stop the wrong topology: if a cluster was found on
 * this machine and there is such a file, none is chosen.
 */
public final class ClusterChoice {
  private static final String NIMBUS = OpsSettingsTable.NIMBUS.key();
  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern HOST = Pattern.compile("([A-Za-z0-9._-]+)(?::(\\d{1,5}))?");
  private static final int MAX_PORT = 65_535;

  private final Map<String, String> environment;
  private final Optional<Path> userHome;

  ClusterChoice(Map<String, String> environment, Optional<Path> userHome) {
    this.environment = environment;
    this.userHome = userHome;
  }

  public record ChosenCluster(String name, Nimbus nimbus, StormClient client) {}

  public static ChosenCluster of(ToolSettings settings) throws IOException {
    return new ClusterChoice(System.getenv(), StateDirectory.OWN.home())
        .choose(settings.read(TopologySettingsTable.ROWS), settings.given());
  }

  /**
   * The cluster that the settings name.
   *
   * @param given whether one was found on this machine
   * @throws IllegalArgumentException if nothing says which cluster is meant
   * @throws IOException if it has no files
   */
  ChosenCluster choose(Settings settings, GivenSettings given) throws IOException {
    List<String> hosts = OpsSettingsTable.list(settings, OpsSettingsTable.NIMBUS);
    Optional<Path> yaml = usualFile();
    if (!hosts.isEmpty() && given.system().isPresent() && yaml.isPresent()) {
      throw new IllegalArgumentException(
          "which cluster? There is one on this machine, and one in %s: name it with --set %s=HOST or --settings %s"
              .formatted(yaml.get(), NIMBUS, given.system().get()));
    }
    if (hosts.isEmpty() && yaml.isEmpty()) {
      throw new IOException(
          "no cluster is known: name Nimbus with the setting %s, such as in %s"
              .formatted(NIMBUS, SettingsSearch.MACHINE));
    }
    return of(hosts, yaml);
  }

  private static ChosenCluster of(List<String> hosts, Optional<Path> yaml) throws IOException {
    Map<String, Object> named = named(hosts);
    Map<String, Object> configuration = new HashMap<>();
    if (yaml.isPresent()) {
      configuration.putAll(read(yaml.get()));
    }
    configuration.putAll(named);
    Map<String, String> options = new HashMap<>();
    named.forEach((key, value) -> options.put(key, JSON.valueToTree(value).toString()));
    String name =
        hosts.isEmpty() ? yaml.orElseThrow().toString() : "Nimbus at " + String.join(",", hosts);
    return new ChosenCluster(
        name,
        new Nimbus(
            configuration,
            "Does it run there? Name it with the setting " + NIMBUS + " or in storm.yaml."),
        StormClient.remote(yaml.orElse(null), options));
  }

  private static Map<String, Object> read(Path yaml) throws IOException {
    try {
      return Utils.findAndReadConfigFile(yaml.toString(), true);
    } catch (RuntimeException e) {
      throw new IOException("Storm's configuration " + yaml + " cannot be read: " + e, e);
    }
  }

  /** Storm's settings for these hosts; it has one port for all of them. */
  private static Map<String, Object> named(List<String> hosts) {
    Map<String, Object> named = new HashMap<>();
    List<String> names = new ArrayList<>();
    Set<Integer> ports = new TreeSet<>();
    for (String host : hosts) {
      Matcher parts = HOST.matcher(host);
      int port = parts.matches() && parts.group(2) != null ? Integer.parseInt(parts.group(2)) : 1;
      if (!parts.matches() || port < 1 || port > MAX_PORT) {
        throw new IllegalArgumentException(
            NIMBUS + ": expected HOST or HOST:PORT, a port up to 65535, found '" + host + "'");
      }
      names.add(parts.group(1));
      if (parts.group(2) != null) {
        ports.add(port);
      }
    }
    if (ports.size() > 1) {
      throw new IllegalArgumentException(
          NIMBUS + ": expected the same port on all hosts, found " + ports);
    }
    ports.forEach(port -> named.put("nimbus.thrift.port", port));
    if (!hosts.isEmpty()) {
      named.put("nimbus.seeds", names);
    }
    return named;
  }

  /** The first that exists, in the order of Storm's own script. */
  private Optional<Path> usualFile() {
    Stream<Path> directories =
        Stream.of(
                userHome.map(home -> home.resolve(".storm")),
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
