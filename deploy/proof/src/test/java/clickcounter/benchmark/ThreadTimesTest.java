package clickcounter.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Processor time by kind of thread, from files as Linux has them. */
class ThreadTimesTest {
  @TempDir private Path tasks;

  private void thread(int id, String name, int userTicks, int systemTicks) throws IOException {
    Path directory = Files.createDirectories(tasks.resolve("" + id));
    Files.writeString(
        directory.resolve("stat"),
        "%d (%s) S 1 2 3 0 -1 4194304 128 0 0 0 %d %d 0 0 20 0 1 0 1538576\n"
            .formatted(id, name, userTicks, systemTicks));
  }

  @Test
  void onlyWhatWasUsedSinceTheFirstSampleCounts() throws Exception {
    thread(7, "ads-task-5", 1_000, 0);
    thread(8, "C2 CompilerThre", 100, 0);
    ThreadTimes times = new ThreadTimes(tasks);
    thread(7, "ads-task-5", 1_200, 50);
    thread(9, "ads-task-6", 30, 20);
    times.sample();

    assertThat(times.seconds())
        .containsEntry(ThreadKind.ADS_TASKS, 2.5 + 0.5)
        .containsEntry(ThreadKind.COMPILER, 0.0);
  }

  @Test
  void theTimeOfAThreadThatEndedStays() throws Exception {
    ThreadTimes times = new ThreadTimes(tasks);
    thread(7, "GC Thread#0", 40, 0);
    times.sample();
    Files.delete(tasks.resolve("7").resolve("stat"));
    times.sample();

    assertThat(times.seconds()).containsEntry(ThreadKind.GARBAGE, 0.4);
  }

  @Test
  void aNameWithParenthesesIsRead() throws Exception {
    ThreadTimes times = new ThreadTimes(tasks);
    thread(7, "a (b) c", 100, 0);
    times.sample();

    assertThat(times.seconds()).containsEntry(ThreadKind.OTHER, 1.0);
  }

  @ParameterizedTest
  @CsvSource({
    "ads-task-5,ADS_TASKS",
    "counters-task-7,COUNTERS_TASK",
    "Thread-23-spout,SPOUT",
    "Thread-23-__ack,STORM",
    "ActiveMQ Transp,JMS",
    "riak-io-3-1,RIAK_CLIENT",
    "devnode-2-1,NODE",
    "GC Thread#1,GARBAGE",
    "C1 CompilerThre,COMPILER",
    "main,OTHER"
  })
  void theNameSaysTheKind(String name, ThreadKind kind) {
    assertThat(ThreadKind.of(name)).isEqualTo(kind);
  }
}
