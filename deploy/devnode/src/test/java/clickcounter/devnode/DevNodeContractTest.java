package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.riak.BucketTypeCheck;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.store.StoreContract;
import clickcounter.testing.Patience;
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

/** The contract that holds for Riak holds for the development node, over the same client. */
@Tag("slow")
class DevNodeContractTest {
  /** Long, because a value of 60 MiB takes its time. */
  private static final List<RiakStore> STORES = new ArrayList<>();

  @TempDir static Path directory;

  private static DevNode node;

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(directory));
  }

  @AfterAll
  static void stop() {
    STORES.forEach(RiakStore::close);
    node.close();
  }

  private static RiakSettings settings(String bucketType) {
    return RiakSettings.defaults(bucketType)
        .withNodes(List.of(node.host() + ":" + node.port()))
        .with(s -> s.operationTimeoutMs(Patience.LIMIT_MS).connectTimeoutMs(Patience.LIMIT_MS));
  }

  @TestFactory
  Stream<DynamicTest> contract() {
    RiakStore store = new RiakStore(settings("clicks"));
    STORES.add(store);
    return new StoreContract(store).tests();
  }

  @Test
  void itsBucketTypeIsRight() {
    RiakSettings right = settings("clicks");
    assertThatCode(() -> BucketTypeCheck.verify(right)).doesNotThrowAnyException();
  }

  @Test
  void wrongBucketTypesAreRefused() {
    requireRefused("default", "allow_mult=false");
    requireRefused("clicks_consistent", "consistent=true");
    requireRefused("no_such_type", "riak.bucketType=no_such_type");
  }

  private static void requireRefused(String bucketType, String message) {
    RiakSettings settings = settings(bucketType);
    assertThatThrownBy(() -> BucketTypeCheck.verify(settings))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContaining(message);
  }
}
