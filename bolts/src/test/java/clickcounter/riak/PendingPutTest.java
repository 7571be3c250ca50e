package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.store.CapturedAnswer;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbLink;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutResp;
import shaded.com.basho.riak.protobuf.RiakMessageCodes;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;

/** What is read straight from a reply to a put is what the whole message says. */
class PendingPutTest {
  private static final long SEED = 20261123;
  private static final int REPLIES = 5_000;
  private static final String OURS = "store.7";
  private static final List<String> NAMES = List.of("put", "puts", "", "X-Riak-Meta");
  private static final List<String> IDS = List.of(OURS, "store.8", "");

  private final Random random = new Random(SEED);

  private static Stored read(byte[] body) {
    CapturedAnswer<Stored> answer = new CapturedAnswer<>();
    new PendingPut(OURS, new PutErrors(BucketKind.ORDINARY), answer)
        .accept(new Reply(RiakMessageCodes.MSG_PutResp, body), null);
    assertThat(answer.cameOnce()).isTrue();
    return answer.get();
  }

  @Test
  void everyReplyMeansWhatTheWholeMessageSays() {
    for (int i = 0; i < REPLIES; i++) {
      RpbPutResp reply = reply();
      assertThat(read(reply.toByteArray()))
          .as("reply %d of seed %d: %s", i, SEED, reply)
          .isEqualTo(expected(reply));
    }
  }

  private static Stored expected(RpbPutResp reply) {
    ByteString clock = reply.getVclock();
    return Answers.stored(
        clock.isEmpty() ? StoreContext.NONE : new StoreContext(clock.toByteArray()),
        reply.getContentList().stream().map(PendingPutTest::headOf).toList(),
        OURS);
  }

  private static Answers.Head headOf(RpbContent content) {
    String putId =
        content.getUsermetaList().stream()
            .filter(each -> each.getKey().toStringUtf8().equals("put"))
            .map(each -> each.getValue().toStringUtf8())
            .findFirst()
            .orElse(null);
    return new Answers.Head(putId, content.getDeleted());
  }

  /** What is cut short or has no value for a sibling shows nothing for certain. */
  @Test
  void aReplyThatIsCutShortIsNeverTakenForStored() {
    for (int i = 0; i < REPLIES; i++) {
      RpbPutResp reply = reply();
      byte[] whole = reply.toByteArray();
      int length = whole.length == 0 ? 0 : random.nextInt(whole.length);
      Stored read = read(Arrays.copyOf(whole, length));
      if (read instanceof Stored.Single) {
        // The cut took away fields that do not matter, such as the key.
        assertThat(read).as("reply %d of seed %d", i, SEED).isEqualTo(expected(reply));
      }
    }
  }

  @Test
  void aSiblingWithoutAValueIsDoubt() {
    RpbPair id = pair("put", OURS);
    byte[] body =
        RpbPutResp.newBuilder()
            .addContent(RpbContent.newBuilder().addUsermeta(id).buildPartial())
            .setVclock(ByteString.copyFromUtf8("clock"))
            .buildPartial()
            .toByteArray();
    assertThat(read(body)).isInstanceOf(Stored.Doubt.class);
  }

  private RpbPutResp reply() {
    RpbPutResp.Builder reply = RpbPutResp.newBuilder();
    // Mostly one value, as Riak answers.
    int siblings = random.nextInt(4) > 0 ? 1 : random.nextInt(4);
    IntStream.range(0, siblings).forEach(i -> reply.addContent(content()));
    if (random.nextInt(10) > 0) {
      reply.setVclock(ByteString.copyFromUtf8("clock".repeat(random.nextInt(60))));
    }
    if (random.nextInt(4) == 0) {
      reply.setKey(ByteString.copyFromUtf8("m1"));
    }
    return reply.build();
  }

  private RpbContent content() {
    RpbContent.Builder content =
        RpbContent.newBuilder().setValue(ByteString.copyFrom(new byte[random.nextInt(200)]));
    int pairs = random.nextInt(4);
    IntStream.range(0, pairs).forEach(i -> content.addUsermeta(pair(any(NAMES), any(IDS))));
    if (random.nextInt(8) == 0) {
      content.setDeleted(random.nextBoolean());
    }
    if (random.nextBoolean()) {
      content
          .setContentType(ByteString.copyFromUtf8("application/json"))
          .setVtag(ByteString.copyFromUtf8("4Xq"))
          .setLastMod(random.nextInt())
          .setLastModUsecs(random.nextInt())
          .addLinks(RpbLink.newBuilder().setKey(ByteString.copyFromUtf8("put")))
          .addIndexes(pair("put", OURS));
    }
    return content.build();
  }

  private static RpbPair pair(String key, String value) {
    RpbPair.Builder pair = RpbPair.newBuilder().setKey(ByteString.copyFromUtf8(key));
    return value.isEmpty() ? pair.build() : pair.setValue(ByteString.copyFromUtf8(value)).build();
  }

  private String any(List<String> some) {
    return some.get(random.nextInt(some.size()));
  }
}
