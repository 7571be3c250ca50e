package clickcounter.riak;

import static clickcounter.riak.ScriptedRiak.SILENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.riak.ScriptedRiak.Reply;
import clickcounter.store.CapturedAnswer;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetReq;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbPutReq;
import shaded.com.basho.riak.protobuf.RiakPB.RpbPair;
import shaded.com.google.protobuf.ByteString;

/** What is asked of Riak, and what its answers and its silence mean. */
class RiakStoreTest {
  private static final DocumentKey AD = DocumentKey.ad("m1");
  private static final StoredValue VALUE = new StoredValue("text/plain", "v".getBytes(UTF_8));
  private static final StoreContext CONTEXT = new StoreContext("clock".getBytes(UTF_8));
  private static final int SHORT_TIMEOUT_MS = 300;
  private static final int LONG_TIMEOUT_MS = 30_000;
  private static final int QUORUM = -3;

  private ScriptedRiak riak;
  private RiakStore store;

  @AfterEach
  void close() throws Exception {
    if (store != null) {
      store.close();
    }
    if (riak != null) {
      riak.close();
    }
  }

  private void openAt(Reply reply, int timeoutMs) throws Exception {
    riak = ScriptedRiak.always(reply);
    store = new RiakStore(settings(timeoutMs));
  }

  private void openAt(Reply reply) throws Exception {
    openAt(reply, LONG_TIMEOUT_MS);
  }

  private RiakSettings settings(int timeoutMs) {
    return RiakSettings.defaults("clicks")
        .withNodes(List.of(riak.address()))
        .with(s -> s.operationTimeoutMs(timeoutMs).connectTimeoutMs(1_000))
        .withMaxConnections(2);
  }

  private Stored put(StoreContext context) {
    CapturedAnswer<Stored> answer = new CapturedAnswer<>();
    store.put(AD, VALUE, context, answer);
    return answer.get();
  }

  private Fetched fetch() {
    CapturedAnswer<Fetched> answer = new CapturedAnswer<>();
    store.fetch(AD, answer);
    return answer.get();
  }

  private static RpbContent content(String text) {
    return RpbContent.newBuilder()
        .setValue(ByteString.copyFromUtf8(text))
        .setContentType(ByteString.copyFromUtf8("text/plain"))
        .build();
  }

  private static RpbContent tombstone() {
    return RpbContent.newBuilder().setValue(ByteString.EMPTY).setDeleted(true).build();
  }

  private RpbPutReq putSent() throws Exception {
    return RpbPutReq.parseFrom(riak.requests(ScriptedRiak.PUT).get(0).body());
  }

  @Test
  void tombstonesAmongSiblingsAreLeftOut() throws Exception {
    openAt(Reply.found("clock", content("v"), tombstone(), content("w")));
    Fetched.Found found = (Fetched.Found) fetch();
    assertThat(found.context()).isEqualTo(CONTEXT);
    assertThat(found.siblings())
        .extracting(s -> new String(s.bytes(), UTF_8))
        .containsExactly("v", "w");
  }

  @Test
  void onlyTombstonesAreAbsentWithTheirContext() throws Exception {
    openAt(Reply.found("clock", tombstone(), tombstone()));
    assertThat(fetch()).isEqualTo(new Fetched.Absent(CONTEXT));
  }

  @Test
  void aVclockWithoutContentIsATombstone() throws Exception {
    openAt(Reply.found("clock"));
    assertThat(fetch()).isEqualTo(new Fetched.Absent(CONTEXT));
  }

  @Test
  void notFoundIsAbsentWithoutContext() throws Exception {
    openAt(ScriptedRiak.NOT_FOUND);
    assertThat(fetch()).isEqualTo(new Fetched.Absent(StoreContext.NONE));
  }

  @Test
  void anEmptyValueIsAValue() throws Exception {
    openAt(Reply.found("clock", content("")));
    assertThat(((Fetched.Found) fetch()).siblings().get(0).bytes()).isEmpty();
  }

  @Test
  void aValueWithoutVclockIsNotTrusted() throws Exception {
    openAt(Reply.found("", content("v")));
    assertThat(fetch()).isInstanceOf(Fetched.Failed.class);
  }

  @Test
  void anErrorOnReadingTellsTheDocumentAndTheReason() throws Exception {
    openAt(Reply.error("{pr_val_unsatisfied,2,1}"));
    assertThat(fetch()).isEqualTo(new Fetched.Failed("read of ads/m1: {pr_val_unsatisfied,2,1}"));
  }

