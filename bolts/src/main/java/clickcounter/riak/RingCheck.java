package clickcounter.riak;

import java.util.List;
import java.util.Optional;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;

/**
 * Looks for keys of which one node holds several replicas: with that node away they have no quorum,
 * and what counts on them stands still. Riak makes such rings where it has few nodes.
 */
final class RingCheck {
  private RingCheck() {}

  /** Whether one node holds all replicas: whoever runs Riak so knows it, and wants no advice. */
  static boolean isOneNode(List<RpbGetBucketKeyPreflistResp> preflists) {
    return keys(preflists).stream().flatMap(List::stream).distinct().count() == 1;
  }

  /** What is to be told to an operator; empty where all is well or nothing is known. */
  static Optional<String> advice(List<RpbGetBucketKeyPreflistResp> preflists) {
    List<List<String>> keys = keys(preflists);
    long shared = keys.stream().filter(key -> key.stream().distinct().count() < key.size()).count();
    if (shared == 0 || isOneNode(preflists)) {
      return Optional.empty();
    }
    return Optional.of(
        "%d of %d sampled keys have two or more replicas on one Riak node: with that node away their documents have no quorum, and counting slows down or stands until it is back. Five nodes or more are best; on three or four set target_n_val to n_val in riak.conf before the ring is made, and see riak-admin diag ring_preflists"
            .formatted(shared, keys.size()));
  }

  private static List<List<String>> keys(List<RpbGetBucketKeyPreflistResp> preflists) {
    return preflists.stream().filter(RingCheck::showsOwners).map(RingCheck::owners).toList();
  }

  /** With a node down, another one stands in for it, perhaps a second time. */
  private static boolean showsOwners(RpbGetBucketKeyPreflistResp key) {
    return key.getPreflistCount() > 1
        && key.getPreflistList().stream().allMatch(RpbBucketKeyPreflistItem::getPrimary);
  }

  private static List<String> owners(RpbGetBucketKeyPreflistResp key) {
    return key.getPreflistList().stream().map(each -> each.getNode().toStringUtf8()).toList();
  }
}
