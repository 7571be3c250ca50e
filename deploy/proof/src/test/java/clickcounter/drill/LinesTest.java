package clickcounter.drill;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.document.DirectoryDocument;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.DocumentKey;
import clickcounter.store.Fetched;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import clickcounter.testing.Patience;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.ActiveMQConnection;
import org.apache.activemq.ActiveMQConnectionFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The proxies have the effects on real clients that the drills rely on. */
@Tag("slow")
class LinesTest {
  private static final DocumentKey KEY = DocumentKey.ad("m1");
  private static final StoredValue VALUE =
      new StoredValue("application/json", "{}".getBytes(StandardCharsets.UTF_8));

  @TempDir private Path data;

  private interface Use {
    void of(RiakLine line, RiakStore store) throws Exception;
  }

  private void riak(Use use) throws Exception {
    riak(Patience.LIMIT_MS, use);
  }

  /** Where some calls are never answered. */
  private void silentRiak(Use use) throws Exception {
    riak(2_000, use);
  }

  private void riak(int timeoutMs, Use use) throws Exception {
    try (DevNode node = DevNode.start(DevNodeConfig.in(data));
        RiakLine line =
            RiakLine.start(
                "127.0.0.1",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()))) {
      RiakStore store =
          new RiakStore(
              RiakSettings.defaults("clicks")
                  .withNodes(List.of("127.0.0.1:" + line.port()))
                  .withTimeoutsMs(timeoutMs, timeoutMs));
      try {
        // The first call of a process may time out on a busy machine before anything was sent.
        await().until(() -> !(fetch(store) instanceof Fetched.Failed));
        use.of(line, store);
      } finally {
        store.close();
      }
    }
  }

  private static Stored put(RiakStore store) throws Exception {
    CompletableFuture<Stored> answer = new CompletableFuture<>();
    store.put(KEY, VALUE, StoreContext.NONE, answer::complete);
    return answer.get(Patience.LIMIT_S, TimeUnit.SECONDS);
  }

  private static Fetched fetch(RiakStore store) throws Exception {
    CompletableFuture<Fetched> answer = new CompletableFuture<>();
    store.fetch(KEY, answer::complete);
    return answer.get(Patience.LIMIT_S, TimeUnit.SECONDS);
  }

  @Test
  void withoutFaultsAPutIsStored() throws Exception {
    riak((line, store) -> assertThat(put(store)).isInstanceOf(Stored.Single.class));
  }

  @Test
  void aLineThatServesNoDocumentsAnswersThemWithAnErrorAndPingsAsUsual() throws Exception {
    riak(
        (line, store) -> {
          assertThat(put(store)).isInstanceOf(Stored.Single.class);
          line.serveDocuments(false);
          assertThat(put(store)).isInstanceOf(Stored.Doubt.class);
          assertThat(line.notServed.sum()).isPositive();
          assertThat(StoreHang.answers("127.0.0.1", line.port())).isTrue();
          line.serveDocuments(true);
          await().until(() -> !(put(store) instanceof Stored.Doubt));
        });
  }

  @Test
  void aLineThatHangsAcceptsConnectionsAndAnswersNothingUntilItResumes() throws Exception {
    silentRiak(
        (line, store) -> {
          assertThat(StoreHang.answers("127.0.0.1", line.port())).isTrue();
          line.hang();
          assertThat(StoreHang.answers("127.0.0.1", line.port())).isFalse();
          assertThat(put(store)).isInstanceOf(Stored.Doubt.class);
          line.resume();
          assertThat(StoreHang.answers("127.0.0.1", line.port())).isTrue();
          await().until(() -> !(put(store) instanceof Stored.Doubt));
        });
  }

  @Test
  void aLineThatIsAwayTakesNothingUntilItComesBack() throws Exception {
    silentRiak(
        (line, store) -> {
          line.goAway();
          assertThat(put(store)).isInstanceOf(Stored.Doubt.class);
          assertThat(fetch(store)).isInstanceOf(Fetched.Failed.class);
          line.comeBack();
          await().until(() -> fetch(store) instanceof Fetched.Absent);
        });
  }

  @Test
  void eachNodeOfARiakHasALineAndOneNodeHasTwo() throws Exception {
    try (RiakLines one = RiakLines.start("127.0.0.1", List.of("127.0.0.1:1"));
        RiakLines three =
            RiakLines.start("127.0.0.1", List.of("127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"))) {
      assertThat(one.nodes().split(",")).hasSize(2).doesNotHaveDuplicates();
      assertThat(three.nodes().split(",")).hasSize(3).doesNotHaveDuplicates();
    }
  }

  /** The counters of another run have no archive here: the audit would call them wrong. */
  @Test
  void drillsNeedARiakWithoutCountersOfOtherRuns() throws Exception {
    try (DevNode node = DevNode.start(DevNodeConfig.in(data))) {
      List<String> nodes = List.of("127.0.0.1:" + node.port());
      DrillStore drills = new DrillStore(nodes, DrillStore.USUAL_TYPE);
      drills.requireEmpty();

      RiakStore store =
          new RiakStore(RiakSettings.defaults(DrillStore.USUAL_TYPE).withNodes(nodes));
      DocumentKey directory =
          new DocumentKey(DocumentKey.DIRECTORY, DirectoryDocument.keys().get(0));
      byte[] bytes =
          new DirectoryDocument(new TreeSet<>(List.of("hostA-20131030_152543"))).toBytes();
      CompletableFuture<Stored> answer = new CompletableFuture<>();
      store.put(
          directory,
          new StoredValue(DirectoryDocument.CONTENT_TYPE, bytes),
          StoreContext.NONE,
          answer::complete);
      answer.get(Patience.LIMIT_S, TimeUnit.SECONDS);
      store.close();

      assertThatThrownBy(drills::requireEmpty).hasMessageContaining("hostA-20131030_152543");
    }
  }

  private static ActiveMQConnection connect(BrokerLine line) throws Exception {
    ActiveMQConnection connection =
        (ActiveMQConnection) new ActiveMQConnectionFactory(line.url()).createConnection();
    connection.start();
    return connection;
  }
}