  /** One that came back with an empty disk would stand for one that has what was stored. */
  @Test
  void aReplicaThatHasNothingCountsForNoQuorumOfARead() throws Exception {
    openAt(ScriptedRiak.NOT_FOUND);
    assertThat(fetch()).isEqualTo(new Fetched.Absent(StoreContext.NONE));
    assertThat(riak.requests(ScriptedRiak.GET)).hasSize(1);
    RpbGetReq sent = RpbGetReq.parseFrom(riak.requests(ScriptedRiak.GET).get(0).body());
    assertThat(sent.hasNotfoundOk() && !sent.getNotfoundOk()).isTrue();
    assertThat(sent.hasBasicQuorum() && !sent.getBasicQuorum()).isTrue();
  }

  @Test
  void aReadAsksAQuorumAndTombstones() throws Exception {
    openAt(ScriptedRiak.NOT_FOUND);
    fetch();
    RpbGetReq sent = RpbGetReq.parseFrom(riak.requests(ScriptedRiak.GET).get(0).body());
    assertThat(sent.getType().toStringUtf8()).isEqualTo("clicks");
    assertThat(sent.getR()).isEqualTo(QUORUM);
    assertThat(sent.getPr()).isEqualTo(QUORUM);
    assertThat(sent.getDeletedvclock()).isTrue();
    assertThat(sent.getTimeout()).as("before ours").isEqualTo(LONG_TIMEOUT_MS * 9 / 10);
  }

  @Test
  void oneValueInTheAnswerIsSingle() throws Exception {
    openAt(Reply.stored("clock", content("")));
    assertThat(put(StoreContext.NONE)).isEqualTo(new Stored.Single(CONTEXT));
  }

  @Test
  void singleValueOfAnotherWriterIsNotOurs() throws Exception {
    RpbPair other =
        RpbPair.newBuilder()
            .setKey(ByteString.copyFromUtf8("put"))
            .setValue(ByteString.copyFromUtf8("another"))
            .build();
    openAt(Reply.stored("clock", content("").toBuilder().addUsermeta(other).build()));
    assertThat(put(CONTEXT)).isEqualTo(new Stored.Siblings(1));
  }

  @Test
  void severalValuesInTheAnswerAreSiblings() throws Exception {
    openAt(Reply.stored("clock", content(""), content(""), content("")));
    assertThat(put(CONTEXT)).isEqualTo(new Stored.Siblings(3));
  }

  @Test
  void aTombstoneBesideTheValueIsASibling() throws Exception {
    openAt(Reply.stored("clock", content(""), tombstone()));
    assertThat(put(StoreContext.NONE)).isEqualTo(new Stored.Siblings(2));
  }

  @Test
  void aTombstoneAloneIsDoubt() throws Exception {
    openAt(Reply.stored("clock", tombstone()));
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
  }

  @Test
  void anAnswerWithoutContentIsDoubt() throws Exception {
    openAt(Reply.stored("clock"));
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
  }

  @Test
  void anAnswerWithoutVclockIsDoubt() throws Exception {
    openAt(Reply.stored("", content("")));
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
  }

  @Test
  void anAnswerOfAnotherKindIsDoubt() throws Exception {
    openAt(ScriptedRiak.PONG);
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
  }

  @Test
  void aPutAsksAQuorumAndTheHeadAndSetsNoCondition() throws Exception {
    openAt(Reply.stored("clock", content("")));
    put(CONTEXT);
    RpbPutReq sent = putSent();
    assertThat(sent.getReturnHead()).isTrue();
    assertThat(List.of(sent.getW(), sent.getPw(), sent.getDw())).containsOnly(QUORUM);
    assertThat(sent.getVclock().toStringUtf8()).isEqualTo("clock");
    assertThat(sent.getIfNoneMatch() || sent.getIfNotModified()).isFalse();
    assertThat(sent.getType().toStringUtf8()).isEqualTo("clicks");
    assertThat(sent.getBucket().toStringUtf8()).isEqualTo("ads");
    assertThat(sent.getKey().toStringUtf8()).isEqualTo("m1");
    assertThat(sent.getTimeout()).as("before ours").isEqualTo(LONG_TIMEOUT_MS * 9 / 10);
    assertThat(sent.getContent().getContentType().toStringUtf8()).isEqualTo("text/plain");
    assertThat(sent.getContent().getValue().toStringUtf8()).isEqualTo("v");
  }

  @Test
  void aFirstPutHasNoVclock() throws Exception {
    openAt(Reply.stored("clock", content("")));
    put(StoreContext.NONE);
    assertThat(putSent().hasVclock()).isFalse();
  }

  @Test
  void aPutIsSentOnceEvenWhenItFails() throws Exception {
    openAt(Reply.error("timeout"));
    assertThat(put(CONTEXT)).isEqualTo(new Stored.Doubt("timeout"));
    assertThat(riak.requests(ScriptedRiak.PUT)).hasSize(1);
  }

