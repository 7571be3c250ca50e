package clickcounter.riak;

/** The two kinds of Riak bucket types in which the six rules hold. */
public enum BucketKind {
  /**
   * {@code allow_mult=true, dvv_enabled=true}: concurrent puts leave siblings, which are merged.
   */
  ORDINARY,
  /** {@code consistent=true}: every put is conditional and a conflict fails. */
  CONSISTENT
}
