package clickcounter.riak;

import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/**
 * What a bucket's properties must be for the six rules to hold.
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><th>property</th><th>expected</th><th>otherwise</th></tr>
 * <tr><td>{@code consistent}</td><td>false</td><td>of two concurrent puts one fails, and no
 *     siblings are left to merge</td></tr>
 * <tr><td>{@code allow_mult}</td><td>true</td><td>of two concurrent puts one is lost
 *     silently</td></tr>
 * <tr><td>{@code last_write_wins}</td><td>false</td><td>the same</td></tr>
 * <tr><td>{@code write_once}</td><td>false</td><td>vclocks are ignored</td></tr>
 * <tr><td>{@code datatype}</td><td>none</td><td>the value is not a document</td></tr>
 * </table>
 *
 * <p>{@code dvv_enabled} cannot be checked: Riak's protocol does not report it. Types created with
 * {@code allow_mult=true} have it unless it was switched off; without it siblings multiply, but
 * none is lost. Quorums, {@code notfound_ok} and {@code basic_quorum} are not checked: each call
 * sets its own.
 */
record BucketRules(String bucketType, String bucket, RpbBucketProps found) {
  /** Another type, because {@code consistent} cannot be changed in an existing one. */
  private static final String OTHER_TYPE = "clicks_siblings";

  void verify() {
    require(
        "consistent",
        found.getConsistent(),
        false,
        "the counting merges siblings, and a strongly consistent type keeps none");
    require("write_once", found.getWriteOnce(), false, "vclocks would be ignored");
    String datatype = found.getDatatype().toStringUtf8();
    require("datatype", !datatype.isEmpty(), false, "a '" + datatype + "' holds no documents");
    String why = "of two concurrent puts one would be lost silently";
    require("allow_mult", found.getAllowMult(), true, why);
    require("last_write_wins", found.getLastWriteWins(), false, why);
  }

  private void require(String property, boolean is, boolean expected, String why) {
    if (is != expected) {
      throw new RiakSetupException(
          "bucket type '%s' (bucket %s) has %s=%s, expected %s=%s: %s. Nothing was read or written. Create a valid bucket type with: %s (then set riak.bucketType=%s)"
              .formatted(
                  bucketType,
                  bucket,
                  property,
                  is,
                  property,
                  expected,
                  why,
                  creating(OTHER_TYPE),
                  OTHER_TYPE));
    }
  }

  /** The commands that make a valid type. */
  static String creating(String type) {
    return "riak admin bucket-type create %s '{\"props\":{\"allow_mult\":true,\"last_write_wins\":false,\"dvv_enabled\":true}}' && riak admin bucket-type activate %s"
        .formatted(type, type);
  }
}
