package clickcounter.check;

import clickcounter.riak.BucketTypeCheck;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSetupException;
import clickcounter.riak.RiakStore;
import clickcounter.storm.StoreFactory;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Whether Riak is as the workers need it. */
public final class RiakChecks {
  private static final String RIAK = "riak";

  private final RiakSettings settings;
  private final StoreFactory workersStore;

  /**
   * @param workersStore opens what each worker opens when it starts
   */
  public RiakChecks(RiakSettings settings, StoreFactory workersStore) {
    this.settings = settings;
    this.workersStore = workersStore;
  }

  List<Check> all() {
    return List.of(
        Check.ofWorkers(
            RIAK,
            "lets workers log in, has the bucket type with the properties that counting needs, and no"
                + " recount of everything is under way",
            "riak.nodes, riak.bucketType, riak.user, riak.password, riak.trustStore",
            this::opens),
        Check.of("riak nodes", "all take connections, in one cluster", "riak.nodes", this::nodes)
            .after(RIAK),
        Check.of("riak ring", "no node has two replicas of a key", "", this::ring).after(RIAK));
  }

  private Answer opens() throws IOException {
    try {
      workersStore.open().close();
    } catch (RuntimeException e) { // as StoreFactory says
      throw new IOException(e.getMessage(), e);
    }
    return Answer.ok("bucket type " + settings.bucketType() + " at " + settings.nodes());
  }

  private Answer nodes() {
    List<String> away = new ArrayList<>();
    for (String node : settings.nodes()) {
      int colon = node.lastIndexOf(':');
      InetSocketAddress address =
          new InetSocketAddress(
              node.substring(0, colon), Integer.parseInt(node.substring(colon + 1)));
      try (Socket socket = new Socket()) {
        socket.connect(address, settings.connectTimeoutMs());
      } catch (IOException e) {
        away.add(node + " (" + e.getMessage() + ")");
      }
    }
    if (!away.isEmpty()) {
      return Answer.fault(
          away.size() + " of " + settings.nodes().size() + " away: " + String.join(", ", away));
    }
    try {
      RiakStore.openForVerdict(settings).close();
    } catch (RiakSetupException e) {
      return Answer.fault(e.getMessage());
    }
    return Answer.ok(settings.nodes().size() + " of " + settings.nodes().size() + ", one cluster");
  }

  private Answer ring() {
    try {
      return BucketTypeCheck.ringAdvice(settings)
          .map(Answer::fault)
          .orElseGet(
              () ->
                  Answer.ok(
                      "in a sample of keys, no node has two replicas of a key, or there is one node only"));
    } catch (IOException | RiakSetupException e) {
      return Answer.unknown(e.getMessage());
    }
  }
}
