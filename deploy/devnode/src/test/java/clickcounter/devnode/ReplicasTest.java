package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.basho.riak.client.api.cap.Quorum;
import com.basho.riak.client.api.cap.VClock;
import com.basho.riak.client.api.commands.kv.DeleteValue;
import com.basho.riak.client.api.commands.kv.FetchValue;
import com.basho.riak.client.api.commands.kv.ListKeys;
import com.basho.riak.client.api.commands.kv.StoreValue;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.Namespace;
import com.basho.riak.client.core.query.RiakObject;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can happen to the replicas of a key, and what a client sees of it. */
class ReplicasTest {
  private static final int TIMEOUT_MS = 300;
  private static final Duration TOMBSTONE_LIFE = Duration.ofSeconds(3);

  /** How replicas answer that do not answer as usual. */
  private static final Map<Integer, Reach> PUTS = new ConcurrentHashMap<>();

  private static final Map<Integer, Reach> GETS = new ConcurrentHashMap<>();
  private static final ManualClock CLOCK = new ManualClock();

  @TempDir static Path data;
  private static DevNode node;
  private static Riak riak;

  /** No test sees another's key. */
  private final Location where = at("clicks", UUID.randomUUID().toString());

  private final Location consistent = at("clicks_consistent", UUID.randomUUID().toString());

  @BeforeAll
  static void start() throws Exception {
    node =
        DevNode.start(DevNodeConfig.in(data).withReplicas(3).withFaults(faults()).withClock(CLOCK));
    riak = new Riak(node.port());
  }

  private static Faults faults() {
    return new Faults() {
      @Override
      public Reach onPutToReplica(String bucketType, String bucket, String key, int replica) {
        return PUTS.getOrDefault(replica, Reach.ANSWERS);
      }

      @Override
      public Reach onGetFromReplica(String bucketType, String bucket, String key, int replica) {
        return GETS.getOrDefault(replica, Reach.ANSWERS);
      }
    };
  }

  @AfterAll
  static void stop() {
    riak.close();
    node.close();
  }

  @AfterEach
  void allIsWell() {
    PUTS.clear();
    GETS.clear();
    for (int replica = 1; replica <= 3; replica++) {
      node.order("up " + replica);
    }
  }

  private static void only(Map<Integer, Reach> requests, Reach others, Integer... reached) {
    Set<Integer> answering = Set.of(reached);
    requests.clear();
    IntStream.rangeClosed(1, 3)
        .filter(replica -> !answering.contains(replica))
        .forEach(replica -> requests.put(replica, others));
  }

  private StoreValue.Response put(Location key, String value, VClock vclock) {
    StoreValue.Builder put =
        new StoreValue.Builder(Riak.text(value))
            .withLocation(key)
            .withTimeout(TIMEOUT_MS)
            .withOption(StoreValue.Option.PW, Quorum.quorumQuorum())
            .withOption(StoreValue.Option.DW, Quorum.quorumQuorum())
            .withOption(StoreValue.Option.RETURN_BODY, true);
    return riak.run(vclock == null ? put.build() : put.withVectorClock(vclock).build());
  }

  private FetchValue.Response get(Location key) {
    return riak.run(
        new FetchValue.Builder(key)
            .withTimeout(TIMEOUT_MS)
            .withOption(FetchValue.Option.PR, Quorum.quorumQuorum())
            .build());
  }

  private List<String> textsAt(Location key) {
    return Riak.texts(get(key).getValues(RiakObject.class));
  }

  /** What exactly these replicas show; nothing is repaired beyond them. */
  private List<String> textsOf(Integer... replicas) {
    only(GETS, Reach.SILENT, replicas);
    try {
      FetchValue.Response found =
          riak.run(
              new FetchValue.Builder(where)
                  .withTimeout(TIMEOUT_MS)
                  .withOption(FetchValue.Option.R, Riak.replicas(replicas.length))
                  .build());
      return found.isNotFound() ? List.of() : Riak.texts(found.getValues(RiakObject.class));
    } finally {
      GETS.clear();
    }
  }

