package clickcounter.check;

import clickcounter.scrape.WorkerClient.WorkerAnswer;
import clickcounter.settings.Settings;
import clickcounter.tools.common.Texts;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Whether the cluster has room for the topology, and its workers can be watched. */
public final class ClusterChecks {
  private static final String NIMBUS = "nimbus";
  private static final String WORKERS = "workers";

  private final Settings settings;
  private final Cluster cluster;
  private final Clock clock;

  /** Asks a cluster. */
  public interface Cluster {
    /**
     * What Nimbus says.
     *
     * @throws IOException if it does not answer, or none is known
     */
    Room room() throws IOException;

    /**
     * The answers of all workers of the topology to a request for their metrics.
     *
     * @throws IOException if nobody says which there are
     */
    List<WorkerAnswer> workers() throws IOException;
  }

  /**
   * The room on a cluster.
   *
   * @param supervisors their hosts
   * @param freeSlots without those of the topology
   * @param ownSlots those that the topology has
   */
  public record Room(List<String> supervisors, int freeSlots, int ownSlots) {
    public Room {
      supervisors = List.copyOf(supervisors);
    }
  }

  public ClusterChecks(Settings settings, Cluster cluster, Clock clock) {
    this.settings = settings;
    this.cluster = cluster;
    this.clock = clock;
  }

  List<Check> all() {
    return List.of(
        Check.of(NIMBUS, "answers, and knows supervisors", "", this::nimbus),
        Check.of("slots", "one for each worker", WORKERS, this::slots).after(NIMBUS),
        Check.of("ads tasks", "one for each worker, or more", "adsTasks, workers", this::adsTasks),
        Check.of(
                "metrics",
                "served where status, console and Prometheus can ask",
                "metrics.portOffset, metrics.host",
                this::metrics)
            .after(NIMBUS),
        Check.of("workers' clocks", Clocks.EXPECTED, "", this::clocks).after(NIMBUS),
        Check.of(
            "other clocks",
            "",
            "",
            () -> Answer.skipped("neither Riak nor Nimbus tells its time: run NTP there, too")));
  }

  private Answer nimbus() throws IOException {
    List<String> hosts = cluster.room().supervisors();
    return Answer.of(
        !hosts.isEmpty(), "answers, and knows " + Texts.count(hosts.size(), "supervisor"));
  }

  private int workers() {
    return settings.integer(TopologySettingsTable.WORKERS);
  }

  private Answer slots() throws IOException {
    Room room = cluster.room();
    String own = room.ownSlots() == 0 ? "" : ", and the topology has " + room.ownSlots();
    return Answer.of(
        room.freeSlots() + room.ownSlots() >= workers(),
        room.freeSlots() + " free" + own + ", for " + Texts.count(workers(), "worker"));
  }

  private Answer adsTasks() {
    int tasks = settings.integer(TopologySettingsTable.ADS_TASKS);
    String found = Texts.count(tasks, "ads task") + " for " + Texts.count(workers(), "worker");
    return Answer.of(
        tasks >= workers(),
        tasks >= workers() ? found : found + ": " + (workers() - tasks) + " would count nothing");
  }

  private Answer metrics() throws IOException {
    if (settings.integer(TopologySettingsTable.METRICS_PORT_OFFSET) == 0) {
      return Answer.fault("not served (metrics.portOffset=0): nobody sees what workers do");
    }
    String host = settings.text(TopologySettingsTable.METRICS_HOST);
    Set<String> elsewhere = new TreeSet<>(cluster.room().supervisors());
    elsewhere.removeIf(ClusterChecks::isHere);
    boolean isUnreachable = InetAddress.getByName(host).isLoopbackAddress();
    return Answer.of(
        !isUnreachable || elsewhere.isEmpty(),
        "served at "
            + host
            + (elsewhere.isEmpty() ? "" : ", and workers run on " + String.join(", ", elsewhere)));
  }

  private static boolean isHere(String host) {
    try {
      return NetworkInterface.getByInetAddress(InetAddress.getByName(host)) != null;
    } catch (IOException e) {
      return false;
    }
  }

  private Answer clocks() throws IOException {
    long beforeMs = clock.millis();
    List<WorkerAnswer> answers = cluster.workers();
    if (answers.isEmpty()) {
      return Answer.skipped("the topology does not run");
    }
    long afterMs = clock.millis();
    List<String> faults = new ArrayList<>();
    List<String> silent = new ArrayList<>();
    for (WorkerAnswer answer : answers) {
      String worker = answer.from().getAuthority();
      if (answer.atMs() == null) {
        silent.add(worker + " (" + answer.why() + ")");
        continue;
      }
      Answer compared = Clocks.compare(worker + "'s", beforeMs, answer.atMs(), afterMs);
      if (compared.result() == Finding.Result.FAULT) {
        faults.add(compared.found());
      }
    }
    if (!faults.isEmpty()) {
      return Answer.fault(String.join("; ", faults));
    }
    return silent.isEmpty()
        ? Answer.ok("those of " + Texts.count(answers.size(), "worker") + " agree")
        : Answer.unknown("no answer of " + String.join(", ", silent));
  }
}
