package clickcounter.riak;

import com.basho.riak.client.api.cap.Quorum;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;

/**
 * What a bucket's properties must be for the six rules to hold.
 *
 * <table>
 * <caption>Rules</caption>
 * <tr><th>property</th><th>ordinary</th><th>consistent</th><th>otherwise</th></tr>
 * <tr><td>{@code consistent}</td><td>false</td><td>true</td><td>the setting and the type contradict
 *     each other</td></tr>
 * <tr><td>{@code allow_mult}</td><td>true</td><td>any</td><td>of two concurrent puts one is lost
 *     silently</td></tr>
 * <tr><td>{@code last_write_wins}</td><td>false</td><td>any</td><td>the same</td></tr>
 * <tr><td>{@code write_once}</td><td>false</td><td>false</td><td>vclocks are ignored</td></tr>
 * <tr><td>{@code datatype}</td><td>none</td><td>none</td><td>the value is not a document</td></tr>
 * <tr><td>r, pr, pw, dw</td><td>majority</td><td>any</td><td>an answer can miss a sibling that was
 *     stored before</td></tr>
 * </table>
 *
 * <p>{@code dvv_enabled} cannot be checked: Riak's protocol does not report it. Types created with
 * {@code allow_mult=true} have it unless it was switched off; without it siblings multiply, but
 * none is lost. {@code notfound_ok} and {@code basic_quorum} are not checked: each read sets its
 * own.
 */
final class BucketRules {
  private static final String ORDINARY_PROPERTIES =
      "{\"props\":{\"allow_mult\":true,\"last_write_wins\":false,\"dvv_enabled\":true}}";
  private static final String CONSISTENT_PROPERTIES = "{\"props\":{\"consistent\":true}}";

  private final RiakSettings settings;
  private final String bucket;
  private final RpbBucketProps found;

  BucketRules(RiakSettings settings, String bucket, RpbBucketProps found) {
    this.settings = settings;
    this.bucket = bucket;
    this.found = found;
  }

  void verify() {
    boolean ordinary = settings.bucketKind() == BucketKind.ORDINARY;
    requireKind(!ordinary);
    require("write_once", found.getWriteOnce(), false, "vclocks would be ignored");
    String datatype = found.getDatatype().toStringUtf8();
    require("datatype", !datatype.isEmpty(), false, "a '" + datatype + "' holds no documents");
    if (ordinary) {
      String why = "of two concurrent puts one would be lost silently";
      require("allow_mult", found.getAllowMult(), true, why);
      require("last_write_wins", found.getLastWriteWins(), false, why);
      requireMajorities();
    }
  }

  private void requireKind(boolean expected) {
    if (found.getConsistent() != expected) {
      throw refusal(
          "consistent=" + found.getConsistent(),
          "consistent=%s by riak.bucketKind=%s".formatted(expected, settings.bucketKind()),
          "set riak.bucketKind=%s, or riak.bucketType to another type"
              .formatted(expected ? BucketKind.ORDINARY : BucketKind.CONSISTENT));
    }
  }

  private void require(String property, boolean is, boolean expected, String why) {
    if (is != expected) {
      throw refusal(property + "=" + is, property + "=" + expected, why);
    }
  }

  private void requireMajorities() {
    Quorums asked = settings.quorums();
    requireMajority("r", asked.rCode(), found.getR());
    requireMajority("pr", asked.prCode(), found.getPr());
    requireMajority("pw", asked.pwCode(), found.getPw());
    requireMajority("dw", asked.dwCode(), found.getDw());
  }

  private void requireMajority(String name, int asked, int ofType) {
    int effective = asked == Quorum.defaultQuorum().getIntValue() ? ofType : asked;
    int majority = found.getNVal() / 2 + 1;
    int replicas = replicas(effective, majority);
    if (replicas < majority || replicas > found.getNVal()) {
      throw new RiakSetupException(
          "riak.quorum (%s) asks %d of n_val=%d replicas in %s, expected %d to %d: with fewer an answer can miss a sibling that was stored before, with more every put fails. Nothing was read or written; set riak.quorum=quorum"
              .formatted(name, replicas, found.getNVal(), place(), majority, found.getNVal()));
    }
  }

  private int replicas(int code, int majority) {
    if (code == Quorum.oneQuorum().getIntValue()) {
      return 1;
    }
    if (code == Quorum.quorumQuorum().getIntValue()) {
      return majority;
    }
    return code == Quorum.allQuorum().getIntValue() ? found.getNVal() : code;
  }

  private RiakSetupException refusal(String is, String expected, String why) {
    return new RiakSetupException(
        "%s has %s, expected %s: %s. Nothing was read or written. Create a valid bucket type with: %s"
            .formatted(place(), is, expected, why, command(settings)));
  }

  private String place() {
    return "bucket type '%s' (bucket %s)".formatted(settings.bucketType(), bucket);
  }

  /** Names a new type, because {@code consistent} cannot be changed in an existing one. */
  static String command(RiakSettings settings) {
    boolean ordinary = settings.bucketKind() == BucketKind.ORDINARY;
    String name = ordinary ? "clicks_ordinary" : "clicks_consistent";
    return "riak-admin bucket-type create %s '%s' && riak-admin bucket-type activate %s (then set riak.bucketType=%s)"
        .formatted(name, ordinary ? ORDINARY_PROPERTIES : CONSISTENT_PROPERTIES, name, name);
  }
}
