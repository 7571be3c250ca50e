package clickcounter.riak;

import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;
import shaded.com.google.protobuf.CodedOutputStream;
import shaded.com.google.protobuf.WireFormat;

/**
 * Writes the frames of puts, by far the most frequent request, straight into one array: byte by
 * byte what the builder of {@link RpbPutReq} would write. What is the same in many puts is built
 * once: the bucket before the key, the quorums, the condition and the bucket type after the
 * content. Threads may share it.
 */
final class PutFrames {
  /** Name of the user metadata that identifies a put. */
  static final String PUT_ID = "put";

  private static final int DELIMITED = WireFormat.WIRETYPE_LENGTH_DELIMITED;

  private static final byte[] PUT_ID_KEY =
      RpbPair.newBuilder().setKey(ByteString.copyFromUtf8(PUT_ID)).build().toByteArray();

  private final Map<String, byte[]> buckets = new ConcurrentHashMap<>();
  private final byte[] endOfFirst;
  private final byte[] endOfChange;

  PutFrames(RiakSettings settings) {
    endOfFirst = end(settings, true);
    endOfChange = end(settings, false);
  }

  private static byte[] end(RiakSettings settings, boolean isFirst) {
    RpbPutReq.Builder end =
        RpbPutReq.newBuilder()
            .setReturnHead(true)
            .setTimeout(settings.operationTimeoutMs())
            .setType(ByteString.copyFromUtf8(settings.bucketType()));
    if (settings.bucketKind() == BucketKind.ORDINARY) {
      Quorums quorums = settings.quorums();
      end.setW(quorums.wCode()).setPw(quorums.pwCode()).setDw(quorums.dwCode());
    } else if (isFirst) {
      end.setIfNoneMatch(true);
    } else {
      end.setIfNotModified(true);
    }
    return end.buildPartial().toByteArray();
  }

  private static byte[] begin(String bucket) {
    return RpbPutReq.newBuilder()
        .setBucket(ByteString.copyFromUtf8(bucket))
        .buildPartial()
        .toByteArray();
  }

  /**
   * A whole frame.
   *
   * @param putId comes back in the answer, as user metadata of the value
   */
  byte[] frame(DocumentKey key, StoredValue value, StoreContext context, String putId) {
    byte[] begin = buckets.computeIfAbsent(key.bucket(), PutFrames::begin);
    byte[] end = context.isNone() ? endOfFirst : endOfChange;
    byte[] keyBytes = key.key().getBytes(StandardCharsets.UTF_8);
    byte[] type = value.contentType().getBytes(StandardCharsets.UTF_8);
    byte[] id = putId.getBytes(StandardCharsets.UTF_8);
    int pairSize = PUT_ID_KEY.length + sizeOf(RpbPair.VALUE_FIELD_NUMBER, id.length);
    int contentSize =
        sizeOf(RpbContent.VALUE_FIELD_NUMBER, value.bytes().length)
            + sizeOf(RpbContent.CONTENT_TYPE_FIELD_NUMBER, type.length)
            + sizeOf(RpbContent.USERMETA_FIELD_NUMBER, pairSize);
    int size =
        begin.length
            + sizeOf(RpbPutReq.KEY_FIELD_NUMBER, keyBytes.length)
            + (context.isNone() ? 0 : sizeOf(RpbPutReq.VCLOCK_FIELD_NUMBER, context.bytes().length))
            + sizeOf(RpbPutReq.CONTENT_FIELD_NUMBER, contentSize)
            + end.length;
    try {
      byte[] frame = Frames.withHead(RiakMessageCodes.MSG_PutReq, size);
      CodedOutputStream out = Frames.bodyOf(frame);
      out.writeRawBytes(begin);
      out.writeByteArray(RpbPutReq.KEY_FIELD_NUMBER, keyBytes);
      if (!context.isNone()) {
        out.writeByteArray(RpbPutReq.VCLOCK_FIELD_NUMBER, context.bytes());
      }
      writeHead(out, RpbPutReq.CONTENT_FIELD_NUMBER, contentSize);
      out.writeByteArray(RpbContent.VALUE_FIELD_NUMBER, value.bytes());
      out.writeByteArray(RpbContent.CONTENT_TYPE_FIELD_NUMBER, type);
      writeHead(out, RpbContent.USERMETA_FIELD_NUMBER, pairSize);
      out.writeRawBytes(PUT_ID_KEY);
      out.writeByteArray(RpbPair.VALUE_FIELD_NUMBER, id);
      out.writeRawBytes(end);
      out.checkNoSpaceLeft();
      return frame;
    } catch (IOException e) {
      throw new UncheckedIOException("an array does not fail", e);
    }
  }

  private static int sizeOf(int field, int bytes) {
    return CodedOutputStream.computeTagSize(field)
        + CodedOutputStream.computeRawVarint32Size(bytes)
        + bytes;
  }

  private static void writeHead(CodedOutputStream out, int field, int bytes) throws IOException {
    out.writeTag(field, DELIMITED);
    out.writeRawVarint32(bytes);
  }
}
