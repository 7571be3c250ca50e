package clickcounter.cluster;

import clickcounter.cli.LocalAddresses;
import clickcounter.cli.Terminal;
import clickcounter.cluster.Nimbus.TopologyTasks;
import clickcounter.scrape.WorkerClient;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.documents.Waits;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.storm.generated.TopologySummary;

/**
 * The topology that the settings of a command name: on a cluster, or that of {@code clicks local},
 * which listens to nobody: its process looks for a file in its directory.
 */
final class NamedTopology {
  private final Settings settings;

  /** Null on a cluster. */
  private final LocalAddresses local;

  private final Path pauseFile;

  /** Null for that of {@code clicks local}. */
  private final Nimbus nimbus;

  NamedTopology(ToolSettings given) throws IOException {
    settings = given.read(TopologySettingsTable.ROWS);
    local = LocalAddresses.of(given.given()).orElse(null);
    pauseFile = LocalAddresses.directory(given.given()).map(LocalAddresses::pauseFile).orElse(null);
    nimbus = local == null ? ClusterChoice.of(given).nimbus() : null;
  }

  String name() {
    return TopologySettingsTable.name(settings);
  }

  /** Orders the spouts to emit nothing new; false if there is no such topology, which it says. */
  boolean pause(Terminal terminal) throws IOException {
    if (nimbus == null) {
      Files.write(pauseFile, new byte[0]);
      return true;
    }
    return order(each -> each.deactivate(name()), terminal);
  }

  /** Orders the spouts to go on; false if there is no such topology, which it says. */
  boolean resume(Terminal terminal) throws IOException {
    if (nimbus == null) {
      Files.deleteIfExists(pauseFile);
      return true;
    }
    return order(each -> each.activate(name()), terminal);
  }

  private boolean order(Nimbus.Order order, Terminal terminal) throws IOException {
    boolean isThere = nimbus.order(order);
    if (!isThere) {
      terminal.err().println(nimbus.noTopology(name()));
    }
    return isThere;
  }

  /** Storm's word; of {@code clicks local} only the metrics say whether it is paused. */
  Optional<String> status() throws IOException {
    return nimbus == null
        ? Optional.of(Nimbus.INACTIVE)
        : nimbus.topology(name()).map(TopologySummary::get_status);
  }

  TopologyWatch watch(Terminal terminal) {
    return nimbus != null
        ? TopologyWatch.of(nimbus, settings, terminal)
        : new TopologyWatch(
            () -> TopologyTasks.NONE,
            workers -> WorkerClient.ofCommand().metrics(List.of(local.metrics())),
            1,
            Waits.REAL,
            terminal);
  }
}
