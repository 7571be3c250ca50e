package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.StoredValue;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;

/** A put that is written straight is byte by byte what the builder of the message writes. */
class PutFramesTest {
  private static final long SEED = 20261123;
  private static final int PUTS = 3_000;
  private static final List<String> LETTERS = List.of("a", "7", "ß", "€", "😀", "/", " ");
  private static final List<Quorums> QUORUMS =
      List.of(
          Quorums.MAJORITY,
          Quorums.each("3"),
          Quorums.each("default"),
          new Quorums("1", "2", "3", "all", "one"));

  private final Random random = new Random(SEED);

  @Test
  void everyFrameIsWhatTheBuilderWrites() throws Exception {
    for (BucketKind kind : BucketKind.values()) {
      for (Quorums quorums : QUORUMS) {
        RiakSettings settings =
            RiakSettings.defaults(text(1 + random.nextInt(20)), kind).withQuorums(quorums);
        requireSameAsBuilder(settings);
      }
    }
  }

  private void requireSameAsBuilder(RiakSettings settings) throws Exception {
    PutFrames frames = new PutFrames(settings);
    for (int i = 0; i < PUTS; i++) {
      DocumentKey key = new DocumentKey(text(1 + random.nextInt(3)), text(1 + length()));
      StoredValue value = new StoredValue(text(length()), bytes(length()));
      StoreContext context = random.nextBoolean() ? StoreContext.NONE : clock();
      String putId = text(random.nextInt(200));
      RpbPutReq expected = built(settings, key, value, context, putId);

      byte[] frame = frames.frame(key, value, context, putId);

      byte[] body = Arrays.copyOfRange(frame, 5, frame.length);
      String which = "put " + i + " of seed " + SEED + " with " + settings;
      assertThat(ByteBuffer.wrap(frame).getInt()).as(which).isEqualTo(1 + body.length);
      assertThat(frame[4]).as(which).isEqualTo(RiakMessageCodes.MSG_PutReq);
      assertThat(RpbPutReq.parseFrom(body)).as(which).isEqualTo(expected);
      assertThat(body).as(which).isEqualTo(expected.toByteArray());
    }
  }

  private static RpbPutReq built(
      RiakSettings settings,
      DocumentKey key,
      StoredValue value,
      StoreContext context,
      String putId) {
    RpbPair id =
        RpbPair.newBuilder()
            .setKey(ByteString.copyFromUtf8("put"))
            .setValue(ByteString.copyFromUtf8(putId))
            .build();
    RpbPutReq.Builder put =
        RpbPutReq.newBuilder()
            .setType(ByteString.copyFromUtf8(settings.bucketType()))
            .setBucket(ByteString.copyFromUtf8(key.bucket()))
            .setKey(ByteString.copyFromUtf8(key.key()))
            .setContent(
                RpbContent.newBuilder()
                    .setValue(ByteString.copyFrom(value.bytes()))
                    .setContentType(ByteString.copyFromUtf8(value.contentType()))
                    .addUsermeta(id))
            .setReturnHead(true)
            .setTimeout(settings.operationTimeoutMs());
    if (!context.isNone()) {
      put.setVclock(ByteString.copyFrom(context.bytes()));
    }
    if (settings.bucketKind() == BucketKind.ORDINARY) {
      Quorums quorums = settings.quorums();
      put.setW(quorums.wCode()).setPw(quorums.pwCode()).setDw(quorums.dwCode());
    } else if (context.isNone()) {
      put.setIfNoneMatch(true);
    } else {
      put.setIfNotModified(true);
    }
    return put.build();
  }

  /** Mostly short, sometimes such that its length takes two or three bytes. */
  private int length() {
    return switch (random.nextInt(10)) {
      case 0 -> 0;
      case 1 -> 100 + random.nextInt(60);
      case 2 -> random.nextInt(20_000);
      default -> random.nextInt(40);
    };
  }

  private StoreContext clock() {
    return new StoreContext(bytes(1 + length()));
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private String text(int length) {
    StringBuilder text = new StringBuilder();
    boolean plain = random.nextBoolean();
    for (int i = 0; i < length; i++) {
      text.append(plain ? "x" : LETTERS.get(random.nextInt(LETTERS.size())));
    }
    return text.toString();
  }
}
