package clickcounter.local;

import static clickcounter.testing.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.CommandRun.Result;
import clickcounter.jms.JmsStateFeed;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The traffic of {@code clicks local} goes through the whole system. */
@Tag("slow")
@Tag("long")
class LiveTrafficTest {
  /** As usual, but for what takes long. */
  private static final LiveTraffic.Pace QUICK =
      new LiveTraffic.Pace(
          400, Duration.ofSeconds(2), Duration.ofSeconds(4), Duration.ofMillis(1_500));

  @TempDir private static Path directory;
  private static RunningStack stack;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    stack =
        RunningStack.start(
            directory.resolve("stack"),
            TopologySettingsTable.defaults()
                .with("deferralMs", 500)
                .with("states.topic", JmsStateFeed.USUAL_TOPIC));
  }

  @AfterAll
  static void stop() throws IOException {
    if (stack != null) {
      stack.close();
    }
  }

  @Test
  void budgetsAreSpentAndFilledAndWhatALostConnectionLeftOutIsHealed() throws IOException {
    Path archive = Files.createDirectories(directory.resolve("archive"));
    Shell shell = stack.shell();
    try (LiveTraffic traffic = stack.startTraffic(archive, QUICK)) {
      String small = "live-00";
      await().until(() -> stack.ads(List.of(small)).get(small) != null);
      long firstBudget = stack.ad(small).budgetMicros();

      await()
          .alias("a budget is spent, and filled again")
          .until(() -> stack.ad(small).budgetMicros() > firstBudget);
      assertThat(stack.ad(small).costMicros()).isGreaterThanOrEqualTo(firstBudget);
      await()
          .alias("events are missing")
          .until(
              () ->
                  shell
                      .run("documents", "audit", archive)
                      .out()
                      .contains("Missing: in the archive"));
    }
    stack.awaitSettled();
    assertThat(shell.run("documents", "audit", archive).status()).isEqualTo(1);

    Result replay = shell.run("archive", "replay", "--only-missing", archive);

    assertThat(replay.status()).as(replay.out() + replay.err()).isZero();
    stack.awaitSettled();
    Result audit = shell.run("documents", "audit", archive);
    assertThat(audit.out()).as(audit.err()).contains("EQUAL");
  }
}
