package clickcounter.riak;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;

/**
 * Finds keys with several replicas on one node: while that node is away they have no quorum, and
 * their documents cannot be counted on. Riak creates such rings when it has few nodes.
 */
final class RingCheck {
  private RingCheck() {}

  /** Whether one node holds all replicas: a deliberate choice that needs no advice. */
  static boolean isOneNode(List<RpbGetBucketKeyPreflistResp> preflists) {
    return keys(preflists).stream().flatMap(List::stream).distinct().count() == 1;
  }

  /**
   * How many documents have no quorum while which node is away, and what to do; empty if none has,
   * or the ring is unknown.
   */
  static Optional<String> advice(List<RpbGetBucketKeyPreflistResp> preflists) {
    List<List<String>> keys = keys(preflists);
    Map<String, Integer> lost = new TreeMap<>();
    for (List<String> key : keys) {
      key.stream()
          .distinct()
          .filter(node -> 2 * Collections.frequency(key, node) >= key.size())
          .forEach(node -> lost.merge(node, 1, Integer::sum));
    }
    if (lost.isEmpty() || isOneNode(preflists)) {
      return Optional.empty();
    }
    String each =
        lost.entrySet().stream()
            .map(node -> share(node.getValue(), keys.size()) + " while " + node.getKey() + " is")
            .collect(Collectors.joining(", "));
    return Optional.of(
        "documents without a quorum while a Riak node is away: %s (of %d sampled keys). Their events wait until it is back. Use five nodes, or four with target_n_val=4 in riak.conf before the ring is created; riak admin diag ring_preflists names the keys"
            .formatted(each, keys.size()));
  }

  private static String share(int part, int all) {
    return String.format(Locale.ROOT, "%.1f %%", 100.0 * part / all);
  }

  private static List<List<String>> keys(List<RpbGetBucketKeyPreflistResp> preflists) {
    return preflists.stream().filter(RingCheck::showsOwners).map(RingCheck::owners).toList();
  }

  /** While a node is down, another one replaces it, perhaps one that holds a replica already. */
  private static boolean showsOwners(RpbGetBucketKeyPreflistResp key) {
    return key.getPreflistCount() > 1
        && key.getPreflistList().stream().allMatch(RpbBucketKeyPreflistItem::getPrimary);
  }

  private static List<String> owners(RpbGetBucketKeyPreflistResp key) {
    return key.getPreflistList().stream().map(each -> each.getNode().toStringUtf8()).toList();
  }
}
