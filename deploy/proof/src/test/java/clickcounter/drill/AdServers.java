package clickcounter.drill;

import clickcounter.document.AdTotals;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsStateFeed;
import clickcounter.reading.AdStateReader;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakStore;
import clickcounter.states.AdLevel;
import clickcounter.states.AdStates;
import clickcounter.states.AdStatesSettings;
import clickcounter.states.StateMessage;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Ad servers: each learns the states of ads by its own queue, as those of a site do. They reach
 * broker and Riak directly, and live on while the cluster is broken.
 */
final class AdServers implements AutoCloseable, ClickingPeople.Servers {
  private final DocumentStore store;
  private final List<Server> servers = new ArrayList<>();

  private record Server(AdStates states, JmsStateFeed feed) {}

  private AdServers(DocumentStore store) {
    this.store = store;
  }

  /** Starts so many. */
  static AdServers start(int count, String name, String brokerUrl, RiakSettings riak) {
    AdServers all = new AdServers(new RiakStore(riak));
    for (int i = 0; i < count; i++) {
      AdStates states =
          new AdStates(
              new AdStateReader(all.store, Clock.systemUTC()),
              AdStatesSettings.defaults(),
              System::nanoTime);
      BrokerSettings broker = BrokerSettings.at(brokerUrl);
      all.servers.add(
          new Server(
              states, JmsStateFeed.start(broker, JmsStateFeed.USUAL_TOPIC, name + i, states)));
    }
    return all;
  }

  /** Whether all are connected. */
  boolean areConnected() {
    return servers.stream().allMatch(server -> server.states.feed().connected());
  }

  /** All need these ads now: what they do not know they read. */
  void need(List<String> adIds) {
    for (Server server : servers) {
      adIds.forEach(adId -> server.states.ask(adId).join());
    }
  }

  @Override
  public boolean mayShow(int number, String adId) {
    return servers.get(number % servers.size()).states.mayShow(adId);
  }

  @Override
  public long showing(String adId) {
    return servers.stream().filter(server -> server.states.mayShow(adId)).count();
  }

  /** A difference between ad servers and documents; empty if there is none. */
  Optional<String> firstFault(List<String> adIds) {
    List<String> faults = new ArrayList<>();
    new Documents(store).ads(adIds.iterator(), reading -> fault(reading).ifPresent(faults::add));
    return faults.stream().findFirst();
  }

  private Optional<String> fault(AdReading reading) {
    return reading.decide(
        found -> fault(found.adId(), found.totals()),
        absent -> fault(absent.adId(), new AdTotals()),
        blocked -> Optional.of("ads/" + blocked.adId() + ": " + blocked.reason()));
  }

  private Optional<String> fault(String adId, AdTotals totals) {
    AdLevel level = AdLevel.of(totals);
    for (int i = 0; i < servers.size(); i++) {
      StateMessage known = servers.get(i).states.ask(adId).join().state();
      if (known == null || !known.level().equals(level)) {
        return Optional.of(
            "ad server %d knows %s of an ad whose document says %s".formatted(i, known, level));
      }
    }
    return Optional.empty();
  }

  /** What clicks of these ads have cost beyond their budgets. */
  long overdeliveredMicros(List<String> adIds) {
    long[] sum = new long[1];
    new Documents(store)
        .ads(
            adIds.iterator(),
            reading ->
                sum[0] +=
                    reading.<Long>decide(
                        found -> found.totals().overdeliveredMicros(),
                        absent -> 0L,
                        blocked -> 0L));
    return sum[0];
  }

  @Override
  public void close() {
    servers.forEach(server -> server.feed.stop());
    servers.forEach(server -> server.feed.close());
    store.close();
  }
}
