package clickcounter.devnode;

import static shaded.com.basho.riak.protobuf.RiakMessageCodes.*;

import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbDelReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetClientIdResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbListBucketsReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbListKeysReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbSetClientIdReq;
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

/** From a message code and its bytes to what is to be done. One for all connections. */
final class Dispatcher {

  /** Not a code of Riak's: an order to one of several replicas, a line of text. */
  static final byte ORDER = (byte) 200;

  static final byte OBEYED = (byte) 201;

  /** Names itself, so that nobody takes it for the real thing. */
  private static final ByteString VERSION = ByteString.copyFromUtf8("3.2.1-click-counter-devnode");

  private static final ByteString CLIENT_ID = ByteString.copyFrom(new byte[4]);

  /** Many answers of Riak are a code and nothing else. */
  private static final MessageLite EMPTY = RpbPutResp.getDefaultInstance();

  private final String nodeName;
  private final KeyValues values;
  private final BucketTypes types;
  private final Listings listings;
  private final Ring ring;
  private final ReplicaCommands orders;
  private final Faults faults;

  /**
   * @param orders null where there is but one copy
   */
  Dispatcher(
      String nodeName,
      KeyValues values,
      BucketTypes types,
      Listings listings,
      Ring ring,
      ReplicaCommands orders,
      Faults faults) {
    this.nodeName = nodeName;
    this.values = values;
    this.types = types;
    this.listings = listings;
    this.ring = ring;
    this.orders = orders;
    this.faults = faults;
  }

  DecodedRequest decode(byte code, byte[] body) throws InvalidProtocolBufferException {
    return switch (code) {
      case MSG_GetReq -> get(RpbGetReq.parseFrom(body));
      case MSG_PutReq -> put(RpbPutReq.parseFrom(body));
      case MSG_DelReq -> delete(RpbDelReq.parseFrom(body));
      case MSG_PingReq -> constant(MSG_PingResp, EMPTY);
      case MSG_GetServerInfoReq -> constant(MSG_GetServerInfoResp, serverInfo());
      case MSG_GetClientIdReq -> constant(MSG_GetClientIdResp, clientId());
      case MSG_SetClientIdReq -> setClientId(RpbSetClientIdReq.parseFrom(body));
      case MSG_GetBucketReq -> properties(RpbGetBucketReq.parseFrom(body));
      case MSG_SetBucketReq -> change(RpbSetBucketReq.parseFrom(body));
      case MSG_ResetBucketReq -> reset(RpbResetBucketReq.parseFrom(body));
      case MSG_GetBucketTypeReq -> properties(RpbGetBucketTypeReq.parseFrom(body));
      case MSG_SetBucketTypeReq -> change(RpbSetBucketTypeReq.parseFrom(body));
      case MSG_ListKeysReq -> listKeys(RpbListKeysReq.parseFrom(body));
      case MSG_ListBucketsReq -> listBuckets(RpbListBucketsReq.parseFrom(body));
      case MSG_GetBucketKeyPreflistReq -> preflist(RpbGetBucketKeyPreflistReq.parseFrom(body));
      case ORDER -> orders == null ? unknown(code) : order(body);
      default -> unknown(code);
    };
  }

  private DecodedRequest get(RpbGetReq request) {
    Supplier<Response> work = () -> values.get(request);
    return faults == Faults.NONE
        ? DecodedRequest.of(work)
        : new DecodedRequest(work, faultOf(request));
  }

  private Faults.Decision faultOf(RpbGetReq request) {
    return faults.onGet(
        BucketId.typeOf(request.hasType(), request.getType()).toStringUtf8(),
        request.getBucket().toStringUtf8(),
        request.getKey().toStringUtf8());
  }

  private DecodedRequest put(RpbPutReq sent) {
    RpbPutReq request = KeyValues.withKey(sent);
    Supplier<Response> work =
        sent.hasKey()
            ? () -> values.put(request)
            : () -> named(values.put(request), request.getKey());
    return faults == Faults.NONE
        ? DecodedRequest.of(work)
        : new DecodedRequest(work, faultOf(request));
  }

