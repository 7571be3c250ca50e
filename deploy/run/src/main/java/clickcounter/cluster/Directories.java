package clickcounter.cluster;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/**
 * The directory of a cluster that {@code cluster start} made on this machine, and what is in it.
 *
 * <pre>
 * cluster.properties     ports and other options of the start
 * programs/              copies of the jars it runs: a build does not change a running cluster
 * conf/                  storm.yaml of each process, zoo.cfg
 * run/NAME.pid           process ids
 * logs/NAME.log          output of a process; logs/NAME/ logs of Storm
 * data/NAME/             data that survives a restart
 * </pre>
 */
public record Directories(Path root) {
  /** Settings of ours that the cluster knows: where broker and Riak are. */
  private static final List<String> ADDRESSES = List.of("broker.url", "riak.nodes");

  public Directories {
    root = root.toAbsolutePath().normalize();
  }

  public Path state() {
    return root.resolve("cluster.properties");
  }

  /** Storm's configuration of those that ask Nimbus or submit. */
  public Path stormYaml() {
    return configuration("storm.yaml");
  }

  /** Saves options of the cluster, its addresses among them. */
  public void save(Properties options) throws IOException {
    try (Writer writer = Files.newBufferedWriter(state())) {
      options.store(writer, "The options of this cluster; see deploy/clicks cluster status");
    }
  }

  /** What was saved. */
  public Properties load() throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(state())) {
      properties.load(reader);
    }
    return properties;
  }

  /**
   * Where the cluster's broker and Riak are, as settings.
   *
   * @throws IOException if the file does not say it
   */
  public Map<String, String> addresses() throws IOException {
    Properties saved = load();
    Map<String, String> addresses = new HashMap<>();
    for (String name : ADDRESSES) {
      if (saved.getProperty(name) == null) {
        throw new IOException(
            state() + " has no " + name + ": stop the cluster, and start it again");
      }
      addresses.put(name, saved.getProperty(name));
    }
    return addresses;
  }

  public Path programs() {
    return root.resolve("programs");
  }

  /** Storm's own jars: the class path of workers and submissions. */
  public Path workerLibraries() {
    return programs().resolve("lib-worker");
  }

  public Path libraries() {
    return programs().resolve("lib");
  }

  /** Logging configurations; Storm reads {@code worker.xml} from here for its workers. */
  public Path logging() {
    return programs().resolve("log4j2");
  }

  public Path configuration(String file) {
    return root.resolve("conf").resolve(file);
  }

  public Path pidFile(String process) {
    return root.resolve("run").resolve(process + ".pid");
  }

  public Path logs() {
    return root.resolve("logs");
  }

  public Path log(String process) {
    return logs().resolve(process + ".log");
  }

  public Path stormLogs(String process) {
    return logs().resolve(process);
  }

  public Path data(String process) {
    return root.resolve("data").resolve(process);
  }
}
