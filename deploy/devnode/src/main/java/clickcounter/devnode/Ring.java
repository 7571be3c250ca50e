package clickcounter.devnode;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.stream.IntStream;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.google.protobuf.ByteString;

/**
 * The names of the nodes that have the replicas of a key. A client asks for them to see whether two
 * nodes are in one cluster. This does not affect where data is kept.
 */
record Ring(List<String> members) {

  private static final int PARTITIONS = 64;
  private static final BigInteger PARTITION =
      BigInteger.ONE.shiftLeft(160).divide(BigInteger.valueOf(PARTITIONS));

  RpbGetBucketKeyPreflistResp preflist(ObjectKey key, int nVal) {
    int first = new BigInteger(1, sha1(key.bytes())).divide(PARTITION).intValue();
    RpbGetBucketKeyPreflistResp.Builder preflist = RpbGetBucketKeyPreflistResp.newBuilder();
    IntStream.rangeClosed(1, nVal)
        .map(i -> (first + i) % PARTITIONS)
        .forEach(partition -> preflist.addPreflist(item(partition)));
    return preflist.build();
  }

  private RpbBucketKeyPreflistItem item(int partition) {
    String node = members.get(partition % members.size());
    return RpbBucketKeyPreflistItem.newBuilder()
        .setPartition(partition)
        .setNode(ByteString.copyFromUtf8(node))
        .setPrimary(true)
        .build();
  }

  private static byte[] sha1(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-1").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java platform has SHA-1", e);
    }
  }
}
