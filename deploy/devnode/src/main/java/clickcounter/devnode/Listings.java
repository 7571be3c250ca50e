package clickcounter.devnode;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbListBucketsResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbListKeysResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.MessageLite;

/**
 * Keys of a bucket and buckets of a type, some at a time. They read everything, as in Riak: for
 * tests and operators, never on a user's path. A key that was deleted is listed until its tombstone
 * is reaped. What changes meanwhile may or may not be seen.
 */
final class Listings {

  private static final int KEYS_PER_ANSWER = 500;

  private final KeyCopies copies;
  private final Tombstones tombstones;

  Listings(KeyCopies copies, Tombstones tombstones) {
    this.copies = copies;
    this.tombstones = tombstones;
  }

  Iterator<MessageLite> keys(BucketId bucket, boolean consistent) {
    return new Keys(copies.listed(), ObjectKey.prefixOf(bucket), consistent);
  }

  RpbListBucketsResp buckets(ByteString type, boolean consistent) {
    Replica replica = copies.listed();
    RpbListBucketsResp.Builder found = RpbListBucketsResp.newBuilder();
    byte[] prefix = ObjectKey.prefixOf(type);
    byte[] from = prefix;
    while (from.length > 0) {
      ByteString bucket = firstBucket(replica, from, prefix, type, consistent);
      if (bucket == null) {
        break;
      }
      found.addBuckets(bucket);
      from = ObjectKey.after(ObjectKey.prefixOf(new BucketId(type, bucket)));
    }
    return found.setDone(true).build();
  }

  private ByteString firstBucket(
      Replica replica, byte[] from, byte[] prefix, ByteString type, boolean consistent) {
    ByteString[] found = new ByteString[1];
    replica.scan(
        from,
        prefix,
        (key, stored) -> {
          boolean exists = isListed(stored, consistent);
          found[0] = exists ? ObjectKey.bucketIn(key, type) : null;
          return !exists;
        });
    return found[0];
  }

  private boolean isListed(byte[] stored, boolean consistent) {
    return !tombstones.isReaped(StoredSiblings.decode(stored), consistent);
  }

  private final class Keys implements Iterator<MessageLite> {

    private final Replica replica;
    private final byte[] prefix;
    private final boolean consistent;
    private byte[] from;

    Keys(Replica replica, byte[] prefix, boolean consistent) {
      this.replica = replica;
      this.consistent = consistent;
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
      replica.scan(start, prefix, (key, stored) -> take(key, stored, keys, ++seen[0]));
      return keys;
    }

    private boolean take(byte[] key, byte[] stored, List<ByteString> keys, int seen) {
      if (seen > KEYS_PER_ANSWER) {
        from = key;
        return false;
      }
      if (isListed(stored, consistent)) {
        keys.add(ByteString.copyFrom(key, prefix.length, key.length - prefix.length));
      }
      return true;
    }
  }
}
