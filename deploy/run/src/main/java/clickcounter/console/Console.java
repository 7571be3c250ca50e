package clickcounter.console;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The running console. */
public final class Console implements AutoCloseable {
  private static final Duration SEARCH_WITHIN = Duration.ofMinutes(1);

  private final DocumentStore store;
  private final Poller poller;
  private final StatesFeed states;
  private final WebServer server;
  private final String url;
  private final Token token;

  private Console(
      DocumentStore store,
      Poller poller,
      StatesFeed states,
      WebServer server,
      String url,
      Token token) {
    this.store = store;
    this.poller = poller;
    this.states = states;
    this.server = server;
    this.url = url;
    this.token = token;
  }

  /**
   * Where the console listens.
   *
   * @param port 0 for any that is free
   * @param names other names under which browsers may ask for it
   */
  public record Address(String host, int port, List<String> names) {
    private String url(int boundPort) {
      return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + boundPort + "/";
    }
  }

  /**
   * What the console shows.
   *
   * @param settings where broker, documents and the table of archives are
   * @param reach the commands that a page shows
   * @param archives in which events are looked for without a table; may be empty
   * @param limits beyond which an operator has to act
   */
  public record Sources(
      Endpoints endpoints,
      Settings settings,
      Reach reach,
      List<Path> archives,
      Verdict.Limits limits) {
    private BrokerSettings broker() {
      return BrokerSettingsTable.read(settings);
    }

    private String statesTopic() {
      return settings.value("states.topic");
    }
  }

  /**
   * Starts it.
   *
   * @param token what browsers have to know
   * @param store is closed with the console
   * @throws IOException when it cannot listen; the store is closed then
   */
  public static Console start(Address address, Token token, Sources sources, DocumentStore store)
      throws IOException {
    Poller poller =
        new Poller(
            sources.endpoints(),
            sources.broker(),
            new Documents(store),
            sources.limits(),
            sources.reach(),
            Clock.systemUTC());
    StatesFeed states = states(sources, store);
    try {
      WebServer server = WebServer.start(address, token, pages(sources, store, poller, states));
      poller.start();
      return new Console(store, poller, states, server, address.url(server.port()), token);
    } catch (IOException e) {
      states.close();
      store.close();
      throw new IOException(
          "the console cannot listen at %s:%d: %s. Choose another --port, or 0 for any"
              .formatted(address.host(), address.port(), e.getMessage()),
          e);
    }
  }

  private static StatesFeed states(Sources sources, DocumentStore store) {
    return StatesFeed.start(
        sources.broker(), sources.statesTopic(), store, Clock.systemUTC(), new SecureRandom());
  }

  private static Pages pages(
      Sources sources, DocumentStore store, Poller poller, StatesFeed states) {
    Commands commands =
        new Commands(
            store,
            sources.settings(),
            sources.archives(),
            sources.reach(),
            Clock.systemUTC(),
            SEARCH_WITHIN);
    return new Pages(
        TopologySettingsTable.name(sources.settings()),
        poller,
        new StatesView(states, sources.reach()),
        commands);
  }

  /** The address of the first page, for browsers that know the token already. */
  public String url() {
    return url;
  }

  /** What to print: the address that a person opens first. */
  public String printed() {
    return url + token.printed();
  }

  @Override
  public void close() {
    server.close();
    poller.close();
    states.close();
    store.close();
  }
}
