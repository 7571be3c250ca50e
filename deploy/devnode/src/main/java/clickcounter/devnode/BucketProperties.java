package clickcounter.devnode;

import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/** What the bucket properties mean for gets and puts. */
record BucketProperties(
    int nVal,
    boolean allowMult,
    boolean lastWriteWins,
    boolean consistent,
    boolean notfoundOk,
    boolean basicQuorum,
    Quorums quorums) {

  static final int ONE = -2;
  static final int QUORUM = -3;
  static final int ALL = -4;
  static final int DEFAULT = -5;

  /** As in the properties: symbolic ones are negative. */
  record Quorums(int r, int pr, int w, int pw, int dw) {}

  static BucketProperties of(RpbBucketProps properties) {
    return new BucketProperties(
        properties.getNVal(),
        properties.getAllowMult(),
        properties.getLastWriteWins(),
        properties.getConsistent(),
        properties.getNotfoundOk(),
        properties.getBasicQuorum(),
        new Quorums(
            properties.getR(),
            properties.getPr(),
            properties.getW(),
            properties.getPw(),
            properties.getDw()));
  }

  /**
   * Symbolic quorums are negative on the wire and always possible. The consistent type always needs
   * a majority and ignores them.
   */
  void requireQuorum(int replicas) {
    if (replicas > nVal && !consistent) {
      throw new RefusedException("{n_val_violation," + nVal + "}");
    }
  }

  /** How many replicas a quorum means. */
  static int replicas(int asked, int ofBucket, int n) {
    int quorum = asked == DEFAULT ? ofBucket : asked;
    return switch (quorum) {
      case ONE -> 1;
      case QUORUM -> n / 2 + 1;
      case ALL -> n;
      case DEFAULT -> 0;
      default -> quorum;
    };
  }

  /** Merges the versions of two replicas as this bucket does. */
  StoredSiblings merge(StoredSiblings one, StoredSiblings other) {
    StoredSiblings merged = one.merge(other);
    return allowMult && !lastWriteWins ? merged : merged.newestOnly();
  }
}
