package clickcounter.riak;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_AuthReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_DelReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketKeyPreflistReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetBucketReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_GetReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PingReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_PutReq;
import static shaded.com.basho.riak.protobuf.RiakMessageCodes.MSG_StartTls;

import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbAuthReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;

/** Builds the frames of all requests to Riak. */
final class Messages {
  /** Name of the user metadata that identifies a put. */
  static final ByteString PUT_ID = ByteString.copyFromUtf8("put");

  private final RiakSettings settings;
  private final ByteString bucketType;

  /**
   * Riak's own time-out of a call. It is shorter than ours, so that Riak's answer comes before the
   * connection is given up: that would cost a new one and its probe.
   */
  private final int timeoutMs;

  Messages(RiakSettings settings) {
    this.settings = settings;
    this.bucketType = ByteString.copyFromUtf8(settings.bucketType());
    this.timeoutMs = settings.operationTimeoutMs() - settings.operationTimeoutMs() / 10;
  }

  /**
   * A read with the quorum of the settings. A replica that answers notfound does not count for it,
   * whatever the bucket type says: a replica that came back with an empty disk would count like one
   * that has the value.
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
            .setTimeout(timeoutMs)
            .setR(settings.quorum().code())
            .setPr(settings.quorum().code())
            .setNotfoundOk(false)
            .setBasicQuorum(false);
    return Frames.of(MSG_GetReq, get.build());
  }

  /**
   * A put with the quorum of the settings.
   *
   * @param putId comes back in the answer, as user metadata of the value
   */
  byte[] put(DocumentKey key, StoredValue value, StoreContext context, String putId) {
    int quorum = settings.quorum().code();
    RpbPutReq.Builder put =
        RpbPutReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .setContent(content(value, putId))
            .setReturnHead(true)
            .setTimeout(timeoutMs)
            .setW(quorum)
            .setPw(quorum)
            .setDw(quorum);
    if (!context.isNone()) {
      put.setVclock(ByteString.copyFrom(context.bytes()));
    }
    return Frames.of(MSG_PutReq, put.build());
  }

  private static RpbContent content(StoredValue value, String putId) {
    return RpbContent.newBuilder()
        .setValue(ByteString.copyFrom(value.bytes()))
        .setContentType(ByteString.copyFromUtf8(value.contentType()))
        .addUsermeta(RpbPair.newBuilder().setKey(PUT_ID).setValue(ByteString.copyFromUtf8(putId)))
        .build();
  }

  /** The context of a reply; {@link StoreContext#NONE} without a vclock. */
  static StoreContext contextOf(ByteString vclock) {
    return vclock.isEmpty() ? StoreContext.NONE : new StoreContext(vclock.toByteArray());
  }

  /** Deletes what was read with this vclock. */
  byte[] delete(DocumentKey key, StoreContext context) {
    RpbDelReq.Builder delete =
        RpbDelReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .setVclock(ByteString.copyFrom(context.bytes()))
            .setTimeout(timeoutMs);
    return Frames.of(MSG_DelReq, delete.build());
  }

  byte[] properties(String bucket) {
    return Frames.of(
        MSG_GetBucketReq,
        RpbGetBucketReq.newBuilder()
            .setType(bucketType)
            .setBucket(ByteString.copyFromUtf8(bucket))
            .build());
  }

  /** Asks for nothing but an answer. */
  static byte[] ping() {
    return Frames.withHead(MSG_PingReq, 0);
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
