package clickcounter.riak;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketKeyPreflistReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;

/** Builds the requests that are sent to Riak. */
final class Messages {
  static final String PUT_ID = "put";

  private static final ByteString PUT_ID_KEY = ByteString.copyFromUtf8(PUT_ID);

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
  Request get(DocumentKey key) {
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
    return Request.of(MSG_GetReq, get.build());
  }

  Request put(DocumentKey key, StoredValue value, StoreContext context, String putId) {
    RpbPutReq.Builder put =
        RpbPutReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .setContent(contentOf(value, putId))
            .setReturnHead(true)
            .setTimeout(settings.operationTimeoutMs());
    if (!context.isNone()) {
      put.setVclock(ByteString.copyFrom(context.bytes()));
    }
    if (isOrdinary()) {
      put.setW(settings.quorums().wCode())
          .setPw(settings.quorums().pwCode())
          .setDw(settings.quorums().dwCode());
    } else if (context.isNone()) {
      put.setIfNoneMatch(true);
    } else {
      put.setIfNotModified(true);
    }
    return Request.of(MSG_PutReq, put.build());
  }

  private static RpbContent contentOf(StoredValue value, String putId) {
    return RpbContent.newBuilder()
        .setValue(ByteString.copyFrom(value.bytes()))
        .setContentType(ByteString.copyFromUtf8(value.contentType()))
        .addUsermeta(
            RpbPair.newBuilder().setKey(PUT_ID_KEY).setValue(ByteString.copyFromUtf8(putId)))
        .build();
  }

  private boolean isOrdinary() {
    return settings.bucketKind() == BucketKind.ORDINARY;
  }

  /** Asks for the properties of a bucket in the bucket type. */
  Request properties(String bucket) {
    return Request.of(
        MSG_GetBucketReq,
        RpbGetBucketReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(bucket))
            .build());
  }

  /** Asks which nodes hold the replicas of a key. */
  Request preflist(DocumentKey key) {
    return Request.of(
        MSG_GetBucketKeyPreflistReq,
        RpbGetBucketKeyPreflistReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .build());
  }

  static Request startTls() {
    return new Request(MSG_StartTls, new byte[0]);
  }

  static Request logIn(String user, String password) {
    return Request.of(
        MSG_AuthReq,
        RpbAuthReq.newBuilder()
            .setUser(ByteString.copyFromUtf8(user))
            .setPassword(ByteString.copyFromUtf8(password))
            .build());
  }
}
