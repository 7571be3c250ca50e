package clickcounter.cluster;

import clickcounter.cli.ExitCode;
import clickcounter.cli.Terminal;
import clickcounter.cluster.Nimbus.TopologyTasks;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.Round;
import clickcounter.settings.Settings;
import clickcounter.tools.documents.Waits;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URI;
import java.util.Collection;
import java.util.Map;
import java.util.function.Function;

/**
 * By what somebody watches a topology until it is as it should be.
 *
 * @param portOffset from a worker's port to that of its metrics; 0 if it serves none
 */
record TopologyWatch(
    Tasks nimbus,
    Function<Collection<URI>, Round> workers,
    int portOffset,
    Waits waits,
    Terminal terminal) {
  private static final long POLL_MS = 500;

  interface Tasks {
    TopologyTasks now() throws IOException;
  }

  static TopologyWatch of(Nimbus nimbus, Settings settings, Terminal terminal) {
    return new TopologyWatch(
        () -> nimbus.tasks(TopologySettingsTable.name(settings)),
        WorkerClient.ofCommand()::metrics,
        settings.integer(TopologySettingsTable.METRICS_PORT_OFFSET),
        Waits.REAL,
        terminal);
  }

  /**
   * What Nimbus and the workers of its tasks say now.
   *
   * @param trouble why Nimbus does not answer, or null
   */
  record Look(String trouble, TopologyTasks tasks, Round round) {}

  Look look() {
    TopologyTasks tasks;
    try {
      tasks = nimbus.now();
    } catch (IOException e) {
      return new Look(e.getMessage(), TopologyTasks.NONE, new Round(Map.of(), Map.of()));
    }
    return new Look(
        null, tasks, workers.apply(WorkerClient.endpoints(tasks.workers(), portOffset)));
  }

  long nowMs() {
    return waits.nowMs();
  }

  void pause() {
    waits.pause(POLL_MS);
  }

  void tell(String line) {
    terminal.err().println(line);
  }

  /** Says how it ended; the exit status. */
  int ended(int status, String line) {
    (status == ExitCode.OK ? terminal.out() : terminal.err()).println(line);
    return status;
  }
}
