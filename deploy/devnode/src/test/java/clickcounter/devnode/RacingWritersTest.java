package clickcounter.devnode;

import static clickcounter.devnode.Riak.at;
import static org.assertj.core.api.Assertions.assertThat;

import com.basho.riak.client.core.query.Location;
import com.basho.riak.client.core.query.RiakObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RacingWritersTest {

  private static final int WRITERS = 32;
  private static final int UPDATES = 15;
  private static final int NODE_THREADS = 8;

  @TempDir static Path data;
  private static DevNode node;
  private static Riak riak;
  private static ExecutorService writers;

  @BeforeAll
  static void start() throws Exception {
    node = DevNode.start(DevNodeConfig.in(data).withThreads(NODE_THREADS));
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
