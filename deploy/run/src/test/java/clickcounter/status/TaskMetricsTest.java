package clickcounter.status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import clickcounter.status.SystemStatus.TaskState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskMetricsTest {
  private static final String ID = "far-2-1795441590";
  private static final long NOW_S = 10_000;

  @TempDir private Path directory;

  private void file(String task, String metric, String text) throws IOException {
    Files.writeString(
        directory.resolve("storm.topology." + ID + ".host.a." + task + "-" + metric + ".csv"),
        text);
  }

  private TaskState state() throws IOException {
    return TaskMetrics.read(directory, ID, NOW_S).state();
  }

  @Test
  void newestValuesOfAllTasksAreSummed() throws IOException {
    file("spout.6.6700", "pending.oldest.ms", "t,value\n9998,10\n9999,2500\n");
    file("spout.7.6701", "pending.oldest.ms", "t,value\n9998,10\n9999,70\n");
    file("ads.2.6700", "puts", "t,count\n9989,100\n9999,300\n");
    file("counters.4.6700", "puts", "t,count\n9989,7\n9999,17\n");
    file("ads.2.6700", "puts.deferral-age-ms", "t,count,p98,p99\n9999,4,3.0,4800.4\n");

    file("rejects.5.6700", "rejected.not-json", "t,count\n9999,0\n");

    assertThat(state()).isEqualTo(new TaskState(5, 2_500, 4_800, 21, 0, 0, 0));
  }

  @Test
  void rateIsThatOfTheLastMinute() throws IOException {
    String text =
        IntStream.rangeClosed(9_000, 9_999)
            .mapToObj(t -> t + "," + (t < 9_900 ? 0 : (t - 9_900) * 10))
            .collect(Collectors.joining("\n", "t,count\n", "\n"));
    file("ads.2.6700", "puts", text);

    assertThat(state().putsPerS()).isEqualTo(10);
  }

  @Test
  void counterOfANewWorkerBeginsAtZero() throws IOException {
    file("ads.2.6700", "documents.blocked", "t,count\n9900,5\n9950,6\n9999,2\n");

    assertThat(state().blocked()).isEqualTo(2);
    assertThat(state().blockedLately()).isEqualTo(1 + 2);
  }

  @Test
  void documentThatWasMendedLongAgoIsNotBlockedLately() throws IOException {
    String text =
        IntStream.rangeClosed(9_000, 9_999)
            .mapToObj(t -> t + "," + (t < 9_500 ? 0 : 3))
            .collect(Collectors.joining("\n", "t,count\n", "\n"));
    file("ads.2.6700", "documents.blocked", text);

    assertThat(state().blocked()).isEqualTo(3);
    assertThat(state().blockedLately()).isZero();
  }

  @Test
  void workerThatEndedIsNotLookedAt() throws IOException {
    file("spout.6.6700", "pending.oldest.ms", "t,value\n9000,1\n9001,99999\n");

    assertThat(state().reporting()).isZero();
    assertThat(state().oldestPendingMs()).isZero();
  }

  @Test
  void lineThatIsBeingWrittenWaitsForItsEnd() throws IOException {
    file("spout.6.6700", "pending.oldest.ms", "t,value\n9998,10\n9999,25\n10000,3");

    assertThat(state().oldestPendingMs()).isEqualTo(25);
  }

  @Test
  void otherSubmissionsAreOthers() throws IOException {
    file("spout.6.6700", "pending.oldest.ms", "t,value\n9999,1\n");

    assertThat(TaskMetrics.read(directory, "far-3-1795441591", NOW_S).state().reporting()).isZero();
  }

  @Test
  void directoryThatIsNotThereIsAnError() {
    assertThatThrownBy(() -> TaskMetrics.read(directory.resolve("absent"), ID, NOW_S))
        .isInstanceOf(IOException.class);
  }
}
