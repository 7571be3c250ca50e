package clickcounter.devnode;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbListBucketsResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbListKeysResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/**
 * Keys of a bucket and buckets of a type, some at a time. They read everything, as in Riak: for
 * tests and operators, never on a user's path. What changes meanwhile may or may not be seen.
 */
final class Listings {

  private static final int KEYS_PER_ANSWER = 500;

  private final ObjectStore store;
  private final KeyValues values;

  Listings(ObjectStore store, KeyValues values) {
    this.store = store;
    this.values = values;
  }

  Iterator<MessageLite> keys(BucketId bucket) {
    return new Keys(ObjectKey.prefixOf(bucket));
  }

  RpbListBucketsResp buckets(ByteString type) {
    RpbListBucketsResp.Builder found = RpbListBucketsResp.newBuilder();
    byte[] prefix = ObjectKey.prefixOf(type);
    byte[] from = prefix;
    while (from.length > 0) {
      ByteString bucket = firstBucket(from, prefix, type);
      if (bucket == null) {
        break;
      }
      found.addBuckets(bucket);
      from = after(ObjectKey.prefixOf(new BucketId(type, bucket)));
    }
    return found.setDone(true).build();
  }

  private ByteString firstBucket(byte[] from, byte[] prefix, ByteString type) {
    ByteString[] found = new ByteString[1];
    store.scan(
        from,
        prefix,
        (key, stored) -> {
          boolean exists = exists(stored);
          found[0] = exists ? ObjectKey.bucketIn(key, type) : null;
          return !exists;
        });
    return found[0];
  }

  private boolean exists(byte[] stored) {
    return !values.live(Versions.decode(stored)).isAbsentOrDeleted();
  }

  /** The smallest byte string above all that begin with the prefix; empty if there is none. */
  private static byte[] after(byte[] prefix) {
    int last = prefix.length - 1;
    while (last >= 0 && prefix[last] == (byte) 0xFF) {
      last--;
    }
    byte[] next = Arrays.copyOf(prefix, last + 1);
    if (last >= 0) {
      next[last]++;
    }
    return next;
  }

  private final class Keys implements Iterator<MessageLite> {

    private final byte[] prefix;
    private byte[] from;

    Keys(byte[] prefix) {
      this.prefix = prefix;
      this.from = prefix;
    }

    @Override
    public boolean hasNext() {
      return from != null;
    }

    @Override
    public MessageLite next() {
      if (from == null) {
        throw new NoSuchElementException("the listing is complete");
      }
      List<ByteString> keys = readKeys();
      return RpbListKeysResp.newBuilder().addAllKeys(keys).setDone(from == null).build();
    }

    private List<ByteString> readKeys() {
      byte[] start = from;
      from = null;
      int[] seen = {0};
      List<ByteString> keys = new ArrayList<>();
      store.scan(start, prefix, (key, stored) -> take(key, stored, keys, ++seen[0]));
      return keys;
    }

    private boolean take(byte[] key, byte[] stored, List<ByteString> keys, int seen) {
      if (seen > KEYS_PER_ANSWER) {
        from = key;
        return false;
      }
      if (exists(stored)) {
        keys.add(ByteString.copyFrom(key, prefix.length, key.length - prefix.length));
      }
      return true;
    }
  }
}
