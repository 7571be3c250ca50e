package clickcounter.riak;

import static org.assertj.core.api.Assertions.assertThatCode;

import clickcounter.store.StoreContract;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * The contract against a real Riak: {@code RIAK=host:port} and {@code RIAK_BUCKET_TYPE}. It leaves
 * its documents behind, in buckets named {@code store-contract…}.
 */
@EnabledIfEnvironmentVariable(named = "RIAK", matches = ".+:[0-9]+")
@Tag("slow")
class RiakContractTest {
  private static RiakSettings settings;
  private static RiakStore store;

  @BeforeAll
  static void open() {
    settings =
        RiakSettings.defaults(System.getenv().getOrDefault("RIAK_BUCKET_TYPE", "clicks"))
            .withNodes(List.of(System.getenv("RIAK")));
    store = new RiakStore(settings);
  }

  @AfterAll
  static void close() {
    store.close();
  }

  @TestFactory
  Stream<DynamicTest> contract() {
    return new StoreContract(store).tests();
  }

  @Test
  void theBucketTypeIsRight() {
    assertThatCode(() -> BucketTypeCheck.verify(settings)).doesNotThrowAnyException();
  }
}
