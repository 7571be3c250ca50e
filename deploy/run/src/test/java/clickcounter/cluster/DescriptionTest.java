package clickcounter.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cluster.Description.Difference;
import clickcounter.cluster.Nimbus.AssignedTask;
import clickcounter.scrape.WorkerAddress;
import clickcounter.topology.Submitted;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.storm.generated.TopologySummary;
import org.junit.jupiter.api.Test;

/** What describe shows. */
class DescriptionTest {
  private static final Submitted SUBMITTED =
      new Submitted("1.2.3", new TreeMap<>(Map.of("adsTasks", "8", "workers", "2", "old", "x")));

  private static Description of(Optional<Submitted> submitted) {
    TopologySummary summary = new TopologySummary("clicks-1-2", "clicks", 3, 3, 1, 300, "ACTIVE");
    List<AssignedTask> tasks =
        List.of(
            new AssignedTask(1, "spout", new WorkerAddress("w1", 6_700), true),
            new AssignedTask(2, "ads", new WorkerAddress("w1", 6_700), true),
            new AssignedTask(3, "ads", new WorkerAddress("w1", 6_700), false));
    return Description.of(
        summary,
        tasks,
        submitted,
        Map.of("adsTasks", "2", "workers", "2", "new", ""),
        List.of("second"));
  }

  private static String printed(Description description) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    description.print(new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void whatARedeployWouldChangeIsNamed() {
    assertThat(of(Optional.of(SUBMITTED)).differences())
        .containsExactly(
            new Difference("adsTasks", "8", "2"),
            new Difference("new", null, ""),
            new Difference("old", "x", null));
  }

  @Test
  void versionWorkersTasksAndDifferencesAreShown() {
    assertThat(printed(of(Optional.of(SUBMITTED))))
        .contains(
            """
            topology  clicks ACTIVE for 5 min
            version   1.2.3
            workers   w1:6700; it was submitted with 2
            tasks     2 ads, 1 spout
            others    second
            """)
        .containsPattern("(?m)^  adsTasks +8 +2$")
        .containsPattern("(?m)^  new +\\(no such setting\\) +\\(empty\\)$");
  }

  @Test
  void whatAnEarlierReleaseSubmittedIsUnknownNotEmpty() {
    Description description = of(Optional.empty());

    assertThat(description.differences()).isEmpty();
    assertThat(printed(description)).contains("version   unknown", "settings  unknown");
  }
}
