package clickcounter.devnode;

import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/** What the bucket properties mean for gets and puts. */
record BucketProperties(int nVal, boolean allowMult, boolean lastWriteWins, boolean consistent) {

  static BucketProperties of(RpbBucketProps properties) {
    return new BucketProperties(
        properties.getNVal(),
        properties.getAllowMult(),
        properties.getLastWriteWins(),
        properties.getConsistent());
  }

  /**
   * A quorum is checked, and otherwise without effect. Symbolic ones are negative on the wire and
   * always possible.
   */
  void requireQuorum(int replicas) {
    if (replicas > nVal) {
      throw new RefusedException("{n_val_violation," + nVal + "}");
    }
  }
}
