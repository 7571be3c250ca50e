package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.basho.riak.client.api.commands.buckets.FetchBucketProperties;
import com.basho.riak.client.api.commands.buckets.ListBuckets;
import com.basho.riak.client.api.commands.buckets.ResetBucketProperties;
import com.basho.riak.client.api.commands.buckets.StoreBucketProperties;
import com.basho.riak.client.api.commands.kv.ListKeys;
import com.basho.riak.client.core.query.BucketProperties;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.Namespace;
import com.basho.riak.client.core.util.BinaryValue;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  void theConsistentTypeHasProperties() {
    assertThat(properties(new Namespace("clicks_consistent", "ads")).getNVal()).isEqualTo(5);
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
  void aListingHasEveryLiveKeyOfItsBucketAndNoOther() {
    int keys = 1_203;
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < keys; i++) {
      riak.putFirst(new Location(ads, "k" + i), "v");
      expected.add("k" + i);
    }
    riak.putFirst(at("clicks", "elsewhere"), "v");
    riak.putFirst(new Location(ads, "deleted"), "v");
    riak.delete(new Location(ads, "deleted"), null);
    CLOCK.advance(TOMBSTONE_LIFE);

    assertThat(keysOf(ads)).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<String> keysOf(Namespace bucket) {
    List<String> listed = new ArrayList<>();
    riak.run(new ListKeys.Builder(bucket).build())
        .forEach(location -> listed.add(location.getKeyAsString()));
    return listed;
  }

  private static List<String> bucketsOf(String type) {
    List<String> buckets = new ArrayList<>();
    riak.run(new ListBuckets.Builder(BinaryValue.create(type)).build())
        .forEach(bucket -> buckets.add(bucket.getBucketNameAsString()));
    return buckets;
  }

  @Test
  void aDeletedKeyIsListedUntilItsTombstoneIsReaped() {
    Location deleted = new Location(ads, "deleted");
    riak.putFirst(deleted, "v");
    riak.delete(deleted, null);

    CLOCK.advance(TOMBSTONE_LIFE.minusMillis(1));
    assertThat(keysOf(ads)).containsExactly("deleted");
    assertThat(bucketsOf("clicks")).contains(ads.getBucketNameAsString());
    CLOCK.advance(Duration.ofMillis(1));
    assertThat(keysOf(ads)).isEmpty();
    assertThat(bucketsOf("clicks")).doesNotContain(ads.getBucketNameAsString());
  }

  @Test
  void aDeletedKeyOfTheConsistentTypeIsListedLonger() {
    Namespace bucket = new Namespace("clicks_consistent", ads.getBucketNameAsString());
    Location deleted = new Location(bucket, "deleted");
    riak.putFirst(deleted, "v");
    riak.delete(deleted, null);

    CLOCK.advance(TOMBSTONE_LIFE.multipliedBy(3));
    assertThat(keysOf(bucket)).containsExactly("deleted");
    assertThat(riak.get(deleted).isNotFound()).isTrue();
    riak.putFirst(deleted, "made again");
    assertThat(riak.textsAt(deleted)).containsExactly("made again");
  }

  @Test
  void rulesOfABucketAreMergedOnceAndFollowTheirType(@TempDir Path own) throws Exception {
    ByteString clicks = ByteString.copyFromUtf8("clicks");
    BucketId bucket = new BucketId(clicks, ByteString.copyFromUtf8("own"));
    BucketId other = new BucketId(clicks, ByteString.copyFromUtf8("other"));
    try (ObjectStore store = ObjectStore.open(own, 1)) {
      BucketTypes types = new BucketTypes(store, false);
      types.change(bucket, RpbBucketProps.newBuilder().setAllowMult(false).build());

      assertThat(types.rules(bucket)).isSameAs(types.rules(bucket));
      assertThat(types.rules(bucket).allowMult()).isFalse();
      types.change(clicks, RpbBucketProps.newBuilder().setNVal(5).build());
      assertThat(types.rules(bucket).nVal()).isEqualTo(5);
      assertThat(types.rules(bucket).allowMult()).isFalse();
      assertThat(types.rules(other).allowMult()).isTrue();
      assertThat(new BucketTypes(store, false).rules(bucket)).isEqualTo(types.rules(bucket));
      types.reset(bucket);
      assertThat(types.rules(bucket)).isEqualTo(types.rules(clicks));
    }
  }

  @Test
  void anEmptyBucketHasNoKeys() {
    assertThat(riak.run(new ListKeys.Builder(ads).build())).isEmpty();
  }

  @Test
  void bucketsAreListedByType() {
    riak.putFirst(new Location(ads, "a"), "v");
    riak.putFirst(new Location(ads, "b"), "v");
    riak.putFirst(new Location(new Namespace("clicks", "counters"), "a"), "v");
    riak.putFirst(new Location(new Namespace("default", "other"), "a"), "v");

    List<String> buckets = bucketsOf("clicks");

    assertThat(buckets)
        .contains(ads.getBucketNameAsString(), "counters")
        .doesNotContain("other")
        .doesNotHaveDuplicates();
  }

  private BucketProperties properties(Namespace bucket) {
    return riak.run(new FetchBucketProperties.Builder(bucket).build()).getBucketProperties();
  }
}