  @Test
  void putThatReachesAMinorityTimesOutAndStaysThere() {
    only(PUTS, Reach.SILENT, 2);

    assertThatThrownBy(() -> put(where, "a", null)).hasMessage("timeout");

    assertThat(textsOf(1)).isEmpty();
    assertThat(textsOf(2)).containsExactly("a");
    assertThat(textsOf(3)).isEmpty();
  }

  @Test
  void putThatTwoReplicasFailSaysSoAndStaysOnTheThird() {
    only(PUTS, Reach.FAILS, 1);

    assertThatThrownBy(() -> put(where, "a", null)).hasMessage("{pw_val_unsatisfied,2,1}");

    assertThat(textsOf(1)).containsExactly("a");
    assertThat(textsOf(2, 3)).isEmpty();
  }

  @Test
  void putWithoutPrimaryQuorumNamesTheOneOnDisk() {
    only(PUTS, Reach.FAILS, 1);
    StoreValue put =
        new StoreValue.Builder(Riak.text("a"))
            .withLocation(where)
            .withOption(StoreValue.Option.PW, Riak.replicas(1))
            .withOption(StoreValue.Option.DW, Riak.replicas(3))
            .build();

    assertThatThrownBy(() -> riak.run(put)).hasMessage("{dw_val_unsatisfied,3,1}");
  }

  @Test
  void putThatNobodyGetsIsNowhere() {
    only(PUTS, Reach.SILENT);

    assertThatThrownBy(() -> put(where, "a", null)).hasMessage("timeout");

    assertThat(textsOf(1, 2, 3)).isEmpty();
  }

  @Test
  void putWhoseAnswersAreLostIsStored() {
    PUTS.putAll(Map.of(1, Reach.MUTE, 2, Reach.MUTE));

    assertThatThrownBy(() -> put(where, "a", null)).hasMessage("timeout");

    assertThat(textsAt(where)).containsExactly("a");
  }

  @Test
  void primariesKnownToBeAwayRefuseBeforeAnythingIsWritten() {
    node.order("down 1");
    node.order("down 3");

    assertThatThrownBy(() -> put(where, "a", null)).hasMessage("{pw_val_unsatisfied,2,1}");
    assertThatThrownBy(() -> get(where)).hasMessage("{pr_val_unsatisfied,2,1}");
    assertThatThrownBy(() -> riak.putFirst(where, "a"))
        .hasMessage("{insufficient_vnodes,1,need,2}");
    assertThatThrownBy(() -> riak.get(where)).hasMessage("{insufficient_vnodes,1,need,2}");
    node.order("up 1");
    assertThat(get(where).isNotFound()).isTrue();
  }

  @Test
  void valueOfAMinorityIsSeenByTheQuorumsThatMeetIt() {
    only(PUTS, Reach.SILENT, 2);
    assertThatThrownBy(() -> put(where, "a", null)).hasMessage("timeout");
    PUTS.clear();

    assertThat(textsOf(1, 3)).isEmpty();
    assertThat(textsOf(2, 3)).containsExactly("a");
    assertThat(textsOf(3)).as("repaired by the read before").containsExactly("a");
    assertThat(textsOf(1)).as("was not asked").isEmpty();
  }

  @Test
  void siblingOfAMinorityAppearsLate() {
    only(PUTS, Reach.SILENT, 3);
    assertThatThrownBy(() -> put(where, "late", null)).hasMessage("timeout");
    only(PUTS, Reach.SILENT, 1, 2);
    VClock first = put(where, "a", null).getVectorClock();
    put(where, "b", first);
    PUTS.clear();

    assertThat(textsOf(1, 2)).containsExactly("b");
    assertThat(textsOf(2, 3)).containsExactly("b", "late");
    put(where, "merged", get(where).getVectorClock());
    assertThat(textsOf(1, 2, 3)).containsExactly("merged");
  }

  @Test
  void putWithAContextReplacesWhatItCoversOnReplicasThatWereNotAsked() {
    VClock first = put(where, "a", null).getVectorClock();
    only(PUTS, Reach.SILENT, 1, 2);
    put(where, "b", first);
    PUTS.clear();

    assertThat(textsOf(3)).containsExactly("a");
    assertThat(textsOf(3, 1)).containsExactly("b");
  }

