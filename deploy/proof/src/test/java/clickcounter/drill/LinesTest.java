package clickcounter.drill;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
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
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
    void of(Line line, RiakStore store) throws Exception;
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
        Line line =
            Line.start(
                "127.0.0.1",
                new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()))) {
      RiakStore store =
          new RiakStore(
              RiakSettings.defaults("clicks")
                  .withNodes(List.of(line.address()))
                  .with(s -> s.operationTimeoutMs(timeoutMs).connectTimeoutMs(timeoutMs)));
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
          assertThat(StoreHang.answers(line)).isTrue();
          line.serveDocuments(true);
          await().until(() -> !(put(store) instanceof Stored.Doubt));
        });
  }

  @Test
  void aLineThatHangsAcceptsConnectionsAndAnswersNothingUntilItResumes() throws Exception {
    silentRiak(
        (line, store) -> {
          assertThat(StoreHang.answers(line)).isTrue();
          line.hang();
          assertThat(StoreHang.answers(line)).isFalse();
          assertThat(put(store)).isInstanceOf(Stored.Doubt.class);
          line.resume();
          assertThat(StoreHang.answers(line)).isTrue();
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
    List<Line> one = Line.toRiak("127.0.0.1", List.of("127.0.0.1:1"));
    List<Line> three =
        Line.toRiak("127.0.0.1", List.of("127.0.0.1:1", "127.0.0.1:2", "127.0.0.1:3"));
    assertThat(one).extracting(Line::address).hasSize(2).doesNotHaveDuplicates();
    assertThat(three).extracting(Line::address).hasSize(3).doesNotHaveDuplicates();
    one.forEach(Line::close);
    three.forEach(Line::close);
  }
}
