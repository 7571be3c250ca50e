package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.*;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetClientIdResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketTypeReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetServerInfoResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbResetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbSetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbSetBucketTypeReq;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.InvalidProtocolBufferException;
import shaded.com.google.protobuf.MessageLite;

/** From a message code and its bytes to the answer. One for all connections. */
record Dispatcher(String nodeName, KeyValues values, BucketTypes types, Ring ring) {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** Names itself, so that it is not taken for a genuine Riak. */
  private static final ByteString VERSION = ByteString.copyFromUtf8("3.2.1-click-counter-devnode");

  private static final ByteString CLIENT_ID = ByteString.copyFrom(new byte[4]);

  /** Many answers of Riak are a code and nothing else. */
  private static final MessageLite EMPTY = RpbPutResp.getDefaultInstance();

  /**
   * @throws InvalidProtocolBufferException if the bytes are no such message
   */
  Response answer(byte code, byte[] body) throws InvalidProtocolBufferException {
    try {
      return done(code, body);
    } catch (RefusedException e) {
      Response error = Response.error(e.getMessage());
      return e.isClosing() ? error.asLast() : error;
    } catch (RuntimeException e) {
      LOG.error("A request failed inside the development node", e);
      return Response.error("development node failed: " + e);
    }
  }

  private Response done(byte code, byte[] body) throws InvalidProtocolBufferException {
    return switch (code) {
      case MSG_GetReq -> values.get(RpbGetReq.parseFrom(body));
      case MSG_PutReq -> values.put(RpbPutReq.parseFrom(body));
      case MSG_DelReq -> values.delete(RpbDelReq.parseFrom(body));
      case MSG_PingReq -> Response.of(MSG_PingResp, EMPTY);
      case MSG_GetServerInfoReq -> Response.of(MSG_GetServerInfoResp, serverInfo());
      case MSG_GetClientIdReq -> Response.of(MSG_GetClientIdResp, clientId());
      // Accepted and unused, as in Riak since version 1.
      case MSG_SetClientIdReq -> Response.of(MSG_SetClientIdResp, EMPTY);
      case MSG_GetBucketReq -> properties(RpbGetBucketReq.parseFrom(body));
      case MSG_SetBucketReq -> change(RpbSetBucketReq.parseFrom(body));
      case MSG_ResetBucketReq -> reset(RpbResetBucketReq.parseFrom(body));
      case MSG_GetBucketTypeReq -> properties(RpbGetBucketTypeReq.parseFrom(body));
      case MSG_SetBucketTypeReq -> change(RpbSetBucketTypeReq.parseFrom(body));
      case MSG_GetBucketKeyPreflistReq -> preflist(RpbGetBucketKeyPreflistReq.parseFrom(body));
      default ->
          Response.error(
              "Unknown message code: %d: the development node cannot do this; use a Riak cluster for it"
                  .formatted(Byte.toUnsignedInt(code)));
    };
  }

  private Response properties(RpbGetBucketReq request) {
    return properties(
        types.properties(BucketId.of(request.hasType(), request.getType(), request.getBucket())));
  }

  private Response properties(RpbGetBucketTypeReq request) {
    return properties(types.properties(request.getType()));
  }

  private static Response properties(RpbBucketProps properties) {
    return Response.of(
        MSG_GetBucketResp, RpbGetBucketResp.newBuilder().setProps(properties).build());
  }

  private Response change(RpbSetBucketReq request) {
    types.change(
        BucketId.of(request.hasType(), request.getType(), request.getBucket()), request.getProps());
    return Response.of(MSG_SetBucketResp, EMPTY);
  }

  private Response change(RpbSetBucketTypeReq request) {
    types.change(request.getType(), request.getProps());
    return Response.of(MSG_SetBucketResp, EMPTY);
  }

  private Response reset(RpbResetBucketReq request) {
    types.reset(BucketId.of(request.hasType(), request.getType(), request.getBucket()));
    return Response.of(MSG_ResetBucketResp, EMPTY);
  }

  private Response preflist(RpbGetBucketKeyPreflistReq request) {
    BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
    int nVal = types.rules(bucket).getNVal();
    return Response.of(
        MSG_GetBucketKeyPreflistResp, ring.preflist(ObjectKey.of(bucket, request.getKey()), nVal));
  }

  private MessageLite serverInfo() {
    return RpbGetServerInfoResp.newBuilder()
        .setNode(ByteString.copyFromUtf8(nodeName))
        .setServerVersion(VERSION)
        .build();
  }

  private static MessageLite clientId() {
    return RpbGetClientIdResp.newBuilder().setClientId(CLIENT_ID).build();
  }
}
