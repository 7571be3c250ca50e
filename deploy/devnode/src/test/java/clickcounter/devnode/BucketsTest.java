package clickcounter.devnode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.basho.riak.client.api.commands.buckets.FetchBucketProperties;
import com.basho.riak.client.core.query.BucketProperties;
import com.basho.riak.client.core.query.Namespace;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketsTest {

  @TempDir static Path data;
  private static DevNode node;
  private static Riak riak;

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(data));
    riak = new Riak(node.port());
  }

  @AfterAll
  static void stop() {
    riak.close();
    node.close();
  }

  @Test
  void theClicksTypeKeepsSiblings() {
    BucketProperties properties = properties(new Namespace("clicks", "ads"));

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

  private BucketProperties properties(Namespace bucket) {
    return riak.run(new FetchBucketProperties.Builder(bucket).build()).getBucketProperties();
  }
}
