package clickcounter.devcluster;

import java.io.IOException;
import java.io.Reader;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;

/**
 * The parts of a cluster. They are saved beside its data, so that all commands find them.
 *
 * @param riak addresses of a real Riak; empty for the development node
 */
public record ClusterOptions(Ports ports, List<String> riak) {
  public ClusterOptions {
    riak = List.copyOf(riak);
  }

  boolean hasDevelopmentNode() {
    return riak.isEmpty();
  }

  /** {@code host:port}, several separated by commas. */
  public String riakNodes() {
    return riak.isEmpty() ? "127.0.0.1:" + ports.riak() : String.join(",", riak);
  }

  public String brokerUrl() {
    return "tcp://127.0.0.1:" + ports.broker();
  }

  void save(Path file) throws IOException {
    Properties properties = new Properties();
    properties.setProperty("firstPort", Integer.toString(ports.first()));
    properties.setProperty("supervisors", Integer.toString(ports.supervisors()));
    properties.setProperty("slots", Integer.toString(ports.slotsPerSupervisor()));
    properties.setProperty("riak", String.join(",", riak));
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "The options of this cluster; see deploy/clicks dev cluster");
    }
  }

  /**
   * Reads what {@link #save} wrote.
   *
   * @throws IOException naming the file, if it cannot be read
   */
  static ClusterOptions load(Path file) throws IOException {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    }
    String riak = properties.getProperty("riak", "");
    try {
      return new ClusterOptions(
          new Ports(
              Integer.parseInt(properties.getProperty("firstPort")),
              Integer.parseInt(properties.getProperty("supervisors")),
              Integer.parseInt(properties.getProperty("slots"))),
          riak.isEmpty() ? List.of() : List.of(riak.split(",")));
    } catch (IllegalArgumentException e) {
      throw new IOException(
          file
              + " is damaged ("
              + e.getMessage()
              + "): stop the processes of this cluster, delete the file, start the cluster",
          e);
    }
  }
}
