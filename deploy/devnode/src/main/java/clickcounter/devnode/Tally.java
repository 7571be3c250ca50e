package clickcounter.devnode;

import java.util.List;
import java.util.function.BinaryOperator;

/**
 * Collects the answers of the replicas to one request: whether they are enough, and what they add
 * up to. The rules and the words are those of {@code riak_kv_get_core} and {@code
 * riak_kv_put_core}; all replicas are primaries.
 */
sealed interface Tally permits GetTally, PutTally {

  /** What a replica has (after the write, for a put); ABSENT if it has nothing. */
  void add(StoredSiblings versions);

  void addFailure();

  boolean isEnough();

  /** What the client gets as found or stored. */
  StoredSiblings response(BinaryOperator<StoredSiblings> merge);

  static StoredSiblings merged(List<StoredSiblings> all, BinaryOperator<StoredSiblings> merge) {
    return all.stream().reduce(StoredSiblings.ABSENT, merge);
  }

  static RefusedException unsatisfied(String quorum, int asked, int met) {
    return new RefusedException("{%s_val_unsatisfied,%d,%d}".formatted(quorum, asked, met));
  }
}
