package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.riak.ScriptedRiak.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.basho.riak.protobuf.RiakPB.RpbGetBucketReq;
import shaded.com.google.protobuf.ByteString;

class BucketTypeCheckTest {
  private static final RiakSettings SETTINGS =
      RiakSettings.defaults("clicks")
          .with(s -> s.operationTimeoutMs(5_000).connectTimeoutMs(1_000));

  private static RpbBucketProps.Builder right() {
    return ScriptedRiak.rightProperties();
  }

  private static ScriptedRiak toAll(Reply reply) throws Exception {
    return new ScriptedRiak(request -> reply);
  }

  private static void verify(RpbBucketProps.Builder found) {
    new BucketRules("clicks", "ads", found.build()).verify();
  }

  @Test
  void rightPropertiesPass() {
    verify(right());
  }

  @Test
  void withoutSiblingsIsRefusedWithTheCommandThatMakesThem() {
    assertThatThrownBy(() -> verify(right().setAllowMult(false)))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll(
            "'clicks'",
            "bucket ads",
            "allow_mult=false",
            "expected allow_mult=true",
            "riak admin bucket-type create clicks_siblings",
            "\"dvv_enabled\":true",
            "Nothing was read or written");
  }

  @Test
  void lastWriteWinsIsRefused() {
    assertThatThrownBy(() -> verify(right().setLastWriteWins(true)))
        .hasMessageContainingAll("last_write_wins=true", "expected last_write_wins=false");
  }

  @Test
  void writeOnceIsRefused() {
    assertThatThrownBy(() -> verify(right().setWriteOnce(true)))
        .hasMessageContaining("write_once=true");
  }

  @Test
  void aDataTypeIsRefused() {
    assertThatThrownBy(() -> verify(right().setDatatype(ByteString.copyFromUtf8("counter"))))
        .hasMessageContainingAll("datatype", "counter");
  }

  @Test
  void aStronglyConsistentTypeIsRefused() {
    assertThatThrownBy(() -> verify(right().setConsistent(true)))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll(
            "consistent=true",
            "expected consistent=false",
            "siblings",
            "riak admin bucket-type create clicks_siblings",
            "Nothing was read or written");
  }

  @Test
  void everyBucketOfTheTypeIsLookedAt() throws Exception {
    try (ScriptedRiak riak =
        new ScriptedRiak(
            request ->
                request.code() == ScriptedRiak.GET_BUCKET
                    ? Reply.properties(right().setAllowMult(!isFor("counters", request)))
                    : Reply.error("Permission denied"))) {
      RiakSettings settings = SETTINGS.withNodes(List.of(riak.address()));
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
      RiakSettings settings = SETTINGS.withNodes(List.of(riak.address()));
      assertThatCode(() -> BucketTypeCheck.verify(settings)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"no_type", "No bucket-type named 'clicks'"})
  void anUnknownTypeIsNamedWithItsCommand(String text) throws Exception {
    try (ScriptedRiak riak = toAll(Reply.error(text))) {
      RiakSettings settings = SETTINGS.withNodes(List.of(riak.address()));
      assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
          .isInstanceOf(RiakSetupException.class)
          .hasMessageContainingAll("riak.bucketType=clicks", riak.address(), "bucket-type create");
    }
  }

  @Test
  void anUnreachableRiakIsNamedWithItsSetting() throws Exception {
    ScriptedRiak riak = toAll(ScriptedRiak.SILENCE);
    RiakSettings settings = SETTINGS.withNodes(List.of(riak.address()));
    riak.close();
    assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll("riak.nodes=[" + riak.address() + "]", "8087");
  }

  @Test
  void aRiakThatDoesNotAnswerIsNamedWithTheTimeOut() throws Exception {
    try (ScriptedRiak riak = toAll(ScriptedRiak.SILENCE)) {
      RiakSettings settings =
          SETTINGS
              .withNodes(List.of(riak.address()))
              .with(s -> s.operationTimeoutMs(200).connectTimeoutMs(1_000));
      assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
          .hasMessageContainingAll(riak.address(), "Nothing was read or written");
    }
  }
}
