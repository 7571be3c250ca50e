package clickcounter.drill;

import clickcounter.devcluster.ClusterOptions;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Settings;
import java.util.List;

/**
 * The store of all drills of a run.
 *
 * @param nodes {@code host:port} of Riak nodes that somebody else runs; empty for a development
 *     node of the cluster's own
 */
record DrillStore(List<String> nodes, String bucketType) {
  static final String USUAL_TYPE = "clicks";
  static final DrillStore DEVELOPMENT = new DrillStore(List.of(), USUAL_TYPE);

  DrillStore {
    nodes = List.copyOf(nodes);
    if (nodes.isEmpty() && !bucketType.equals(USUAL_TYPE)) {
      throw new IllegalArgumentException(
          "riak.bucketType=%s: the development node has %s; give it with riak.nodes"
              .formatted(bucketType, USUAL_TYPE));
    }
    if (!nodes.isEmpty()) {
      RiakSettings.defaults(bucketType).withNodes(nodes); // Refuses addresses that are none.
    }
  }

  /** That of the nodes which the settings name, or else the development node. */
  static DrillStore of(Settings settings) {
    List<String> nodes =
        settings.isGiven("riak.nodes") ? RiakSettingsTable.read(settings).nodes() : List.of();
    return new DrillStore(nodes, settings.value("riak.bucketType"));
  }

  boolean isOfOthers() {
    return !nodes.isEmpty();
  }

  /** How programs beside the topology reach it: directly, not through the drills' lines. */
  RiakSettings settings(ClusterOptions cluster) {
    List<String> addresses = List.of(cluster.riakNodes().split(","));
    return RiakSettings.defaults(bucketType).withNodes(addresses);
  }
}
