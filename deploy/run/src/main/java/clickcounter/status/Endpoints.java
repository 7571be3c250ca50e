package clickcounter.status;

import clickcounter.cli.LocalAddresses;
import clickcounter.cluster.ClusterChoice;
import clickcounter.settings.Settings;
import clickcounter.tools.common.ToolSettings;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Where the workers of the topology that the settings name serve their metrics. */
final class Endpoints {
  private Endpoints() {}

  /**
   * @param all settings
   * @throws IOException if Nimbus cannot be asked
   */
  static List<URI> of(ToolSettings settings, Settings all) throws IOException {
    Optional<LocalAddresses> local = LocalAddresses.of(settings.given());
    if (local.isPresent()) {
      return List.of(local.get().metrics());
    }
    return ClusterChoice.of(settings).nimbus().endpoints(all);
  }
}
