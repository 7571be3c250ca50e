package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.riak.ScriptedRiak.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.google.protobuf.ByteString;

class BucketTypeCheckTest {
  private static final RiakSettings ORDINARY =
      RiakSettings.defaults("clicks", BucketKind.ORDINARY).withTimeoutsMs(5_000, 1_000);
  private static final RiakSettings CONSISTENT =
      RiakSettings.defaults("clicks_consistent", BucketKind.CONSISTENT);

  private static RpbBucketProps.Builder right() {
    return ScriptedRiak.rightProperties();
  }

  private static ScriptedRiak toAll(Reply reply) throws Exception {
    return new ScriptedRiak(request -> reply);
  }

  private static void verify(RiakSettings settings, RpbBucketProps.Builder found) {
    new BucketRules(settings, "ads", found.build()).verify();
  }

  @Test
  void rightPropertiesPass() {
    verify(ORDINARY, right());
    verify(CONSISTENT, right().setConsistent(true));
    verify(CONSISTENT, right().setConsistent(true).setAllowMult(false));
  }

  @Test
  void withoutSiblingsIsRefusedWithTheCommandThatMakesThem() {
    assertThatThrownBy(() -> verify(ORDINARY, right().setAllowMult(false)))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll(
            "'clicks'",
            "bucket ads",
            "allow_mult=false",
            "expected allow_mult=true",
            "riak-admin bucket-type create clicks_ordinary",
            "\"dvv_enabled\":true",
            "Nothing was read or written");
  }

  @Test
  void lastWriteWinsIsRefused() {
    assertThatThrownBy(() -> verify(ORDINARY, right().setLastWriteWins(true)))
        .hasMessageContainingAll("last_write_wins=true", "expected last_write_wins=false");
  }

  @Test
  void writeOnceIsRefused() {
    assertThatThrownBy(() -> verify(ORDINARY, right().setWriteOnce(true)))
        .hasMessageContaining("write_once=true");
  }

  @Test
  void aDataTypeIsRefused() {
    assertThatThrownBy(
            () -> verify(ORDINARY, right().setDatatype(ByteString.copyFromUtf8("counter"))))
        .hasMessageContainingAll("datatype", "counter");
  }

  @Test
  void aKindThatContradictsTheTypeIsRefused() {
    assertThatThrownBy(() -> verify(ORDINARY, right().setConsistent(true)))
        .hasMessageContainingAll("consistent=true", "set riak.bucketKind=CONSISTENT");
    assertThatThrownBy(() -> verify(CONSISTENT, right()))
        .hasMessageContainingAll(
            "consistent=false",
            "set riak.bucketKind=ORDINARY",
            "riak-admin bucket-type create clicks_consistent '{\"props\":{\"consistent\":true}}'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"one", "1", "default", "4"})
  void aQuorumThatIsNoMajorityIsRefused(String quorum) {
    RiakSettings settings = ORDINARY.withQuorums(Quorums.each(quorum));
    assertThatThrownBy(() -> verify(settings, right()))
        .hasMessageContainingAll("riak.quorum", "n_val=3", "expected 2 to 3");
  }

  @ParameterizedTest
  @CsvSource({"quorum,1", "quorum,5", "all,3", "2,3", "3,5"})
  void aMajorityPasses(String quorum, int replicas) {
    verify(ORDINARY.withQuorums(Quorums.each(quorum)), right().setNVal(replicas));
  }

  @Test
  void everyBucketOfTheTypeIsLookedAt() throws Exception {
    try (ScriptedRiak riak =
        new ScriptedRiak(
            request ->
                request.code() == ScriptedRiak.GET_BUCKET
                    ? Reply.properties(right().setAllowMult(!isFor("counters", request)))
                    : Reply.error("Unknown message code: " + request.code()))) {
      RiakSettings settings = ORDINARY.withNodes(List.of(riak.address()));
      assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
          .hasMessageContainingAll("bucket counters", "allow_mult=false");
    }
  }

  private static boolean isFor(String bucket, ScriptedRiak.Request request) {
    try {
      return RpbGetBucketReq.parseFrom(request.body()).getBucket().toStringUtf8().equals(bucket);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRightTypeInRiakPasses() throws Exception {
    try (ScriptedRiak riak = ScriptedRiak.always(ScriptedRiak.NOT_FOUND)) {
      RiakSettings settings = ORDINARY.withNodes(List.of(riak.address()));
      assertThatCode(() -> BucketTypeCheck.verify(settings)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no_type", "No bucket-type named 'clicks'"})
  void anUnknownTypeIsNamedWithItsCommand(String text) throws Exception {
    try (ScriptedRiak riak = toAll(Reply.error(text))) {
      RiakSettings settings = ORDINARY.withNodes(List.of(riak.address()));
      assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
          .isInstanceOf(RiakSetupException.class)
          .hasMessageContainingAll("riak.bucketType=clicks", riak.address(), "bucket-type create");
    }
  }

  @Test
  void anUnreachableRiakIsNamedWithItsSetting() throws Exception {
    ScriptedRiak riak = toAll(ScriptedRiak.SILENCE);
    RiakSettings settings = ORDINARY.withNodes(List.of(riak.address()));
    riak.close();
    assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("riak.nodes=[" + riak.address() + "]", "8087");
  }

  @Test
  void aRiakThatDoesNotAnswerIsNamedWithTheTimeOut() throws Exception {
    try (ScriptedRiak riak = toAll(ScriptedRiak.SILENCE)) {
      RiakSettings settings =
          ORDINARY.withNodes(List.of(riak.address())).withTimeoutsMs(200, 1_000);
      assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
          .hasMessageContainingAll(riak.address(), "Nothing was read or written");
    }
  }
}
