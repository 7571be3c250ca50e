package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.riak.BucketKind;
import clickcounter.riak.BucketTypeCheck;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.store.StoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The contract that holds for Riak holds for the development node, over the same client and in both
 * bucket kinds.
 */
@Tag("slow")
class DevNodeContractTest {
  /** Long, because a value of 60 MiB takes its time; some puts are answered by nothing else. */
  private static final int TIMEOUT_MS = 20_000;

  private static final List<RiakStore> STORES = new ArrayList<>();

  @TempDir static Path directory;

  private static DevNode node;
  private static DevNode replicated;
  private static DevNode shaky;

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(directory.resolve("one")));
    replicated = DevNode.start(DevNodeConfig.in(directory.resolve("three")).withReplicas(3));
  }

  @AfterAll
  static void stop() {
    STORES.forEach(RiakStore::close);
    node.close();
    replicated.close();
    if (shaky != null) {
      shaky.close();
    }
  }

  private static RiakSettings settings(String bucketType, BucketKind kind) {
    return settings(node, bucketType, kind);
  }

  private static RiakSettings settings(DevNode of, String bucketType, BucketKind kind) {
    // The node keeps silent to a put that is too large for the consistent type, as Riak does.
    return RiakSettings.defaults(bucketType, kind)
        .withNodes(List.of(of.host() + ":" + of.port()))
        .withTimeoutsMs(TIMEOUT_MS, TIMEOUT_MS);
  }

  private static Stream<DynamicTest> contract(DevNode of, String bucketType, BucketKind kind) {
    RiakStore store = new RiakStore(settings(of, bucketType, kind));
    STORES.add(store);
    return new StoreContract(store, kind).tests();
  }

  @TestFactory
  Stream<DynamicTest> ordinary() {
    return contract(node, "clicks", BucketKind.ORDINARY);
  }

  @TestFactory
  Stream<DynamicTest> consistent() {
    return contract(node, "clicks_consistent", BucketKind.CONSISTENT);
  }

  @TestFactory
  Stream<DynamicTest> ordinaryOnThreeReplicas() {
    return contract(replicated, "clicks", BucketKind.ORDINARY);
  }

  @TestFactory
  Stream<DynamicTest> consistentOnThreeReplicas() {
    return contract(replicated, "clicks_consistent", BucketKind.CONSISTENT);
  }

  /** Each answer is a quorum's, and any two of them meet. */
  @TestFactory
  Stream<DynamicTest> ordinaryWhileOneReplicaIsLateAndAnotherMissesPuts() throws Exception {
    shaky = DevNode.start(DevNodeConfig.in(directory.resolve("shaky")).withReplicas(3));
    shaky.order("late 2 5");
    shaky.order("silent 3 0.3");
    return contract(shaky, "clicks", BucketKind.ORDINARY);
  }

  @Test
  void itsBucketTypesAreRightForTheirKinds() {
    RiakSettings ordinary = settings("clicks", BucketKind.ORDINARY);
    RiakSettings consistent = settings("clicks_consistent", BucketKind.CONSISTENT);
    assertThatCode(() -> BucketTypeCheck.verify(ordinary)).doesNotThrowAnyException();
    assertThatCode(() -> BucketTypeCheck.verify(consistent)).doesNotThrowAnyException();
  }

  @Test
  void wrongBucketTypesAreRefused() {
    requireRefused("default", BucketKind.ORDINARY, "allow_mult=false");
    requireRefused("clicks", BucketKind.CONSISTENT, "consistent=false");
    requireRefused("clicks_consistent", BucketKind.ORDINARY, "consistent=true");
    requireRefused("no_such_type", BucketKind.ORDINARY, "riak.bucketType=no_such_type");
  }

  private static void requireRefused(String bucketType, BucketKind kind, String message) {
    RiakSettings settings = settings(bucketType, kind);
    assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContaining(message);
  }
}
