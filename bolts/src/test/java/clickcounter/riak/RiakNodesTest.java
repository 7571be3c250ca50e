package clickcounter.riak;

import static clickcounter.riak.ScriptedRiak.SILENCE;
import static clickcounter.testing.Patience.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.riak.ScriptedRiak.Reply;
import clickcounter.riak.ScriptedRiak.Request;
import clickcounter.store.CapturedAnswer;
import clickcounter.store.DocumentKey;
import clickcounter.store.StoreContext;
import clickcounter.store.Stored;
import clickcounter.store.StoredValue;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbBucketKeyPreflistItem;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbContent;
import shaded.com.basho.riak.protobuf.RiakKvPB.RpbGetBucketKeyPreflistReq;
import shaded.com.google.protobuf.ByteString;

/** Several nodes, of which one hangs, is away, or is in another cluster. */
@Tag("slow")
class RiakNodesTest {
  private static final StoredValue VALUE = new StoredValue("text/plain", "v".getBytes(UTF_8));
  private static final int TIMEOUT_MS = 2_000;
  private static final int CONNECT_TIMEOUT_MS = 400;
  private static final int IN_FLIGHT = 64;
  private static final Reply STORED =
      Reply.stored("clock", RpbContent.newBuilder().setValue(ByteString.EMPTY).build());
  private static final List<String> CLUSTER = List.of("riak@a", "riak@b", "riak@c");