  private static Response named(Response answer, ByteString key) {
    if (answer instanceof Response.Later later) {
      return new Response.Later(later.pause(), () -> named(later.work().get(), key));
    }
    return answer instanceof Response.One one && one.body() instanceof RpbPutResp stored
        ? Response.of(one.code(), stored.toBuilder().setKey(key).build())
        : answer;
  }

  private Faults.Decision faultOf(RpbPutReq request) {
    return faults.onPut(
        BucketId.typeOf(request.hasType(), request.getType()).toStringUtf8(),
        request.getBucket().toStringUtf8(),
        request.getKey().toStringUtf8());
  }

  private DecodedRequest delete(RpbDelReq request) {
    return DecodedRequest.of(() -> values.delete(request));
  }

  private static DecodedRequest setClientId(RpbSetClientIdReq request) {
    // Accepted and unused, as in Riak since version 1.
    return constant(MSG_SetClientIdResp, EMPTY);
  }

  private DecodedRequest properties(RpbGetBucketReq request) {
    return DecodedRequest.of(
        () ->
            properties(
                types.properties(
                    BucketId.of(request.hasType(), request.getType(), request.getBucket()))));
  }

  private DecodedRequest properties(RpbGetBucketTypeReq request) {
    return DecodedRequest.of(() -> properties(types.properties(request.getType())));
  }

  private static Response properties(RpbBucketProps properties) {
    return Response.of(
        MSG_GetBucketResp, RpbGetBucketResp.newBuilder().setProps(properties).build());
  }

  private DecodedRequest change(RpbSetBucketReq request) {
    return emptied(
        MSG_SetBucketResp,
        () ->
            types.change(
                BucketId.of(request.hasType(), request.getType(), request.getBucket()),
                request.getProps()));
  }

  private DecodedRequest change(RpbSetBucketTypeReq request) {
    return emptied(MSG_SetBucketResp, () -> types.change(request.getType(), request.getProps()));
  }

  private DecodedRequest reset(RpbResetBucketReq request) {
    return emptied(
        MSG_ResetBucketResp,
        () -> types.reset(BucketId.of(request.hasType(), request.getType(), request.getBucket())));
  }

  private DecodedRequest listKeys(RpbListKeysReq request) {
    return DecodedRequest.of(
        () -> {
          BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
          boolean consistent = types.rules(bucket).consistent();
          return new Response.Many(MSG_ListKeysResp, listings.keys(bucket, consistent));
        });
  }

  private DecodedRequest listBuckets(RpbListBucketsReq request) {
    ByteString type = BucketId.typeOf(request.hasType(), request.getType());
    return DecodedRequest.of(
        () -> {
          boolean consistent = types.rules(type).consistent();
          return Response.of(MSG_ListBucketsResp, listings.buckets(type, consistent));
        });
  }

  private static DecodedRequest unknown(byte code) {
    return DecodedRequest.of(
        () ->
            Response.error(
                "Unknown message code: %d: the development node cannot do this; use a Riak cluster for it"
                    .formatted(Byte.toUnsignedInt(code))));
  }

  private static DecodedRequest constant(int code, MessageLite body) {
    return DecodedRequest.of(() -> Response.of(code, body));
  }

  private static DecodedRequest emptied(int code, Runnable work) {
    return DecodedRequest.of(
        () -> {
          work.run();
          return Response.of(code, EMPTY);
        });
  }

  private MessageLite serverInfo() {
    return RpbGetServerInfoResp.newBuilder()
        .setNode(ByteString.copyFromUtf8(nodeName))
        .setServerVersion(VERSION)
        .build();
  }

  private DecodedRequest preflist(RpbGetBucketKeyPreflistReq request) {
    return DecodedRequest.of(
        () -> {
          BucketId bucket = BucketId.of(request.hasType(), request.getType(), request.getBucket());
          int nVal = types.rules(bucket).nVal();
          return Response.of(
              MSG_GetBucketKeyPreflistResp,
              ring.preflist(ObjectKey.of(bucket, request.getKey()), nVal));
        });
  }

  private DecodedRequest order(byte[] body) {
    String order = new String(body, StandardCharsets.UTF_8);
    return DecodedRequest.of(
        () -> new Response.Text(OBEYED, orders.obey(order).getBytes(StandardCharsets.UTF_8)));
  }

  private static MessageLite clientId() {
    return RpbGetClientIdResp.newBuilder().setClientId(CLIENT_ID).build();
  }
}
