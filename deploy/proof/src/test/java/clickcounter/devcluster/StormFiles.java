package clickcounter.devcluster;

import clickcounter.topology.ClickCounterTopology;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/**
 * The configuration files of Storm and ZooKeeper. All addresses in them are loopback addresses, but
 * Nimbus, supervisors and workers of Storm 2.8 listen on all interfaces whatever is configured.
 */
final class StormFiles {
  private final Directories directories;
  private final ClusterOptions options;
  private final ClusterExtras extras;

  StormFiles(Directories directories, ClusterOptions options, ClusterExtras extras) {
    this.directories = directories;
    this.options = options;
    this.extras = extras;
  }

  static String supervisorName(int index) {
    return "supervisor-" + (index + 1);
  }

  Path client() {
    return directories.configuration("storm.yaml");
  }

  Path nimbus() {
    return directories.configuration("nimbus.yaml");
  }

  Path supervisor(int index) {
    return directories.configuration(supervisorName(index) + ".yaml");
  }

  Path zookeeper() {
    return directories.configuration("zoo.cfg");
  }

  void write() throws IOException {
    Files.createDirectories(client().getParent());
    Map<String, Object> common = common();
    yaml(client(), common);
    yaml(nimbus(), with(common, "storm.local.dir", directories.data("nimbus").toString()));
    for (int i = 0; i < options.ports().supervisors(); i++) {
      Map<String, Object> supervisor =
          with(common, "storm.local.dir", directories.data(supervisorName(i)).toString());
      supervisor.put("storm.local.hostname", extras.host(supervisorName(i)).address());
      supervisor.put("supervisor.thrift.port", options.ports().supervisor(i));
      supervisor.put("supervisor.slots.ports", options.ports().slots(i));
      yaml(supervisor(i), supervisor);
    }
    Files.writeString(zookeeper(), zooCfg());
  }

  /** The settings that all daemons and clients share. */
  Map<String, Object> common() {
    Map<String, Object> common = new HashMap<>();
    common.put("storm.zookeeper.servers", List.of(extras.address()));
    common.put("storm.zookeeper.port", options.ports().zookeeper());
    common.put("nimbus.seeds", List.of(extras.address()));
    common.put("nimbus.thrift.port", options.ports().nimbus());
    common.put("storm.local.hostname", extras.address());
    common.put("storm.log4j2.conf.dir", directories.logging().toString());
    // Storm's default keeps the workers' metrics in a RocksDB of Nimbus, for its UI.
    common.put("storm.metricstore.class", "org.apache.storm.metricstore.NoOpMetricStore");
    // Storm's default has options that only Java 8 knows.
    common.put("worker.childopts", "-XX:+HeapDumpOnOutOfMemoryError -XX:HeapDumpPath=artifacts");
    common.putAll(ClickCounterTopology.SELDOM_LOOKS); // of workers
    common.putAll(extras.storm());
    return common;
  }

  private static Map<String, Object> with(Map<String, Object> common, String key, Object value) {
    Map<String, Object> more = new HashMap<>(common);
    more.put(key, value);
    return more;
  }

  private static void yaml(Path file, Map<String, Object> content) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file)) {
      new Yaml().dump(content, writer);
    }
  }

  private String zooCfg() {
    return """
        tickTime=2000
        dataDir=%s
        clientPortAddress=%s
        clientPort=%d
        maxClientCnxns=0
        admin.enableServer=false
        autopurge.snapRetainCount=3
        autopurge.purgeInterval=1
        """
        .formatted(directories.data("zookeeper"), extras.address(), options.ports().zookeeper());
  }
}
