package clickcounter.cluster;

import clickcounter.check.BrokerChecks;
import clickcounter.check.Checks;
import clickcounter.check.ClusterChecks;
import clickcounter.check.ClusterChecks.Room;
import clickcounter.check.HostChecks;
import clickcounter.check.RiakChecks;
import clickcounter.cli.NoVerdict;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.scrape.WorkerClient;
import clickcounter.scrape.WorkerClient.WorkerAnswer;
import clickcounter.settings.Settings;
import clickcounter.topology.TopologySettings;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** The checks of a system with these settings. */
final class SystemChecks {
  private SystemChecks() {}

  /**
   * @param archives those of services; empty if nobody named them
   * @throws IllegalArgumentException naming the setting that is wrong
   */
  static Checks of(Settings settings, ClusterChecks.Cluster cluster, List<Path> archives) {
    TopologySettings topology = TopologySettings.of(settings);
    Clock clock = Clock.systemUTC();
    return Checks.of(
        new HostChecks(settings, archives),
        new RiakChecks(RiakSettingsTable.read(settings), topology.store()),
        new BrokerChecks(topology.broker(), settings.text(BrokerSettingsTable.STATES_TOPIC), clock),
        new ClusterChecks(settings, cluster, clock));
  }

  /** The answers of Nimbus, and of the workers that it names. */
  static ClusterChecks.Cluster answers(Nimbus nimbus, String topology, Settings settings) {
    return new ClusterChecks.Cluster() {
      @Override
      public Room room() throws IOException {
        return nimbus.room(topology);
      }

      @Override
      public List<WorkerAnswer> workers() throws IOException {
        int portOffset = settings.integer(TopologySettingsTable.METRICS_PORT_OFFSET);
        return WorkerClient.ofCommand()
            .ask(WorkerClient.endpoints(nimbus.workers(topology), portOffset), "/metrics");
      }
    };
  }

  /** No cluster is known. */
  static ClusterChecks.Cluster unknown(String why) {
    return new ClusterChecks.Cluster() {
      @Override
      public Room room() {
        throw new NoVerdict(why);
      }

      @Override
      public List<WorkerAnswer> workers() {
        throw new NoVerdict(why);
      }
    };
  }
}
