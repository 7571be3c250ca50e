package clickcounter.drill;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The topology is killed while it counts, and submitted with other numbers of tasks. */
final class Redeploy implements Drill {
  private static final int[] ADS_TASKS = {7, 3, 5, 4};

  private final List<Integer> adsTasks = new ArrayList<>();
  private long underWay;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    underWay += bed.requireWork();
    long startNs = System.nanoTime();
    String old = bed.topology().get_id();
    int done = adsTasks.size();
    adsTasks.add(ADS_TASKS[done % ADS_TASKS.length]);
    bed.killTopology(done % 2);
    bed.submit(
        Map.of(
            "adsTasks",
            Integer.toString(adsTasks.get(done)),
            "countersTasks",
            Integer.toString(1 + done % 3)));
    bed.awaitActive();
    if (bed.topology().get_id().equals(old)) {
      throw new Unproven("the topology is still " + old);
    }
    return bed.awaitProgress(startNs);
  }

  @Override
  public String proof(TestBed bed) {
    return "%d new topologies with %s ads tasks, %,d messages under way"
        .formatted(
            adsTasks.size(),
            adsTasks.stream().map(String::valueOf).collect(Collectors.joining(", ")),
            underWay);
  }
}
