package clickcounter.tools;

import clickcounter.cli.NoVerdict;
import clickcounter.jms.BrokerSettings;
import clickcounter.riak.RiakSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.send.Outlet;
import java.io.IOException;

/** What the commands reach over the network. */
public interface Backends {
  /**
   * Connects to the documents.
   *
   * @throws NoVerdict when nothing that is read there can be believed; the command ends with 3
   */
  DocumentStore openStore(RiakSettings settings);

  /**
   * Connects to the queue.
   *
   * @throws IOException when no broker answers
   */
  Outlet openQueue(BrokerSettings settings) throws IOException;

  /** What the queue of rejects has of this event. */
  RejectedLines findRejected(BrokerSettings settings, String eventId);

  /** The real ones. */
  static Backends real() {
    return new RealBackends();
  }
}
