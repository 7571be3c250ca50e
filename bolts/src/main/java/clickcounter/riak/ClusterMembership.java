package clickcounter.riak;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Decides which nodes belong to the cluster that is used. Has no connection and no clock.
 *
 * <p>At first a majority decides: of all nodes, or of those that answer when the others do not.
 * From then on a node belongs to the cluster if it describes it as before, or as a majority of all
 * nodes does now.
 */
final class ClusterMembership {
  private final int nodes;
  private final Map<String, NodeView> views = new LinkedHashMap<>();
  private final Set<String> silent = new HashSet<>();
  private boolean patient = true;
  private NodeView cluster;

  ClusterMembership(int nodes) {
    this.nodes = nodes;
  }

  void saw(String node, NodeView view) {
    silent.remove(node);
    views.put(node, view);
    if (cluster != null && !cluster.knowsType() && view.knowsType()) {
      // The bucket type was created meanwhile.
      cluster = null;
    }
    if (cluster == null) {
      decide();
    } else {
      follow(node, view);
    }
  }

  void missed(String node) {
    if (!views.containsKey(node)) {
      silent.add(node);
    }
    decide();
  }

  /** Decides without the nodes that have not answered yet. */
  void waitNoLonger() {
    patient = false;
    decide();
  }

  private void decide() {
    if (cluster != null) {
      return;
    }
    int of = isComplete() ? views.size() : nodes;
    views.keySet().stream()
        .filter(node -> 2 * agreeingWith(views.get(node)) > of)
        .findFirst()
        .ifPresent(node -> cluster = views.get(node));
  }

  private boolean isComplete() {
    return !patient || views.size() + silent.size() == nodes;
  }

  /**
   * A node that says less, for example nothing of the ring, does not vote for one that says more.
   */
  private long agreeingWith(NodeView view) {
    return views.values().stream()
        .filter(each -> each.knowsAsMuchAs(view) && each.differenceFrom(view).isEmpty())
        .count();
  }

  /** The ring of a cluster changes over time, and so may its bucket type. */
  private void follow(String node, NodeView view) {
    boolean asBefore = view.differenceFromEarlier(cluster).isEmpty();
    boolean agreed = nodes > 1 && view.knowsType() && 2 * agreeingWith(view) > nodes;
    if ((asBefore || agreed) && view.knowsAsMuchAs(cluster)) {
      cluster = view;
    }
  }

  boolean isDecided() {
    return cluster != null;
  }

  /** Whether the nodes that answered cannot form a majority. */
  boolean isUndecidable() {
    return cluster == null && isComplete() && !views.isEmpty();
  }

  boolean hasSeen(String node) {
    return views.containsKey(node);
  }

  /** Why the node does not belong to the cluster; empty if it does. */
  Optional<String> differenceOf(String node) {
    NodeView view = views.get(node);
    if (cluster != null) {
      return view.differenceFromEarlier(cluster);
    }
    List<String> others = views.keySet().stream().filter(each -> !each.equals(node)).toList();
    return others.stream()
        .flatMap(
            other ->
                view
                    .differenceFrom(views.get(other))
                    .map(
                        how ->
                            "no majority of the nodes agrees; compared with " + other + ": " + how)
                    .stream())
        .findFirst()
        .or(() -> Optional.of("no majority of the nodes agrees"));
  }
}