  @Test
  void putOnItsWayArrivesAfterTheQuorumsAnswer() {
    PUTS.put(3, Reach.late(Duration.ofMillis(200)));

    put(where, "a", null);

    assertThat(textsOf(3)).as("before it arrives").isEmpty();
    await().until(() -> textsOf(3), List.of("a")::equals);
  }

  @Test
  void quorumThatNeedsALateReplicaWaitsForIt() {
    PUTS.putAll(Map.of(2, Reach.SILENT, 3, Reach.late(Duration.ofMillis(150))));

    put(where, "a", null);

    assertThat(textsOf(3)).containsExactly("a");
  }

  @Test
  void wipedReplicaServesEmptyUntilItIsRepaired() {
    put(where, "a", null);
    node.order("wipe 2");

    assertThat(textsOf(2)).isEmpty();
    assertThat(textsOf(2, 3)).containsExactly("a");
    assertThat(textsOf(2)).containsExactly("a");
  }

  /** What the quorums of the six rules stand on, and what a lost disk takes away. */
  @Test
  void acknowledgedPutIsInvisibleToAQuorumOfAWipedReplicaAndOneThatMissedIt() {
    only(PUTS, Reach.SILENT, 1, 2);
    put(where, "acknowledged", null);
    PUTS.clear();
    assertThat(textsOf(2)).containsExactly("acknowledged");

    node.order("wipe 2");

    assertThat(textsOf(2, 3)).isEmpty();
    assertThat(textsOf(1, 2)).containsExactly("acknowledged");
  }

  @Test
  void wipedReplicaThatCoordinatesHidesNothingOfTheOthers() {
    only(PUTS, Reach.SILENT, 2);
    assertThatThrownBy(() -> put(where, "before", null)).hasMessage("timeout");
    PUTS.clear();
    assertThat(textsOf(2, 3)).containsExactly("before");
    node.order("wipe 2");
    only(PUTS, Reach.SILENT, 2);
    assertThatThrownBy(() -> put(where, "after", null)).hasMessage("timeout");
    PUTS.clear();

    assertThat(textsOf(2, 3)).containsExactlyInAnyOrder("before", "after");
  }

  @Test
  void withoutNotfoundOkAWipedReplicaDoesNotCount() {
    put(where, "a", null);
    node.order("wipe 1");
    GETS.put(2, Reach.SILENT);
    FetchValue.Builder get =
        new FetchValue.Builder(where)
            .withTimeout(TIMEOUT_MS)
            .withOption(FetchValue.Option.R, Riak.replicas(2))
            .withOption(FetchValue.Option.NOTFOUND_OK, false);

    assertThatThrownBy(() -> riak.run(get.build())).hasMessage("timeout");
    GETS.clear();
    assertThat(textsAt(where)).containsExactly("a");
  }

  @Test
  void withoutNotfoundOkWhatNoReplicaHasIsNotFound() {
    assertThat(riak.get(where, FetchValue.Option.NOTFOUND_OK, false).isNotFound()).isTrue();
  }

  @Test
  void withBasicQuorumAMajorityOfNotFoundsIsEnough() {
    GETS.put(3, Reach.SILENT);
    FetchValue.Builder one =
        new FetchValue.Builder(where)
            .withTimeout(TIMEOUT_MS)
            .withOption(FetchValue.Option.R, Riak.replicas(1))
            .withOption(FetchValue.Option.NOTFOUND_OK, false);

    assertThatThrownBy(() -> riak.run(one.build())).hasMessage("timeout");
    FetchValue basic = one.withOption(FetchValue.Option.BASIC_QUORUM, true).build();
    assertThat(riak.run(basic).isNotFound()).isTrue();
  }

  @Test
  void getThatReplicasFailNamesTheQuorum() {
    put(where, "a", null);
    only(GETS, Reach.FAILS, 1);

    // Two failures are enough to answer, whether or not the third replica has by then.
    assertThatThrownBy(() -> get(where)).message().matches("\\{pr_val_unsatisfied,2,[01]}");
    assertThatThrownBy(() -> riak.get(where)).message().matches("\\{r_val_unsatisfied,2,[01]}");
  }

