package clickcounter.riak;

import java.util.List;
import java.util.Optional;
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

  /** Advice for the operator; empty if the ring is fine or unknown. */
  static Optional<String> advice(List<RpbGetBucketKeyPreflistResp> preflists) {
    List<List<String>> keys = keys(preflists);
    long shared = keys.stream().filter(key -> key.stream().distinct().count() < key.size()).count();
    if (shared == 0 || isOneNode(preflists)) {
      return Optional.empty();
    }
    return Optional.of(
        "%d of %d sampled keys have two or more replicas on one Riak node: with that node away their documents have no quorum, and counting slows down or stops until it is back. Five nodes or more are best; on three or four set target_n_val to n_val in riak.conf before the ring is created, and see riak-admin diag ring_preflists"
            .formatted(shared, keys.size()));
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
