package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.basho.riak.client.api.commands.buckets.FetchBucketProperties;
import com.basho.riak.client.api.commands.buckets.ResetBucketProperties;
import com.basho.riak.client.api.commands.buckets.StoreBucketProperties;
import com.basho.riak.client.core.query.BucketProperties;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.Namespace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import shaded.com.basho.riak.protobuf.RiakPB.RpbBucketProps;
import shaded.com.google.protobuf.ByteString;

class BucketsTest {

  private static final Duration TOMBSTONE_LIFE = Duration.ofSeconds(3);
  private static final ManualClock CLOCK = new ManualClock();

  @TempDir static Path data;
  private static DevNode node;
  private static Riak riak;

  /** No test sees another's bucket. */
  private final Namespace ads = new Namespace("clicks", "ads-" + UUID.randomUUID());

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(data).withClock(CLOCK));
    riak = new Riak(node.port());
  }

  @AfterAll
  static void stop() {
    riak.close();
    node.close();
  }

  @Test
  void theClicksTypeKeepsSiblings() {
    BucketProperties properties = properties(ads);

    assertThat(properties.getAllowMulti()).isTrue();
    assertThat(properties.getLastWriteWins()).isFalse();
    assertThat(properties.getNVal()).isEqualTo(3);
  }

  @Test
  void theDefaultTypeDoesNot() {
    BucketProperties properties = properties(new Namespace("default", "ads"));

    assertThat(properties.getAllowMulti()).isFalse();
    assertThat(properties.getLastWriteWins()).isFalse();
    assertThat(properties.getDw().isSymbolic()).isTrue();
  }

  @Test
  void propertiesOfAnUnknownTypeAreRefused() {
    assertThatThrownBy(() -> properties(new Namespace("unheard_of", "ads")))
        .hasMessage("No bucket-type named 'unheard_of'");
  }

  @Test
  void changedPropertiesOfABucketHoldForItAloneUntilReset() {
    Namespace other = new Namespace("clicks", "counters");
    riak.run(new StoreBucketProperties.Builder(ads).withAllowMulti(false).withNVal(1).build());

    assertThat(properties(ads).getAllowMulti()).isFalse();
    assertThat(properties(other).getAllowMulti()).isTrue();
    Location ad = new Location(ads, "m1");
    riak.putFirst(ad, "a");
    riak.putFirst(ad, "b");
    assertThat(riak.textsAt(ad)).containsExactly("b");

    riak.run(new ResetBucketProperties.Builder(ads).build());
    assertThat(properties(ads).getAllowMulti()).isTrue();
    riak.putFirst(ad, "c");
    assertThat(riak.textsAt(ad)).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void changedPropertiesSurviveARestart() throws Exception {
    riak.run(new StoreBucketProperties.Builder(ads).withLastWriteWins(true).build());
    stop();
    start();

    assertThat(properties(ads).getLastWriteWins()).isTrue();
  }

  @Test
  void propertiesThatTheNodeCannotHonourAreRefused() {
    StoreBucketProperties search =
        new StoreBucketProperties.Builder(ads).withSearchIndex("ads").build();

    assertThatThrownBy(() -> riak.run(search))
        .hasMessage("Invalid bucket properties: search: the development node cannot do it");
  }

  @Test
  void rulesOfABucketAreMergedOnceAndFollowTheirType(@TempDir Path own) throws Exception {
    ByteString clicks = ByteString.copyFromUtf8("clicks");
    BucketId bucket = new BucketId(clicks, ByteString.copyFromUtf8("own"));
    BucketId other = new BucketId(clicks, ByteString.copyFromUtf8("other"));
    try (ObjectStore store = ObjectStore.open(own)) {
      BucketTypes types = new BucketTypes(store, false);
      types.change(bucket, RpbBucketProps.newBuilder().setAllowMult(false).build());

      assertThat(types.rules(bucket)).isSameAs(types.rules(bucket));
      assertThat(types.rules(bucket).getAllowMult()).isFalse();
      types.change(clicks, RpbBucketProps.newBuilder().setNVal(5).build());
      assertThat(types.rules(bucket).getNVal()).isEqualTo(5);
      assertThat(types.rules(bucket).getAllowMult()).isFalse();
      assertThat(types.rules(other).getAllowMult()).isTrue();
      assertThat(new BucketTypes(store, false).rules(bucket)).isEqualTo(types.rules(bucket));
      types.reset(bucket);
      assertThat(types.rules(bucket)).isEqualTo(types.properties(clicks));
    }
  }

  private BucketProperties properties(Namespace bucket) {
    return riak.run(new FetchBucketProperties.Builder(bucket).build()).getBucketProperties();
  }
}
