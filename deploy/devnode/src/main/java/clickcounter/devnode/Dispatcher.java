package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.*;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketTypeReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetServerInfoResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/** From a message code and its bytes to the answer. One for all connections. */
record Dispatcher(String nodeName, KeyValues values, BucketTypes types, Ring ring) {
  private static final Logger LOG = LoggerFactory.getLogger(Dispatcher.class);

  /** Names itself, so that it is not taken for a genuine Riak. */
  private static final ByteString VERSION = ByteString.copyFromUtf8("3.2.1-click-counter-devnode");

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
      case MSG_PingReq -> Response.of(MSG_PingResp);
      case MSG_GetServerInfoReq -> serverInfo();
      case MSG_GetBucketReq -> {
        RpbGetBucketReq request = RpbGetBucketReq.parseFrom(body);
        yield properties(BucketTypes.named(request.hasType(), request.getType()));
      }
      case MSG_GetBucketTypeReq ->
          properties(RpbGetBucketTypeReq.parseFrom(body).getType().toStringUtf8());
      case MSG_GetBucketKeyPreflistReq -> preflist(RpbGetBucketKeyPreflistReq.parseFrom(body));
      default ->
          Response.error(
              "Unknown message code: %d: the development node cannot do this; use a Riak cluster for it"
                  .formatted(Byte.toUnsignedInt(code)));
    };
  }

  private Response properties(String type) {
    return Response.of(
        MSG_GetBucketResp, RpbGetBucketResp.newBuilder().setProps(types.properties(type)).build());
  }

  private Response preflist(RpbGetBucketKeyPreflistReq request) {
    types.requireKnown(BucketTypes.named(request.hasType(), request.getType()));
    return Response.of(
        MSG_GetBucketKeyPreflistResp,
        ring.preflist(ObjectKey.of(request.getBucket(), request.getKey()), BucketTypes.N_VAL));
  }

  private Response serverInfo() {
    return Response.of(
        MSG_GetServerInfoResp,
        RpbGetServerInfoResp.newBuilder()
            .setNode(ByteString.copyFromUtf8(nodeName))
            .setServerVersion(VERSION)
            .build());
  }
}
