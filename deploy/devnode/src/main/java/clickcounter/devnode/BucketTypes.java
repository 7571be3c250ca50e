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

  private final Map<ByteString, BucketProperties> typeRules = new ConcurrentHashMap<>();

  /** What {@link #buckets} mean; merged when they change, for every request asks. */
  private final Map<ByteString, BucketProperties> bucketRules = new ConcurrentHashMap<>();

  /**
   * @param ringLost whether only the default type exists
   */
  BucketTypes(ObjectStore store, boolean ringLost) {
    this.store = store;
    types.put(BucketId.DEFAULT_TYPE, riakDefaults().build());
    if (!ringLost) {
      addTypes();
    }
    types.forEach((type, properties) -> typeRules.put(type, BucketProperties.of(properties)));
  }

  private void addTypes() {
    types.put(CLICKS, riakDefaults().setAllowMult(true).build());
    types.put(CLICKS_CONSISTENT, riakDefaults().setConsistent(true).build());
    load(TYPE_SETTING, types);
    load(BUCKET_SETTING, buckets);
    buckets.forEach(
        (setting, properties) -> bucketRules.put(setting, rulesIn(setting, properties)));
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

  BucketProperties rules(BucketId id) {
    BucketProperties ofType = rules(id.type());
    return bucketRules.isEmpty() ? ofType : bucketRules.getOrDefault(settingOf(id), ofType);
  }

  /** Fails with {@code no_type} when there is no such type. */
  BucketProperties rules(ByteString type) {
    BucketProperties rules = typeRules.get(type);
    if (rules == null) {
      throw new RefusedException("no_type");
    }
    return rules;
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
    RpbBucketProps ofBucket = buckets.get(settingOf(id));
    return ofBucket == null ? ofType : ofType.toBuilder().mergeFrom(ofBucket).build();
  }

  synchronized void change(ByteString type, RpbBucketProps changes) {
    RpbBucketProps before = properties(type);
    requirePossible(before, changes);
    RpbBucketProps after = before.toBuilder().mergeFrom(changes).build();
    store.writeSetting(TYPE_SETTING.concat(type).toByteArray(), after.toByteArray());
    types.put(type, after);
    typeRules.put(type, BucketProperties.of(after));
    buckets.forEach((setting, ofBucket) -> bucketRules.put(setting, rulesIn(setting, ofBucket)));
  }

  synchronized void change(BucketId id, RpbBucketProps changes) {
    requirePossible(properties(id), changes);
    ByteString setting = settingOf(id);
    RpbBucketProps before = buckets.getOrDefault(setting, RpbBucketProps.getDefaultInstance());
    RpbBucketProps after = before.toBuilder().mergeFrom(changes).build();
    store.writeSetting(BUCKET_SETTING.concat(setting).toByteArray(), after.toByteArray());
    buckets.put(setting, after);
    bucketRules.put(setting, rulesIn(setting, after));
  }

  synchronized void reset(BucketId id) {
    properties(id.type());
    ByteString setting = settingOf(id);
    store.removeSetting(BUCKET_SETTING.concat(setting).toByteArray());
    buckets.remove(setting);
    bucketRules.remove(setting);
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

  private BucketProperties rulesIn(ByteString setting, RpbBucketProps ofBucket) {
    ByteString type = ObjectKey.typeIn(setting);
    return BucketProperties.of(types.get(type).toBuilder().mergeFrom(ofBucket).build());
  }

  private static ByteString settingOf(BucketId id) {
    return ByteString.copyFrom(ObjectKey.prefixOf(id));
  }
}
