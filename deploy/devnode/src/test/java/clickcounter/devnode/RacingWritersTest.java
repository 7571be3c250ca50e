package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.riak.BucketKind;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.store.StoreContract;
import com.basho.riak.client.api.cap.VClock;
import com.basho.riak.client.api.commands.kv.StoreValue;
import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.RiakObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RacingWritersTest {

  private static final int WRITERS = 32;
  private static final int ROUNDS = 30;
  private static final int UPDATES = 15;
  private static final int NODE_THREADS = 8;
  private static final long MEETING_SECONDS = 10;

  @TempDir static Path data;
  private static DevNode node;
  private static Riak riak;
  private static ExecutorService writers;

  /** The conditions that were found to hold wait here until as many do, if there is one. */
  private static volatile CyclicBarrier beforePut;

  private static final LongAdder CONDITIONS = new LongAdder();

  @BeforeAll
  static void start() throws Exception {
    Faults race =
        new Faults() {
          @Override
          public void onConditionHolds(String bucketType, String bucket, String key) {
            CONDITIONS.increment();
            meet(beforePut);
          }
        };
    node = DevNode.start(DevNodeConfig.in(data).withThreads(NODE_THREADS).withFaults(race));
    riak = new Riak(node.port());
    writers = Executors.newFixedThreadPool(WRITERS);
  }

  @AfterAll
  static void stop() {
    writers.shutdownNow();
    riak.close();
    node.close();
  }

  @Test
  void exactlyOneOfManyConsistentWritersWinsEachRound() throws Exception {
    Location where = at("clicks_consistent", "raced");
    VClock vclock = null;
    for (int round = 0; round < ROUNDS; round++) {
      VClock seen = vclock;
      List<Boolean> won = race(writer -> () -> wins(where, "writer " + writer, seen));
      assertThat(won).as("round %d", round).containsOnlyOnce(true);
      vclock = riak.get(where).getVectorClock();
    }
  }

  private boolean wins(Location where, String value, VClock vclock) {
    try {
      riak.put(where, value, vclock);
      return true;
    } catch (Riak.RiakFailure e) {
      assertThat(e).hasMessage("failed");
      return false;
    }
  }

  private static void meet(CyclicBarrier all) {
    if (all == null) {
      return;
    }
    try {
      all.await(MEETING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("the race did not come about", e);
    }
  }

  /** Riak reads, checks and puts; whoever reads before the other has put wins, too. */
  @Test
  void conditionalCreationCanHaveTwoWinnersAndLeavesBothAsSiblings() throws Exception {
    Location where = at("clicks", "created");
    beforePut = new CyclicBarrier(2);
    try (Riak one = new Riak(node.port());
        Riak other = new Riak(node.port())) {
      Future<?> first = writers.submit(() -> create(one, where));
      Future<?> second = writers.submit(() -> create(other, where));
      first.get();
      second.get();
    } finally {
      beforePut = null;
    }

    assertThat(riak.textsAt(where)).hasSize(2);
    assertThatThrownBy(() -> create(riak, where)).hasMessage("match_found");
  }

  private static void create(Riak client, Location where) {
    client.put(where, null, StoreValue.Option.IF_NONE_MATCH, true);
  }

  /** So it needs none to hold: it merges siblings. */
  @Test
  void ourStoreSetsNoConditionInTheOrdinaryKind() {
    long before = CONDITIONS.sum();
    RiakSettings settings =
        RiakSettings.defaults("clicks", BucketKind.ORDINARY)
            .withNodes(List.of(node.host() + ":" + node.port()));
    try (RiakStore store = new RiakStore(settings)) {
      new StoreContract(store, BucketKind.ORDINARY)
          .tests()
          .forEach(
              each ->
                  assertThatCode(each.getExecutable()::execute)
                      .as(each.getDisplayName())
                      .doesNotThrowAnyException());
    }
    assertThat(CONDITIONS.sum()).isEqualTo(before);
  }

  @Test
  void concurrentPutsLeaveSiblings() throws Exception {
    Location where = at("clicks", "concurrent");

    race(writer -> () -> riak.put(where, "writer " + writer, null));

    assertThat(riak.textsAt(where)).hasSize(WRITERS).doesNotHaveDuplicates();
  }

  /** Each writer adds its marks to all it has read; whatever the siblings, no mark may be lost. */
  @Test
  void noUpdateOfRacingReadersAndWritersIsLost() throws Exception {
    Location where = at("clicks", "updated");

    race(writer -> () -> addMarks(where, "w" + writer));

    List<String> marks = allMarks(riak.get(where).getValues(RiakObject.class));
    assertThat(marks).contains(expectedMarks());
  }

  private Void addMarks(Location where, String writer) {
    for (int i = 0; i < UPDATES; i++) {
      var read = riak.get(where);
      List<String> marks = allMarks(read.getValues(RiakObject.class));
      marks.add(writer + "-" + i);
      riak.put(where, String.join(" ", marks), read.getVectorClock());
    }
    return null;
  }

  private static List<String> allMarks(List<RiakObject> siblings) {
    List<String> marks = new ArrayList<>();
    for (String text : Riak.texts(siblings)) {
      marks.addAll(List.of(text.split(" ")));
    }
    return new ArrayList<>(marks.stream().distinct().toList());
  }

  private static String[] expectedMarks() {
    List<String> marks = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      for (int i = 0; i < UPDATES; i++) {
        marks.add("w" + writer + "-" + i);
      }
    }
    return marks.toArray(String[]::new);
  }

  private <T> List<T> race(IntFunction<Callable<T>> writer) throws Exception {
    CyclicBarrier start = new CyclicBarrier(WRITERS);
    List<Future<T>> racing = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      Callable<T> work = writer.apply(i);
      racing.add(
          writers.submit(
              () -> {
                start.await();
                return work.call();
              }));
    }
    List<T> results = new ArrayList<>();
    for (Future<T> one : racing) {
      results.add(one.get());
    }
    return results;
  }
}