  private final List<FakeNode> nodes = new ArrayList<>();
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final AtomicInteger keys = new AtomicInteger();

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable each : opened) {
      each.close();
    }
    for (FakeNode each : nodes) {
      each.stop();
    }
  }

  /** A node that says of its ring what the test sets, and can stop, hang and come back. */
  private static final class FakeNode {
    private final int port;
    private ScriptedRiak server;
    private int putsBefore;
    private volatile boolean silent;
    private volatile List<String> owners;
    private volatile boolean knowsType = true;
    private volatile boolean showsRing = true;

    /** What Riak says while its process runs and its vnodes do not: properties, nothing else. */
    private volatile boolean servesNothing;

    /** Answers each put with this error, at once; null for none. */
    private volatile String putError;

    FakeNode(List<String> owners) throws IOException {
      this.owners = owners;
      server = new ScriptedRiak(this::answer);
      port = server.port();
    }

    String address() {
      return "127.0.0.1:" + port;
    }

    private Reply answer(Request request) {
      if (silent) {
        return SILENCE;
      }
      if (servesNothing && request.code() != ScriptedRiak.GET_BUCKET) {
        return Reply.error("Unknown message code: " + request.code());
      }
      return switch (request.code()) {
        case ScriptedRiak.GET_BUCKET ->
            knowsType ? Reply.properties(ScriptedRiak.rightProperties()) : Reply.error("no_type");
        case ScriptedRiak.GET_PREFLIST ->
            showsRing
                ? Reply.preflist(preflist(request))
                : Reply.error("Permission denied: User 'u' does not have 'riak_kv.get_preflist'");
        case ScriptedRiak.PUT -> putReply();
        default -> ScriptedRiak.NOT_FOUND;
      };
    }

    private Reply putReply() {
      if (putError != null) {
        return Reply.error(putError);
      }
      return knowsType ? STORED : Reply.error("no_type");
    }

    /** Three partitions in a row, of a ring of 64 that the owners take turns in. */
    private List<RpbBucketKeyPreflistItem> preflist(Request request) {
      try {
        String key = RpbGetBucketKeyPreflistReq.parseFrom(request.body()).getKey().toStringUtf8();
        int first = Math.floorMod(key.hashCode() * 31, 64);
        return IntStream.range(first, first + 3).mapToObj(i -> replica(i % 64)).toList();
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }

    private RpbBucketKeyPreflistItem replica(int partition) {
      return RpbBucketKeyPreflistItem.newBuilder()
          .setPartition(partition)
          .setNode(ByteString.copyFromUtf8(owners.get(partition % owners.size())))
          .setPrimary(true)
          .build();
    }

    int puts() {
      return putsBefore + server.requests(ScriptedRiak.PUT).size();
    }

    int probes() {
      return server.requests(ScriptedRiak.GET_BUCKET).size();
    }

    void stop() throws IOException {
      server.close();
    }

    void comeBack() throws IOException {
      putsBefore = puts();
      server = new ScriptedRiak(port, this::answer);
    }

    /** Everything but its name is gone. */
    void loseRing(String name) {
      owners = List.of(name);
      knowsType = false;
    }
  }

  private FakeNode node(List<String> owners) throws IOException {
    FakeNode node = new FakeNode(owners);
    nodes.add(node);
    return node;
  }

  private void cluster(int size) throws IOException {
    for (int i = 0; i < size; i++) {
      node(CLUSTER);
    }
  }

  private RiakSettings settings() {
    return RiakSettings.defaults("clicks")
        .withNodes(nodes.stream().map(FakeNode::address).toList())
        .with(s -> s.operationTimeoutMs(TIMEOUT_MS).connectTimeoutMs(CONNECT_TIMEOUT_MS))
        .withMaxConnections(32);
  }

  private RiakStore open(RiakSettings settings) {
    RiakStore store = new RiakStore(settings);
    opened.add(store);
    return store;
  }

  private Stored put(RiakStore store) {
    CapturedAnswer<Stored> answer = new CapturedAnswer<>();
    store.put(DocumentKey.ad("m" + keys.getAndIncrement()), VALUE, StoreContext.NONE, answer);
    return answer.get();
  }

  private void putMany(RiakStore store, int count) {
    for (int i = 0; i < count; i++) {
      assertThat(put(store)).isInstanceOf(Stored.Single.class);
    }
  }

  /** How long each answer took, with so many puts in flight all the time. */
  private static final class Load implements AutoCloseable {
    private record Taken(Stored answer, long millis) {}

    private final ConcurrentLinkedQueue<Taken> taken = new ConcurrentLinkedQueue<>();
    private final Semaphore free = new Semaphore(IN_FLIGHT);
    private final Thread thread;
    private volatile boolean stopped;

    Load(RiakStore store) {
      thread = new Thread(() -> run(store), "load");
      thread.setDaemon(true);
      thread.start();
    }

    private void run(RiakStore store) {
      for (int i = 0; !stopped; i++) {
        free.acquireUninterruptibly();
        long began = System.nanoTime();
        store.put(
            DocumentKey.ad("load-" + i),
            VALUE,
            StoreContext.NONE,
            answer -> {
              taken.add(
                  new Taken(answer, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began)));
              free.release();
            });
      }
    }

    /** What came before is of no interest: a JVM that starts is slow. */
    void startOver() {
      taken.clear();
    }

    int stored() {
      return (int) taken.stream().filter(each -> each.answer() instanceof Stored.Single).count();
    }

    /** So many of a hundred puts were stored within this time. */
    long storedWithinMs(int percent) {
      long[] millis = stream(Stored.Single.class).mapToLong(Taken::millis).sorted().toArray();
      return millis[millis.length * percent / 100];
    }

    long inDoubt() {
      return stream(Stored.Doubt.class).count();
    }

    private Stream<Taken> stream(Class<?> kind) {
      return taken.stream().filter(each -> kind.isInstance(each.answer()));
    }

    @Override
    public void close() throws InterruptedException {
      stopped = true;
      thread.join();
      free.acquire(IN_FLIGHT);
    }
  }

  /** A name server that does not answer for one node must not keep the others from connecting. */
  @Test
  void eachNodeLooksUpItsNameOnAThreadOfItsOwn() throws IOException {
    cluster(3);
    open(settings());

    await()
        .untilAsserted(
            () ->
                assertThat(nodes)
                    .allMatch(
                        node ->
                            Thread.getAllStackTraces().keySet().stream()
                                .anyMatch(
                                    each ->
                                        each.getName()
                                            .startsWith("riak-name-" + node.address() + "-"))));
  }

  /**
   * They take milliseconds. Bystanders that wait for a connection to the hung node take the
   * time-out or more, all that are in flight together and again and again; on a machine that stands
   * still for a moment they do so once.
   */
  private static void requireBystandersUndisturbed(Load load) {
    assertThat(load.storedWithinMs(95)).isLessThan(TIMEOUT_MS / 2);
  }

  @Test
  void aNodeThatHangsDelaysOnlyTheCallsThatItGotAndGetsNoMoreUntilItAnswers() throws Exception {
    cluster(3);
    RiakStore store = open(settings());
    FakeNode hung = nodes.get(1);
    Load load = new Load(store);
    await().until(() -> hung.puts() > 100);
    load.startOver();
    hung.silent = true;
    await().until(() -> load.inDoubt() > 0);
    // All that happened while the first calls to the node waited for their time-out.
    assertThat(load.stored()).isGreaterThan(1_000);
    int puts = hung.puts();

    int soFar = load.stored();
    await().until(() -> load.stored() > soFar + 2_000);
    assertThat(hung.puts()).isEqualTo(puts);
    assertThat(load.inDoubt()).isLessThanOrEqualTo(IN_FLIGHT);

    hung.silent = false;
    await().until(() -> hung.puts() > puts + 100);
    load.close();
    requireBystandersUndisturbed(load);
  }

  @Test
  void aNodeThatAnswersErrorsAtOnceDoesNotAttractTheCalls() throws Exception {
    cluster(3);
    RiakStore store = open(settings());
    FakeNode failing = nodes.get(1);
    Load load = new Load(store);
    await().until(() -> failing.puts() > 100);
    failing.putError = "{pw_val_unsatisfied,2,1}";
    await().until(() -> load.inDoubt() > 0);
    int soFar = load.stored();
    await().until(() -> load.stored() > soFar + 3_000);
    // Those in flight when it began, and one at a time that shows whether it is over.
    assertThat(load.inDoubt()).isLessThan(2 * IN_FLIGHT);

    failing.putError = null;
    int puts = failing.puts();
    await().until(() -> failing.puts() > puts + 300);
    load.close();
  }

  @Test
  void aNodeThatStopsServingDocumentsGetsNoneUntilItServesThemAgain() throws Exception {
    cluster(3);
    RiakStore store = open(settings());
    FakeNode stopping = nodes.get(1);
    Load load = new Load(store);
    await().until(() -> stopping.puts() > 100);
    stopping.servesNothing = true;
    await().until(() -> load.inDoubt() > 0);
    int soFar = load.stored();
    await().until(() -> load.stored() > soFar + 3_000);
    assertThat(load.inDoubt()).as("those in flight").isLessThanOrEqualTo(IN_FLIGHT);

    stopping.servesNothing = false;
    int puts = stopping.puts();
    await().until(() -> stopping.puts() > puts + 300);
    load.close();
  }

  @Test
  void aNodeThatStartsGetsNoDocumentBeforeItServesThem() throws Exception {
    cluster(3);
    nodes.get(1).servesNothing = true;
    RiakStore store = open(settings());
    putMany(store, 300);
    assertThat(nodes.get(1).puts()).isZero();
    assertThat(nodes.get(1).probes()).isPositive();
  }

  @Test
  void whereAllNodesAnswerErrorsTheCallsGoToThemAll() throws Exception {
    cluster(3);
    RiakStore store = open(settings());
    putMany(store, 30);
    nodes.forEach(each -> each.putError = "overload");
    for (int i = 0; i < 30; i++) {
      assertThat(put(store)).isInstanceOf(Stored.Doubt.class);
    }
    nodes.forEach(each -> each.putError = null);
    putMany(store, 300);
  }

  @Test
  void aNameThatDoesNotResolveIsANodeThatIsAway() throws Exception {
    cluster(2);
    List<String> all = new ArrayList<>(settings().nodes());
    all.add(0, "no-such-host.invalid:8087");
    RiakStore store = open(settings().withNodes(all));
    putMany(store, 100);
  }

  @Test
  void aNodeThatHangsFromTheStartIsNotWaitedFor() throws Exception {
    cluster(3);
    nodes.get(0).silent = true;
    RiakStore store = open(settings());
    Load load = new Load(store);
    await().until(() -> load.stored() > 100);
    load.startOver();
    await().until(() -> load.stored() > 2_000);
    load.close();

    requireBystandersUndisturbed(load);
    assertThat(load.inDoubt()).isZero();
    assertThat(nodes.get(0).puts()).isZero();
  }

  @Test
  void anAddressThatTakesNoConnectionIsNotWaitedFor() throws Exception {
    cluster(2);
    try (BlackHole hole = new BlackHole()) {
      List<String> all = new ArrayList<>(settings().nodes());
      all.add(0, hole.address());
      RiakStore store = open(settings().withNodes(all));
      Load load = new Load(store);
      await().until(() -> load.stored() > 100);
      load.startOver();
      await().until(() -> load.stored() > 2_000);
      load.close();

      requireBystandersUndisturbed(load);
      assertThat(load.inDoubt()).isZero();
    }
  }

  /** A listening socket whose queue is full: the kernel drops what asks for a connection. */
  private static final class BlackHole implements AutoCloseable {
    private final ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    private final List<Socket> fillers = new ArrayList<>();

    BlackHole() throws IOException {
      try {
        for (int i = 0; i < 16; i++) {
          Socket filler = new Socket();
          fillers.add(filler);
          filler.connect(server.getLocalSocketAddress(), 100);
        }
        throw new AssertionError("the queue of a socket that accepts nothing is never full");
      } catch (java.net.SocketTimeoutException full) {
        // As it should be.
      }
    }

    String address() {
      return "127.0.0.1:" + server.getLocalPort();
    }

    @Override
    public void close() throws IOException {
      server.close();
      for (Socket each : fillers) {
        each.close();
      }
    }
  }

  @Test
  void callsThatAllGoToASilentNodeAreAnsweredWithinTheTimeOut() throws Exception {
    cluster(1);
    RiakStore store = open(settings());
    putMany(store, 10);
    nodes.get(0).silent = true;
    List<CapturedAnswer<Stored>> answers =
        IntStream.range(0, 200).mapToObj(i -> new CapturedAnswer<Stored>()).toList();
    answers.forEach(each -> store.put(DocumentKey.ad("m"), VALUE, StoreContext.NONE, each));
    assertThat(answers).allSatisfy(a -> assertThat(a.get()).isInstanceOf(Stored.Doubt.class));

    nodes.get(0).silent = false;
    await().until(() -> put(store) instanceof Stored.Single);
  }

  @Test
  void aNodeThatIsDownAtTheStartStopsNothingAndIsUsedWhenItComes() throws Exception {
    cluster(3);
    nodes.get(2).stop();
    RiakStore store = open(settings());
    putMany(store, 30);
    nodes.get(2).comeBack();
    await()
        .until(
            () -> {
              putMany(store, 10);
              return nodes.get(2).puts() > 0;
            });
    store.requireOneCluster();
  }

  @Test
  void allNodesAwayIsDoubtAndPassesWhenOneComesBack() throws Exception {
    cluster(2);
    RiakStore store = open(settings());
    putMany(store, 4);
    nodes.get(0).stop();
    nodes.get(1).stop();
    await().until(() -> put(store) instanceof Stored.Doubt);
    assertThat(put(store)).asString().contains(nodes.get(0).address(), nodes.get(1).address());
    nodes.get(1).comeBack();
    await().until(() -> put(store) instanceof Stored.Single);
  }

  @Test
  void aNodeThatComesBackWithoutItsRingGetsNotOnePutUntilItJoinsItsClusterAgain() throws Exception {
    cluster(3);
    RiakStore store = open(settings());
    putMany(store, 60);
    FakeNode lost = nodes.get(1);
    Load load = new Load(store);
    await().until(() -> lost.puts() > 100);
    lost.stop();
    lost.loseRing("riak@b");
    int puts = lost.puts();
    lost.comeBack();
    await().until(() -> lost.probes() > 2);
    // Later it knows the type: it was created again.
    lost.knowsType = true;
    await()
        .untilAsserted(
            () ->
                assertThatThrownBy(store::requireOneCluster)
                    .isInstanceOf(RiakSetupException.class)
                    .hasMessageContainingAll(lost.address(), "riak@b", "riak admin member-status"));
    assertThat(lost.puts()).isEqualTo(puts);

    lost.owners = CLUSTER;
    await().until(() -> lost.puts() > puts);
    load.close();
  }

  @Test
  void aRingThatGrowsIsFollowed() throws Exception {
    cluster(3);
    RiakStore store = open(settings());
    putMany(store, 60);
    List<String> grown = List.of("riak@a", "riak@b", "riak@c", "riak@d", "riak@e");
    for (FakeNode each : nodes) {
      each.stop();
      each.owners = grown;
      each.comeBack();
    }
    for (FakeNode each : nodes) {
      int puts = each.puts();
      await().until(() -> put(store) instanceof Stored.Single && each.puts() > puts);
    }
    store.requireOneCluster();
  }

  @Test
  void aStrayNodeAtTheStartIsLeftOutByTheMajority() throws Exception {
    cluster(2);
    FakeNode stray = node(List.of("riak@x"));
    BucketTypeCheck.verify(settings());
    RiakStore store = open(settings());
    putMany(store, 300);
    assertThat(stray.puts()).isZero();
  }

  @Test
  void noVerdictIsGivenFromNodesOfTwoClusters() throws Exception {
    cluster(2);
    FakeNode stray = node(List.of("riak@x"));
    assertThatThrownBy(() -> RiakStore.openForVerdict(settings()))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll(stray.address(), "riak@x", "not all in one cluster");
  }

  @Test
  void aVerdictIsGivenFromOneClusterWithANodeAway() throws Exception {
    cluster(3);
    nodes.get(2).stop();
    try (RiakStore store = RiakStore.openForVerdict(settings())) {
      store.requireOneCluster();
      putMany(store, 3);
    }
  }

  @Test
  void aNodeThatTurnsOutToBeOfAnotherClusterEndsAVerdictUnderWay() throws Exception {
    cluster(3);
    try (RiakStore store = RiakStore.openForVerdict(settings())) {
      putMany(store, 30);
      nodes.get(1).stop();
      nodes.get(1).loseRing("riak@b");
      nodes.get(1).comeBack();
      await()
          .untilAsserted(
              () -> assertThat(put(store)).asString().contains("not all in one cluster"));
    }
  }

  @Test
  void withoutAMajorityTheStartIsRefusedAndNamesTheNodes() throws Exception {
    node(List.of("riak@a"));
    node(List.of("riak@b"));
    assertThatThrownBy(
            () ->
                BucketTypeCheck.verify(
                    settings().with(s -> s.operationTimeoutMs(10_000).connectTimeoutMs(400))))
        .isInstanceOf(RiakSetupException.class)
        .hasMessageContainingAll(
            nodes.get(0).address(), nodes.get(1).address(), "riak@a", "riak@b");
    assertThatThrownBy(
            () ->
                RiakStore.openForVerdict(
                    settings().with(s -> s.operationTimeoutMs(10_000).connectTimeoutMs(400))))
        .isInstanceOf(RiakSetupException.class);
    RiakStore store = open(settings());
    assertThat(put(store)).isInstanceOf(Stored.Doubt.class);
    assertThat(nodes).allSatisfy(each -> assertThat(each.puts()).isZero());
  }

  @Test
  void whereTheRingIsNotToldTheBucketTypesAreCompared() throws Exception {
    cluster(3);
    nodes.forEach(each -> each.showsRing = false);
    nodes.get(1).knowsType = false;
    RiakStore store = open(settings());
    putMany(store, 300);
    assertThat(nodes.get(1).puts()).isZero();
    assertThatThrownBy(() -> RiakStore.openForVerdict(settings()))
        .hasMessageContainingAll(nodes.get(1).address(), "does not know the bucket type");
  }
}
