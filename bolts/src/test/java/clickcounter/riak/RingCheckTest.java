package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.google.protobuf.ByteString;

class RingCheckTest {
  private static RpbGetBucketKeyPreflistResp key(String... nodes) {
    RpbGetBucketKeyPreflistResp.Builder key = RpbGetBucketKeyPreflistResp.newBuilder();
    IntStream.range(0, nodes.length).forEach(i -> key.addPreflist(replica(i, nodes[i])));
    return key.build();
  }

  /** A node in brackets stands in for one that is down. */
  private static RpbBucketKeyPreflistItem replica(int partition, String node) {
    return RpbBucketKeyPreflistItem.newBuilder()
        .setPartition(partition)
        .setNode(ByteString.copyFromUtf8(node.replaceAll("[()]", "")))
        .setPrimary(!node.startsWith("("))
        .build();
  }

  @Test
  void replicasApartNeedNoAdvice() {
    assertThat(RingCheck.advice(List.of(key("a", "b", "c"), key("b", "c", "a")))).isEmpty();
    assertThat(RingCheck.advice(List.of())).isEmpty();
  }

  @Test
  void replicasThatShareANodeAreCountedForEachNode() {
    List<RpbGetBucketKeyPreflistResp> ring =
        Stream.of(key("a", "b", "c"), key("a", "b", "a"), key("c", "c", "b"), key("a", "a", "b"))
            .toList();
    assertThat(RingCheck.advice(ring).orElseThrow())
        .contains("50.0 % while a is, 25.0 % while c is", "4 sampled keys", "target_n_val", "five");
  }

  @Test
  void twoReplicasOfFiveOnOneNodeLeaveAQuorum() {
    assertThat(RingCheck.advice(List.of(key("a", "a", "b", "c", "d")))).isEmpty();
    assertThat(RingCheck.advice(List.of(key("a", "a", "a", "c", "d")))).isPresent();
  }

  @Test
  void aNodeThatStandsInForAnotherSaysNothingOfTheRing() {
    assertThat(RingCheck.advice(List.of(key("a", "b", "(a)"), key("a", "b", "c")))).isEmpty();
  }

  @Test
  void oneNodeAloneGetsNoAdvice() {
    List<RpbGetBucketKeyPreflistResp> ring = List.of(key("a", "a", "a"), key("a", "a", "a"));
    assertThat(RingCheck.isOneNode(ring)).isTrue();
    assertThat(RingCheck.advice(ring)).isEmpty();
    assertThat(RingCheck.isOneNode(List.of(key("a", "b", "a")))).isFalse();
    assertThat(RingCheck.isOneNode(List.of())).isFalse();
  }
}