  @Test
  void deletionThatMissedAReplicaIsNotReapedBeforeItIsThere() {
    VClock seen = put(where, "a", null).getVectorClock();
    PUTS.put(3, Reach.SILENT);
    riak.run(new DeleteValue.Builder(where).withVClock(seen).build());
    PUTS.clear();
    CLOCK.advance(TOMBSTONE_LIFE.multipliedBy(2));

    assertThat(textsOf(3)).containsExactly("a");
    assertThat(get(where).isNotFound()).isTrue();
    assertThat(textsOf(1, 2, 3)).isEmpty();
    assertThat(textsOf(3)).isEmpty();
  }

  @Test
  void listingLacksWhatItsReplicaLacks() throws Exception {
    Namespace bucket = new Namespace("clicks", UUID.randomUUID().toString());
    put(new Location(bucket, "k"), "a", null);
    node.order("wipe 1");
    node.order("down 2");
    node.order("down 3");

    List<String> listed = new ArrayList<>();
    riak.run(new ListKeys.Builder(bucket).build())
        .forEach(each -> listed.add(each.getKeyAsString()));
    assertThat(listed).isEmpty();
  }

  @Test
  void consistentPutNeedsAMajorityAndThenEveryMajorityShowsIt() {
    put(consistent, "a", null);
    only(PUTS, Reach.SILENT, 3);
    VClock seen = get(consistent).getVectorClock();
    assertThatThrownBy(() -> put(consistent, "b", seen)).hasMessage("timeout");
    assertThat(textsAt(consistent)).containsExactly("a");
    PUTS.clear();
    PUTS.put(1, Reach.SILENT);
    put(consistent, "b", seen);
    PUTS.clear();

    for (int away = 1; away <= 3; away++) {
      GETS.put(away, Reach.SILENT);
      assertThat(textsAt(consistent)).as("without replica %d", away).containsExactly("b");
      GETS.clear();
    }
  }

  @Test
  void consistentPutWhoseAnswersAreLostMayHaveHappened() {
    VClock first = put(consistent, "a", null).getVectorClock();
    PUTS.putAll(Map.of(1, Reach.MUTE, 2, Reach.MUTE));

    assertThatThrownBy(() -> put(consistent, "b", first)).hasMessage("timeout");

    PUTS.clear();
    assertThat(textsAt(consistent)).containsExactly("b");
    assertThatThrownBy(() -> put(consistent, "c", first)).hasMessage("failed");
  }

  @Test
  void ordersComeFromAnotherProcessToo() throws IOException {
    InetSocketAddress address = new InetSocketAddress(node.host(), node.port());
    put(where, "a", null);

    assertThat(ReplicaControl.send(address, "wipe 3").lines()).hasSize(3);
    assertThat(textsOf(3)).isEmpty();
    assertThat(ReplicaControl.send(address, "silent 2 1.0"))
        .contains("2: up, fails 0.0, silent 1.0, mute 0.0, late 0");
    ReplicaControl.send(address, "fails 1 1");
    assertThatThrownBy(() -> put(where, "b", null)).hasMessage("timeout");
    ReplicaControl.send(address, "up 2");
    ReplicaControl.send(address, "up 1");
    put(where, "c", get(where).getVectorClock());
    for (String wrong : List.of("wipe 4", "wipe", "late 1 x", "silent 1 2", "dance 1", "")) {
      assertThatThrownBy(() -> ReplicaControl.send(address, wrong))
          .isInstanceOf(IOException.class)
          .hasMessageContainingAll("order '" + wrong + "'", address.toString());
    }
  }

  @Test
  void replicasSurviveARestartAndTheDirectoryKeepsTheirNumber(@TempDir Path own) throws Exception {
    DevNodeConfig config = DevNodeConfig.in(own).withReplicas(3);
    try (DevNode first = DevNode.start(config);
        Riak client = new Riak(first.port())) {
      first.order("wipe 2");
      client.putFirst(where, "a");
      client.putFirst(where, "b");
    }
    assertThatThrownBy(() -> DevNode.start(DevNodeConfig.in(own)))
        .hasMessageContainingAll(own.toString(), "3 replicas", "--replicas 3");
    try (DevNode second = DevNode.start(config);
        Riak client = new Riak(second.port())) {
      assertThat(client.textsAt(where)).containsExactly("a", "b");
    }
  }
}
