package clickcounter.check;

import clickcounter.cli.NoVerdict;
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
import java.util.Optional;

/** Whether Riak is as the workers need it. */
final class RiakChecks {
  private RiakChecks() {}

  static void ask(Findings findings, RiakSettings settings, StoreFactory workersStore) {
    boolean isOpen =
        findings.ask(
            "riak",
            "lets workers log in, has the bucket type with the properties that counting needs, and"
                + " no recount of everything is under way",
            "riak.nodes, riak.bucketType, riak.user, riak.password, riak.trustStore",
            () -> opens(settings, workersStore));
    if (isOpen) {
      findings.ask(
          "riak nodes",
          "all take connections, in one cluster",
          "riak.nodes",
          () -> nodes(settings));
      findings.ask("riak ring", "no node has two replicas of a key", "", () -> ring(settings));
    }
  }

  private static String opens(RiakSettings settings, StoreFactory workersStore) throws IOException {
    try {
      workersStore.open().close();
    } catch (RuntimeException e) { // as StoreFactory says
      throw new IOException(e.getMessage(), e);
    }
    return "bucket type " + settings.bucketType() + " at " + settings.nodes();
  }

  private static String nodes(RiakSettings settings) throws IOException {
    int all = settings.nodes().size();
    List<String> away = new ArrayList<>();
    for (String node : settings.nodes()) {
      int colon = node.lastIndexOf(':');
      int port = Integer.parseInt(node.substring(colon + 1));
      try (Socket socket = new Socket()) {
        socket.connect(
            new InetSocketAddress(node.substring(0, colon), port), settings.connectTimeoutMs());
      } catch (IOException e) {
        away.add(node + " (" + e.getMessage() + ")");
      }
    }
    Findings.require(
        away.isEmpty(), away.size() + " of " + all + " away: " + String.join(", ", away));
    try {
      RiakStore.openForVerdict(settings).close();
    } catch (RiakSetupException e) {
      throw new IOException(e.getMessage(), e);
    }
    return all + " of " + all + ", one cluster";
  }

  private static String ring(RiakSettings settings) throws IOException {
    Optional<String> advice;
    try {
      advice = BucketTypeCheck.ringAdvice(settings);
    } catch (IOException | RiakSetupException e) {
      throw new NoVerdict(e.getMessage());
    }
    return Findings.require(
        advice.isEmpty(),
        advice.orElse(
            "in a sample of keys, no node has two replicas of a key, or there is one node only"));
  }
}
