package clickcounter.devnode;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbModFun;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * The properties of bucket types, and of buckets that differ from their type. Both survive a
 * restart.
 *
 * <p>There are three types, and no more can be made: {@code default}, {@code clicks} (siblings are
 * kept) and {@code clicks_consistent}, which has its properties and takes no documents: for tests
 * of what refuses it. For other behavior, set the properties of a bucket.
 */
final class BucketTypes {

  private static final ByteString CLICKS = ByteString.copyFromUtf8("clicks");
  private static final ByteString CLICKS_CONSISTENT = ByteString.copyFromUtf8("clicks_consistent");

  private static final ByteString TYPE_SETTING = ByteString.copyFromUtf8("type/");
  private static final ByteString BUCKET_SETTING = ByteString.copyFromUtf8("bucket/");

  private static final int QUORUM = -3;

  private final ObjectStore store;
  private final Map<ByteString, RpbBucketProps> types = new ConcurrentHashMap<>();

  /** By the bucket's prefix in the database; only what differs from the type. */
  private final Map<ByteString, RpbBucketProps> buckets = new ConcurrentHashMap<>();

  /** What {@link #buckets} mean; merged when they change, for every request asks. */
  private final Map<ByteString, RpbBucketProps> merged = new ConcurrentHashMap<>();

  /**
   * @param ringLost whether only the default type exists
   */
  BucketTypes(ObjectStore store, boolean ringLost) {
    this.store = store;
    types.put(BucketId.DEFAULT_TYPE, riakDefaults().build());
    if (!ringLost) {
      addTypes();
    }
  }

  private void addTypes() {
    types.put(CLICKS, riakDefaults().setAllowMult(true).build());
    types.put(CLICKS_CONSISTENT, riakDefaults().setConsistent(true).build());
    load(TYPE_SETTING, types);
    load(BUCKET_SETTING, buckets);
    buckets.keySet().forEach(this::merge);
  }

  private void load(ByteString prefix, Map<ByteString, RpbBucketProps> into) {
    store.eachSetting(
        prefix.toByteArray(), (name, value) -> into.put(ByteString.copyFrom(name), parse(value)));
  }

  private static RpbBucketProps parse(byte[] stored) {
    try {
      return RpbBucketProps.parseFrom(stored);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException(
          "stored bucket properties cannot be read: use a new data directory", e);
    }
  }

  private static RpbBucketProps.Builder riakDefaults() {
    return RpbBucketProps.newBuilder()
        .setNVal(3)
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

  /** What holds for gets and puts; fails with {@code no_type} when there is no such type. */
  RpbBucketProps rules(BucketId id) {
    RpbBucketProps ofType = types.get(id.type());
    if (ofType == null) {
      throw new RefusedException("no_type");
    }
    return merged.isEmpty() ? ofType : merged.getOrDefault(settingOf(id), ofType);
  }

  RpbBucketProps properties(ByteString type) {
    RpbBucketProps properties = types.get(type);
    if (properties == null) {
      throw new RefusedException("No bucket-type named '" + type.toStringUtf8() + "'");
    }
    return properties;
  }

  RpbBucketProps properties(BucketId id) {
    RpbBucketProps ofType = properties(id.type());
    return merged.getOrDefault(settingOf(id), ofType);
  }

  synchronized void change(ByteString type, RpbBucketProps changes) {
    RpbBucketProps before = properties(type);
    requirePossible(before, changes);
    RpbBucketProps after = before.toBuilder().mergeFrom(changes).build();
    store.writeSetting(TYPE_SETTING.concat(type).toByteArray(), after.toByteArray());
    types.put(type, after);
    buckets.keySet().forEach(this::merge);
  }

  synchronized void change(BucketId id, RpbBucketProps changes) {
    requirePossible(properties(id), changes);
    ByteString setting = settingOf(id);
    RpbBucketProps before = buckets.getOrDefault(setting, RpbBucketProps.getDefaultInstance());
    RpbBucketProps after = before.toBuilder().mergeFrom(changes).build();
    store.writeSetting(BUCKET_SETTING.concat(setting).toByteArray(), after.toByteArray());
    buckets.put(setting, after);
    merge(setting);
  }

  synchronized void reset(BucketId id) {
    properties(id.type());
    ByteString setting = settingOf(id);
    store.removeSetting(BUCKET_SETTING.concat(setting).toByteArray());
    buckets.remove(setting);
    merged.remove(setting);
  }

  private static void requirePossible(RpbBucketProps before, RpbBucketProps changes) {
    require(!changes.hasNVal() || changes.getNVal() > 0, "n_val", "it must be 1 or more");
    require(
        !changes.hasConsistent() || changes.getConsistent() == before.getConsistent(),
        "consistent",
        "it cannot change");
    refuse(changes.getPrecommitCount() + changes.getPostcommitCount() > 0, "commit hooks");
    refuse(changes.getSearch() || !changes.getSearchIndex().isEmpty(), "search");
    refuse(!changes.getDatatype().isEmpty(), "datatype");
    refuse(changes.getWriteOnce(), "write_once");
  }

  private static void refuse(boolean asked, String property) {
    require(!asked, property, "the development node cannot do it");
  }

  private static void require(boolean holds, String property, String why) {
    if (!holds) {
      throw new RefusedException("Invalid bucket properties: " + property + ": " + why);
    }
  }

  private void merge(ByteString setting) {
    RpbBucketProps ofType = types.get(ObjectKey.typeIn(setting));
    merged.put(setting, ofType.toBuilder().mergeFrom(buckets.get(setting)).build());
  }

  private static ByteString settingOf(BucketId id) {
    return ByteString.copyFrom(ObjectKey.prefixOf(id));
  }
}
