package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistResp;
import shaded.com.google.protobuf.ByteString;

class ClusterMembershipTest {
  private static final NodeView CLUSTER = ring("a", "b", "c");
  private static final NodeView STRAY = ring("b");
  private static final NodeView WITHOUT_RING =
      NodeView.of(ScriptedRiak.rightProperties().build(), List.of());

  /** A ring of twelve partitions whose owners take turns. */
  private static NodeView ring(String... owners) {
    return ring(12, owners);
  }

  private static NodeView ring(int partitions, String... owners) {
    RpbGetBucketKeyPreflistResp.Builder all = RpbGetBucketKeyPreflistResp.newBuilder();
    IntStream.range(0, partitions)
        .forEach(i -> all.addPreflist(replica(i, owners[i % owners.length], true)));
    return NodeView.of(ScriptedRiak.rightProperties().build(), List.of(all.build()));
  }

  private static RpbBucketKeyPreflistItem replica(int partition, String node, boolean primary) {
    return RpbBucketKeyPreflistItem.newBuilder()
        .setPartition(partition)
        .setNode(ByteString.copyFromUtf8(node))
        .setPrimary(primary)
        .build();
  }

  @Test
  void aMajorityOfAllNodesNeedNotWaitForTheRest() {
    ClusterMembership census = new ClusterMembership(3);
    census.saw("1", CLUSTER);
    assertThat(census.isDecided()).isFalse();
    census.saw("2", CLUSTER);
    assertThat(census.isDecided()).isTrue();
    census.saw("3", STRAY);
    assertThat(census.differenceOf("1")).isEmpty();
    assertThat(census.differenceOf("3").orElseThrow()).contains("[b]", "[a, b, c]");
  }

  @Test
  void withNodesAwayTheMajorityOfTheOthersDecides() {
    ClusterMembership census = new ClusterMembership(3);
    census.missed("1");
    census.saw("2", CLUSTER);
    assertThat(census.isDecided()).isFalse();
    census.missed("3");
    assertThat(census.isDecided()).isTrue();
  }

  @Test
  void aNodeThatNeverAnswersIsNotWaitedForAnyLonger() {
    ClusterMembership census = new ClusterMembership(2);
    census.saw("1", CLUSTER);
    assertThat(census.isDecided()).isFalse();
    census.waitNoLonger();
    assertThat(census.isDecided()).isTrue();
  }

  @Test
  void twoAgainstTwoIsNoMajorityUntilTheyAgree() {
    ClusterMembership census = new ClusterMembership(2);
    census.saw("1", CLUSTER);
    census.saw("2", STRAY);
    assertThat(census.isUndecidable()).isTrue();
    assertThat(census.differenceOf("1").orElseThrow()).contains("compared with 2");
    census.saw("2", CLUSTER);
    assertThat(census.isDecided()).isTrue();
    assertThat(census.differenceOf("2")).isEmpty();
  }

  @Test
  void aSmallDifferenceIsARingThatIsJustChanging() {
    ClusterMembership census = new ClusterMembership(2);
    census.saw("1", ring("a", "b", "c", "a", "b", "c"));
    census.saw("2", ring("a", "b", "c", "a", "b", "d"));
    assertThat(census.isDecided()).isTrue();
  }

  @Test
  void aRingThatKeepsMostOfItsNodesIsTheSameClusterLater() {
    ClusterMembership census = new ClusterMembership(1);
    census.saw("1", CLUSTER);
    census.saw("1", ring("c", "d", "a", "b"));
    assertThat(census.differenceOf("1")).isEmpty();
    census.saw("1", STRAY);
    assertThat(census.differenceOf("1")).isPresent();
  }

  @Test
  void whatAMajorityOfAllNodesSaysNowIsBelieved() {
    NodeView other = ring("x", "y", "z");
    ClusterMembership census = new ClusterMembership(3);
    for (String node : List.of("1", "2", "3")) {
      census.saw(node, CLUSTER);
    }
    census.saw("1", other);
    assertThat(census.differenceOf("1")).isPresent();
    census.saw("2", other);
    assertThat(census.differenceOf("1")).isEmpty();
    assertThat(census.differenceOf("2")).isEmpty();
    assertThat(census.differenceOf("3")).isPresent();
  }

  @Test
  void aNodeThatDoesNotKnowTheTypeIsLeftOutEvenWhereTheRingIsNotTold() {
    ClusterMembership census = new ClusterMembership(3);
    census.saw("1", WITHOUT_RING);
    census.saw("2", WITHOUT_RING);
    census.saw("3", NodeView.ofUnknownType());
    assertThat(census.differenceOf("3").orElseThrow()).contains("does not know the bucket type");
  }

  @Test
  void aNodeThatDoesNotTellItsRingDoesNotMakeTheCensusForgetIt() {
    ClusterMembership census = new ClusterMembership(2);
    census.saw("1", CLUSTER);
    census.saw("2", CLUSTER);
    census.saw("1", WITHOUT_RING);
    assertThat(census.differenceOf("1")).isEmpty();
    census.saw("2", STRAY);
    assertThat(census.differenceOf("2")).isPresent();
  }

  @Test
  void whatStandsInForANodeThatIsDownSaysNothingOfTheOwner() {
    RpbGetBucketKeyPreflistResp cutOff =
        RpbGetBucketKeyPreflistResp.newBuilder()
            .addPreflist(replica(0, "a", false))
            .addPreflist(replica(1, "a", false))
            .addPreflist(replica(2, "c", true))
            .build();
    NodeView view = NodeView.of(ScriptedRiak.rightProperties().build(), List.of(cutOff));
    assertThat(view.differenceFrom(CLUSTER)).isEmpty();
  }

  @Test
  void aBucketTypeMadeAfterTheStartIsTakenUp() {
    ClusterMembership census = new ClusterMembership(1);
    census.saw("1", NodeView.ofUnknownType());
    census.saw("1", CLUSTER);
    assertThat(census.differenceOf("1")).isEmpty();
  }
}