  @Test
  void aConnectionClosedBeforeTheAnswerIsDoubt() throws Exception {
    openAt(ScriptedRiak.HANG_UP);
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
    assertThat(riak.requests(ScriptedRiak.PUT)).hasSize(1);
  }

  @Test
  void aRefusedConnectionIsDoubtAndAFailedRead() throws Exception {
    openAt(SILENCE);
    RiakSettings settings = settings(LONG_TIMEOUT_MS);
    riak.close();
    store.close();
    store = new RiakStore(settings);
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
    assertThat(fetch()).isInstanceOf(Fetched.Failed.class);
  }

  @Test
  void aServerThatNeverAnswersLeavesDoubtWithinTheTimeOut() throws Exception {
    openAt(SILENCE, SHORT_TIMEOUT_MS);
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
    assertThat(fetch()).isInstanceOf(Fetched.Failed.class);
  }

  @Test
  void callsBeyondTheConnectionsAreAnsweredToo() throws Exception {
    openAt(SILENCE, SHORT_TIMEOUT_MS);
    List<CapturedAnswer<Stored>> answers = putMany(50);
    assertThat(answers).allSatisfy(a -> assertThat(a.get()).isInstanceOf(Stored.Doubt.class));
    assertThat(answers).allMatch(CapturedAnswer::cameOnce);
  }

  @Test
  void connectionsAreFreedOfAnswersThatNeverCome() throws Exception {
    int[] unanswered = {4};
    riak =
        ScriptedRiak.ofDocuments(
            request -> {
              synchronized (unanswered) {
                return unanswered[0]-- > 0 ? SILENCE : Reply.stored("clock", content(""));
              }
            });
    store = new RiakStore(settings(SHORT_TIMEOUT_MS));
    // More than there are connections: were they kept, the last put could never be sent.
    Stored last = put(CONTEXT);
    for (int i = 0; i < 20 && last instanceof Stored.Doubt; i++) {
      last = put(CONTEXT);
    }
    assertThat(last).isEqualTo(new Stored.Single(CONTEXT));
  }

  @Test
  void manyMorePutsThanConnectionsAllSucceed() throws Exception {
    openAt(Reply.stored("clock", content("")));
    List<CapturedAnswer<Stored>> answers = putMany(300);
    assertThat(answers).allSatisfy(a -> assertThat(a.get()).isInstanceOf(Stored.Single.class));
    assertThat(answers).allMatch(CapturedAnswer::cameOnce);
  }

  @Test
  void aReceiverMayCallTheStoreAgain() throws Exception {
    openAt(Reply.stored("clock", content("")));
    CapturedAnswer<Stored> last = new CapturedAnswer<>();
    for (int i = 0; i < 20; i++) {
      store.put(AD, VALUE, CONTEXT, first -> store.put(AD, VALUE, CONTEXT, last));
    }
    assertThat(last.get()).isInstanceOf(Stored.Single.class);
  }

  @Test
  void aReceiverThatFailsHarmsNobodyElse() throws Exception {
    openAt(Reply.stored("clock", content("")));
    store.put(
        AD,
        VALUE,
        CONTEXT,
        answer -> {
          throw new IllegalStateException("a receiver's own mistake");
        });
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Single.class);
  }

  @Test
  void closingAnswersWhatIsInFlightAsDoubt() throws Exception {
    openAt(SILENCE);
    CapturedAnswer<Stored> put = new CapturedAnswer<>();
    CapturedAnswer<Fetched> fetch = new CapturedAnswer<>();
    store.put(AD, VALUE, CONTEXT, put);
    store.fetch(AD, fetch);
    riak.awaitRequest();
    store.close();
    assertThat(put.came() && fetch.came()).isTrue();
    assertThat(put.get()).isInstanceOf(Stored.Doubt.class);
    assertThat(fetch.get()).isInstanceOf(Fetched.Failed.class);
  }

  @Test
  void aClosedStoreAnswersAtOnceAndMayBeClosedAgain() throws Exception {
    openAt(SILENCE);
    store.close();
    store.close();
    assertThat(put(CONTEXT)).isInstanceOf(Stored.Doubt.class);
    assertThat(fetch()).isInstanceOf(Fetched.Failed.class);
  }

  private List<CapturedAnswer<Stored>> putMany(int count) {
    List<CapturedAnswer<Stored>> answers =
        IntStream.range(0, count).mapToObj(i -> new CapturedAnswer<Stored>()).toList();
    answers.forEach(answer -> store.put(AD, VALUE, CONTEXT, answer));
    return answers;
  }
}
