package clickcounter.riak;

/** The two kinds of Riak bucket types in which the six rules hold. */
public enum BucketKind {
  /**
   * {@code allow_mult=true, dvv_enabled=true}: concurrent puts leave siblings, which the counting
   * merges.
   */
  ORDINARY,
  /** {@code consistent=true}: every put is conditional, and one of two concurrent puts fails. */
  CONSISTENT
}
