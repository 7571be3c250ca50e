package clickcounter.cluster;

import clickcounter.jms.BrokerSettings;
import clickcounter.tools.RealBackends;
import clickcounter.topology.TopologySettings;
import java.io.IOException;

/**
 * Opens what each worker opens when it starts, with the settings that the workers get, and closes
 * it again: a topology whose workers cannot start is not submitted.
 */
final class ServicesCheck {
  private final Broker broker;

  /** Connects to a broker, as a worker does. */
  interface Broker {
    void connect(BrokerSettings settings) throws IOException;
  }

  ServicesCheck(Broker broker) {
    this.broker = broker;
  }

  static ServicesCheck real() {
    return new ServicesCheck(settings -> new RealBackends().openQueue(settings).close());
  }

  /**
   * Checks Riak's bucket type and ring, that no recount of everything is under way, and the log-ins
   * to Riak and the broker.
   *
   * @throws IOException that says why the workers would not start
   */
  void check(TopologySettings settings) throws IOException {
    try {
      settings.store().open().close();
      broker.connect(settings.broker());
    } catch (IOException | RuntimeException e) {
      throw new IOException(
          "nothing was changed, because no worker could start: "
              + e.getMessage()
              + ". If only this host cannot reach Riak or the broker, or has not their secrets, give"
              + " --unchecked",
          e);
    }
  }
}
