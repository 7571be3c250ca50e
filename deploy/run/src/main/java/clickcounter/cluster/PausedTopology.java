package clickcounter.cluster;

import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.common.TopologyRest;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.util.Optional;
import org.apache.storm.generated.TopologySummary;

/** Asks Nimbus and the workers whether the topology is at rest. */
public final class PausedTopology implements TopologyRest {
  private static final String INACTIVE = "INACTIVE";

  @Override
  public Optional<String> unrest(ToolSettings settings) throws IOException {
    Settings all = settings.read(TopologySettingsTable.ROWS);
    String name = TopologySettingsTable.name(all);
    Optional<LocalPause> local = LocalPause.of(settings.given());
    TopologyWatch watch;
    if (local.isPresent()) {
      watch = TopologyWatch.of(local.get(), Terminal.system());
    } else {
      Nimbus nimbus = ClusterChoice.of(settings).nimbus();
      Optional<TopologySummary> topology = nimbus.topology(name);
      if (topology.isEmpty()) {
        return Optional.empty();
      }
      if (!topology.get().get_status().equals(INACTIVE)) {
        return Optional.of(unrest(name, topology.get().get_status()));
      }
      watch = TopologyWatch.of(nimbus, all, Terminal.system());
    }
    return new TopologyPause(watch).unrest().map(why -> unrest(name, why));
  }

  private static String unrest(String name, String why) {
    return "topology %s is not at rest (%s): expected %s topology pause to end with 0 before"
        .formatted(name, why, Home.launcher());
  }
}
