package clickcounter.check;

import clickcounter.cli.NoVerdict;
import clickcounter.cli.Texts;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Whether the cluster has room for the topology. */
public final class ClusterChecks {
  private ClusterChecks() {}

  public interface Cluster {
    /**
     * What Nimbus says.
     *
     * @throws IOException if Nimbus does not answer
     * @throws NoVerdict if no cluster is known
     */
    Room room() throws IOException;
  }

  /**
   * The room on a cluster.
   *
   * @param freeSlots without those of the topology
   * @param ownSlots those that the topology has
   */
  public record Room(int supervisors, int freeSlots, int ownSlots) {}

  static void ask(Findings findings, Settings settings, Cluster cluster) {
    int workers = settings.integer(TopologySettingsTable.WORKERS);
    findings.ask(
        "ads tasks",
        "one for each worker, or more",
        "adsTasks, workers",
        () -> adsTasks(settings.integer(TopologySettingsTable.ADS_TASKS), workers));
    List<Room> known = new ArrayList<>();
    findings.ask("nimbus", "answers, and knows supervisors", "", () -> nimbus(cluster, known));
    for (Room room : known) {
      findings.ask("slots", "one for each worker", "workers", () -> slots(room, workers));
    }
  }

  private static String adsTasks(int tasks, int workers) throws IOException {
    String found = Texts.count(tasks, "ads task") + " for " + Texts.count(workers, "worker");
    return Findings.require(
        tasks >= workers,
        tasks >= workers ? found : found + ": " + (workers - tasks) + " would count nothing");
  }

  private static String nimbus(Cluster cluster, List<Room> known) throws IOException {
    Room room = cluster.room();
    String found =
        Findings.require(
            room.supervisors() > 0,
            "answers, and knows " + Texts.count(room.supervisors(), "supervisor"));
    known.add(room);
    return found;
  }

  private static String slots(Room room, int workers) throws IOException {
    String own = room.ownSlots() == 0 ? "" : ", and the topology has " + room.ownSlots();
    return Findings.require(
        room.freeSlots() + room.ownSlots() >= workers,
        room.freeSlots() + " free" + own + ", for " + Texts.count(workers, "worker"));
  }
}
