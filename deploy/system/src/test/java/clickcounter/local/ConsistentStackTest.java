package clickcounter.local;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.local.RunningStack.Counts;
import clickcounter.topology.Settings;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The other bucket kind: every put conditional. */
@Tag("slow")
class ConsistentStackTest {
  private static final int MISSING = 1;
  private static final int EQUAL = 0;

  @Test
  void generatedDayIsCountedOnceInAConsistentBucketType(@TempDir Path directory)
      throws IOException, InterruptedException {
    Path day = directory.resolve("day");
    DemonstrationDay.in(
        day,
        "--events",
        "3000",
        "--ads",
        "60",
        "--counters",
        "3",
        "--drop",
        "0.005",
        "--duplicate",
        "0.05",
        "--disorder",
        "50",
        "--seed",
        "7");
    Settings settings =
        Settings.defaults()
            .with("riak.bucketType", "clicks_consistent")
            .with("riak.bucketKind", "consistent")
            .with("deferralMs", 500);
    try (RunningStack stack = RunningStack.start(directory, settings)) {
      stack.play(day.resolve("queue.ndjson"));
      assertThat(stack.audit(day.resolve("archive"))).isEqualTo(MISSING);
      stack.play(day.resolve("archive"));
      assertThat(stack.audit(day.resolve("archive"))).isEqualTo(EQUAL);

      Counts all = stack.counts();
      assertThat(all.rejected()).isZero();
      assertThat(all.duplicates()).isPositive();
      assertThat(all.received()).isEqualTo(all.counted() + all.duplicates());
    }
  }
}
