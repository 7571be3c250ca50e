package clickcounter.riak;

import clickcounter.store.DocumentKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/**
 * How one node sees its cluster: the bucket type, and which nodes own the partitions of some sample
 * keys.
 *
 * <p>Two nodes of one cluster name the same owners, except for the seconds in which a change
 * spreads. A node that lost its ring names only itself, and at first does not know the bucket type.
 * It cannot be recognised if the user lacks the permission {@code riak_kv.get_preflist} and the
 * bucket type was created on it again.
 */
record NodeView(boolean knowsType, Essentials type, Map<Long, String> owners) {
  /**
   * The keys that each new connection asks for; with three replicas they have up to 24 partitions.
   */
  static final List<DocumentKey> SAMPLE =
      IntStream.range(0, 8).mapToObj(i -> DocumentKey.ad("sample-" + i)).toList();

  /**
   * Two views differ if more than one in this many partitions does: a change that is still
   * spreading touches fewer.
   */
  private static final int DIFFERENT_IF_ONE_OF = 4;

  /** The properties that keep documents safe. */
  record Essentials(
      int replicas,
      boolean siblings,
      boolean lastWriteWins,
      boolean consistent,
      boolean writeOnce,
      String datatype) {
    static Essentials of(RpbBucketProps found) {
      return new Essentials(
          found.getNVal(),
          found.getAllowMult(),
          found.getLastWriteWins(),
          found.getConsistent(),
          found.getWriteOnce(),
          found.getDatatype().toStringUtf8());
    }
  }

  NodeView {
    owners = Map.copyOf(owners);
  }

  static NodeView ofUnknownType() {
    return new NodeView(false, null, Map.of());
  }

  /**
   * @param properties null if the user may not read them
   * @param preflists empty if the user may not read them
   */
  static NodeView of(RpbBucketProps properties, List<RpbGetBucketKeyPreflistResp> preflists) {
    Map<Long, String> owners = new HashMap<>();
    preflists.forEach(
        each ->
            each.getPreflistList().stream()
                // A fallback for a node that is down is not the owner.
                .filter(replica -> replica.getPrimary())
                .forEach(
                    replica ->
                        owners.put(replica.getPartition(), replica.getNode().toStringUtf8())));
    return new NodeView(true, properties == null ? null : Essentials.of(properties), owners);
  }

  boolean knowsRing() {
    return !owners.isEmpty();
  }

  boolean knowsAsMuchAs(NodeView other) {
    return (knowsRing() || !other.knowsRing()) && (type != null || other.type == null);
  }

  /** How it differs from the view of another node at the same time; empty if it does not. */
  Optional<String> differenceFrom(NodeView other) {
    if (knowsType != other.knowsType) {
      return Optional.of(
          knowsType
              ? "it knows the bucket type, the others do not"
              : "it does not know the bucket type");
    }
    if (type != null && other.type != null && !type.equals(other.type)) {
      return Optional.of("its bucket type has " + type + ", the others' " + other.type);
    }
    return differenceOfRings(other);
  }

  /**
   * How it differs from an earlier view; empty if it does not. The ring may have changed since;
   * then most of its nodes must still be there.
   */
  Optional<String> differenceFromEarlier(NodeView earlier) {
    boolean changed = knowsRing() && earlier.knowsRing() && mostOwnersStayed(earlier);
    Optional<String> difference = differenceFrom(earlier);
    return changed && difference.equals(differenceOfRings(earlier)) ? Optional.empty() : difference;
  }

  private boolean mostOwnersStayed(NodeView earlier) {
    Set<String> before = new HashSet<>(earlier.owners.values());
    Set<String> stayed = new HashSet<>(owners.values());
    stayed.retainAll(before);
    return 2 * stayed.size() > before.size();
  }

  private Optional<String> differenceOfRings(NodeView other) {
    Set<Long> both = new HashSet<>(owners.keySet());
    both.retainAll(other.owners.keySet());
    long others = both.stream().filter(p -> !owners.get(p).equals(other.owners.get(p))).count();
    boolean nothingShared = both.isEmpty() && knowsRing() && other.knowsRing();
    if (!nothingShared && DIFFERENT_IF_ONE_OF * others <= both.size()) {
      return Optional.empty();
    }
    return Optional.of(
        "its ring gives %d of %d partitions to other nodes: it names %s, the others %s"
            .formatted(others, both.size(), names(), other.names()));
  }

  private List<String> names() {
    return owners.values().stream().distinct().sorted().toList();
  }
}
