package clickcounter.cluster;

import clickcounter.cli.Home;
import clickcounter.cli.Terminal;
import clickcounter.tools.common.ToolSettings;
import clickcounter.tools.common.TopologyRest;
import java.io.IOException;
import java.util.Optional;

/** Asks Nimbus and the workers whether the topology is at rest. */
public final class PausedTopology implements TopologyRest {
  @Override
  public Optional<String> unrest(ToolSettings settings) throws IOException {
    NamedTopology topology = new NamedTopology(settings);
    Optional<String> why = topology.status();
    if (why.isPresent() && why.get().equals(Nimbus.INACTIVE)) {
      why = new TopologyPause(topology.watch(Terminal.system())).unrest();
    }
    return why.map(
        unrest ->
            "topology %s is not at rest (%s): expected %s topology pause to end with 0 before"
                .formatted(topology.name(), unrest, Home.launcher()));
  }
}
