package clickcounter.riak;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_DelReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketKeyPreflistReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.google.protobuf.ByteString;

/** Builds the frames of all requests to Riak but puts, which {@link PutFrames} writes. */
final class Messages {
  private final RiakSettings settings;
  private final ByteString bucketType;

  Messages(RiakSettings settings) {
    this.settings = settings;
    this.bucketType = ByteString.copyFromUtf8(settings.bucketType());
  }

  /**
   * A read with the quorums of the settings. In the ordinary kind a replica that answers notfound
   * does not count for them, whatever the bucket type says: a replica that came back with an empty
   * disk would count like one that has the value.
   *
   * <p>This protects values, not their absence: with three replicas Riak answers notfound after two
   * of them did, whatever the third one has. Asking all of them would let one hanging node prevent
   * every new document.
   */
  byte[] get(DocumentKey key) {
    RpbGetReq.Builder get =
        RpbGetReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .setDeletedvclock(true)
            .setTimeout(settings.operationTimeoutMs());
    if (isOrdinary()) {
      get.setR(settings.quorums().rCode()).setPr(settings.quorums().prCode());
      get.setNotfoundOk(false).setBasicQuorum(false);
    }
    return Frames.of(MSG_GetReq, get.build());
  }

  /** Deletes what was read with this vclock. */
  byte[] delete(DocumentKey key, StoreContext context) {
    RpbDelReq.Builder delete =
        RpbDelReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .setVclock(ByteString.copyFrom(context.bytes()))
            .setTimeout(settings.operationTimeoutMs());
    return Frames.of(MSG_DelReq, delete.build());
  }

  private boolean isOrdinary() {
    return settings.bucketKind() == BucketKind.ORDINARY;
  }

  /** Asks for the properties of a bucket in the bucket type. */
  byte[] properties(String bucket) {
    return Frames.of(
        MSG_GetBucketReq,
        RpbGetBucketReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(bucket))
            .build());
  }

  /** Asks which nodes hold the replicas of a key. */
  byte[] preflist(DocumentKey key) {
    return Frames.of(
        MSG_GetBucketKeyPreflistReq,
        RpbGetBucketKeyPreflistReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .build());
  }

  static byte[] startTls() {
    return Frames.withHead(MSG_StartTls, 0);
  }

  static byte[] logIn(String user, String password) {
    return Frames.of(
        MSG_AuthReq,
        RpbAuthReq.newBuilder()
            .setUser(ByteString.copyFromUtf8(user))
            .setPassword(ByteString.copyFromUtf8(password))
            .build());
  }
}
