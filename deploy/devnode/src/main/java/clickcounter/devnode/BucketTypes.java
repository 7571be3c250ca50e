package clickcounter.devnode;

import java.util.HashMap;
import java.util.Map;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbModFun;
import shaded.com.google.protobuf.ByteString;

/**
 * The bucket types, with properties that nobody can change. Only {@code clicks}, which keeps
 * siblings, takes documents; {@code default} and {@code clicks_consistent} are for tests of what
 * refuses them.
 */
final class BucketTypes {
  static final int N_VAL = 3;

  private static final int QUORUM = -3;

  private final Map<String, RpbBucketProps> types = new HashMap<>();

  BucketTypes(boolean ringLost) {
    types.put("default", riakDefaults().build());
    if (!ringLost) {
      types.put("clicks", riakDefaults().setAllowMult(true).build());
      types.put("clicks_consistent", riakDefaults().setConsistent(true).build());
    }
  }

  private static RpbBucketProps.Builder riakDefaults() {
    return RpbBucketProps.newBuilder()
        .setNVal(N_VAL)
        .setAllowMult(false)
        .setLastWriteWins(false)
        .setHasPrecommit(true)
        .setHasPostcommit(true)
        .setChashKeyfun(function("riak_core_util", "chash_std_keyfun"))
        .setLinkfun(function("riak_kv_wm_link_walker", "mapreduce_linkfun"))
        .setOldVclock(86_400)
        .setYoungVclock(20)
        .setBigVclock(50)
        .setSmallVclock(50)
        .setPr(0)
        .setR(QUORUM)
        .setW(QUORUM)
        .setPw(0)
        .setDw(QUORUM)
        .setRw(QUORUM)
        .setBasicQuorum(false)
        .setNotfoundOk(true)
        .setSearch(false);
  }

  private static RpbModFun function(String module, String name) {
    return RpbModFun.newBuilder()
        .setModule(ByteString.copyFromUtf8(module))
        .setFunction(ByteString.copyFromUtf8(name))
        .build();
  }

  RpbBucketProps properties(String type) {
    return find(type, "No bucket-type named '" + type + "'");
  }

  void requireKnown(String type) {
    find(type, "no_type");
  }

  void requireDocuments(String type) {
    RpbBucketProps properties = find(type, "no_type");
    String cannot = ": the development node cannot do it";
    RefusedException.unless(!properties.getConsistent(), "consistent=true" + cannot);
    RefusedException.unless(properties.getAllowMult(), "allow_mult=false" + cannot);
  }

  private RpbBucketProps find(String type, String unknown) {
    RefusedException.unless(!type.isEmpty(), "Type cannot be zero-length");
    RpbBucketProps properties = types.get(type);
    RefusedException.unless(properties != null, unknown);
    return properties;
  }

  static String named(boolean hasType, ByteString type) {
    return hasType ? type.toStringUtf8() : "default";
  }
}
