package clickcounter.devnode;

import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/** What the bucket properties mean for gets and puts. */
record BucketRules(int nVal, boolean allowMult, boolean lastWriteWins, boolean consistent) {

  static BucketRules of(RpbBucketProps properties) {
    return new BucketRules(
        properties.getNVal(),
        properties.getAllowMult(),
        properties.getLastWriteWins(),
        properties.getConsistent());
  }

  /** Symbolic quorums (one, quorum, all, default) are negative on the wire, and always possible. */
  void requireQuorum(int replicas) {
    if (replicas > nVal) {
      throw new RefusedException("{n_val_violation," + nVal + "}");
    }
  }
}
