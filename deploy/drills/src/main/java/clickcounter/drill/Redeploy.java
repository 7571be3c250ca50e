package clickcounter.drill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The topology is killed without a wait and submitted again with another parallelism. */
final class Redeploy implements Drill {
  private static final int[] ADS_TASKS = {7, 3, 5, 4};

  private final List<Integer> tasks = new ArrayList<>();
  private long underWay;

  @Override
  public String name() {
    return "redeploy";
  }

  @Override
  public String fault() {
    return "the topology is killed in the middle and submitted with other numbers of tasks";
  }

  @Override
  public long strike(Stage stage) throws IOException, InterruptedException {
    underWay += stage.requireWork().waiting();
    int adsTasks = ADS_TASKS[tasks.size() % ADS_TASKS.length];
    String old = stage.topology().get_id();
    long startNs = System.nanoTime();
    stage.cluster().nimbus().kill(Stage.TOPOLOGY, tasks.size() % 2);
    stage.cluster().nimbus().awaitGone(Stage.TOPOLOGY, Stage.MEND_MS);
    stage.submit(
        Map.of(
            "adsTasks",
            Integer.toString(adsTasks),
            "countersTasks",
            Integer.toString(1 + tasks.size() % 3)));
    stage.awaitActive();
    stage.backlog().awaitProgress(Stage.MEND_MS);
    if (stage.topology().get_id().equals(old)) {
      throw new Unproven("the topology is still " + old);
    }
    tasks.add(adsTasks);
    return Stage.msSince(startNs);
  }

  @Override
  public String proof(Stage stage) {
    return "%d new topologies with %s ads tasks, %,d messages under way"
        .formatted(
            tasks.size(),
            tasks.stream().map(String::valueOf).collect(Collectors.joining(", ")),
            underWay);
  }
}
