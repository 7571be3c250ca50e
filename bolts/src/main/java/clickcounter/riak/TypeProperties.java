package clickcounter.riak;

import com.basho.riak.client.core.FutureOperation;
import com.basho.riak.client.core.RiakMessage;
import com.basho.riak.client.core.query.Namespace;
import java.util.List;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketResp;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.InvalidProtocolBufferException;

/**
 * Reads the properties of a bucket in a bucket type. The client's own operation for that drops
 * {@code consistent}, {@code write_once} and {@code datatype}, so this one keeps the message
 * itself.
 */
final class TypeProperties extends FutureOperation<RpbBucketProps, RpbGetBucketResp, Namespace> {
  private static final byte GET_BUCKET_REQUEST = 19;
  private static final byte GET_BUCKET_RESPONSE = 20;

  private final Namespace namespace;

  TypeProperties(Namespace namespace) {
    this.namespace = namespace;
  }

  @Override
  protected RiakMessage createChannelMessage() {
    RpbGetBucketReq request =
        RpbGetBucketReq.newBuilder()
            .setType(ByteString.copyFrom(namespace.getBucketType().getValue()))
            .setBucket(ByteString.copyFrom(namespace.getBucketName().getValue()))
            .build();
    return new RiakMessage(GET_BUCKET_REQUEST, request.toByteArray());
  }

  @Override
  protected RpbGetBucketResp decode(RiakMessage message) {
    if (message.getCode() != GET_BUCKET_RESPONSE) {
      throw new IllegalArgumentException(
          "message code " + message.getCode() + ", expected " + GET_BUCKET_RESPONSE);
    }
    try {
      return RpbGetBucketResp.parseFrom(message.getData());
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("bucket properties that cannot be parsed", e);
    }
  }

  @Override
  protected RpbBucketProps convert(List<RpbGetBucketResp> responses) {
    return checkAndGetSingleResponse(responses).getProps();
  }

  @Override
  public Namespace getQueryInfo() {
    return namespace;
  }
}
