package clickcounter.drill;

import clickcounter.devcluster.ClusterOptions;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.tools.documents.Documents;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

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
          "--bucket-type: the development node has " + USUAL_TYPE + "; give it with --riak");
    }
    if (!nodes.isEmpty()) {
      RiakSettings.defaults(bucketType).withNodes(nodes); // Refuses addresses that are none.
    }
  }

  boolean isOfOthers() {
    return !nodes.isEmpty();
  }

  /** For a page of results: which store it was. */
  String text() {
    return isOfOthers()
        ? "The store was Riak at %d addresses, bucket type %s.".formatted(nodes.size(), bucketType)
        : "The store was the development node: one process, one replica of each document.";
  }

  /** How programs beside the topology reach it: directly, not through the drills' lines. */
  RiakSettings settings(ClusterOptions cluster) {
    return settings(Arrays.asList(cluster.riakNodes().split(",")));
  }

  private RiakSettings settings(List<String> addresses) {
    return RiakSettings.defaults(bucketType).withNodes(addresses);
  }

  /**
   * Requires that no counter of an earlier run is in it: its events are in no archive of this run.
   *
   * @throws IOException if it cannot be read, or has one
   */
  void requireEmpty() throws IOException {
    if (!isOfOthers()) {
      return;
    }
    TreeSet<String> counters;
    try (RiakStore store = RiakStore.openForVerdict(settings(nodes))) {
      counters = new Documents(store).directory();
    } catch (RuntimeException e) {
      throw new IOException("Riak at %s cannot be read: %s".formatted(nodes, e.getMessage()), e);
    }
    if (!counters.isEmpty()) {
      throw new IOException(
          "the bucket type %s at %s has %,d counters, such as %s: drills need one without documents (--bucket-type)"
              .formatted(bucketType, nodes, counters.size(), counters.first()));
    }
  }
}
