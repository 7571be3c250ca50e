package clickcounter.console;

import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import clickcounter.topology.TopologySettingsTable;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

/** The running console. */
public final class Console implements AutoCloseable {
  private static final Duration SEARCH_WITHIN = Duration.ofMinutes(1);

  private final DocumentStore store;
  private final Poller poller;
  private final WebServer server;
  private final String url;

  private Console(DocumentStore store, Poller poller, WebServer server, String url) {
    this.store = store;
    this.poller = poller;
    this.server = server;
    this.url = url;
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
   * @param endpoints where the workers that are known now serve their metrics; may wait, or fail
   * @param settings where broker, documents and the table of archives are
   * @param reach the commands that a page shows
   * @param archives in which events are looked for without a table; may be empty
   * @param limits beyond which an operator has to act
   */
  public record Sources(
      Callable<List<URI>> endpoints,
      Settings settings,
      Reach reach,
      List<Path> archives,
      Verdict.Limits limits) {}

  /**
   * Starts it.
   *
   * @param token what browsers have to know
   * @param store is closed with the console
   * @throws IOException when it cannot listen; the store is closed then
   */
  public static Console start(Address address, Token token, Sources sources, DocumentStore store)
      throws IOException {
    Clock clock = Clock.systemUTC();
    Poller poller = new Poller(sources, new Documents(store), clock);
    Commands commands = new Commands(store, sources, clock, SEARCH_WITHIN);
    String system = TopologySettingsTable.name(sources.settings());
    try {
      WebServer server =
          WebServer.start(address, token, new Pages(system, poller, commands)::answer);
      poller.start();
      return new Console(store, poller, server, address.url(server.port()));
    } catch (IOException e) {
      store.close();
      throw new IOException(
          "the console cannot listen at %s:%d: %s. Choose another --port, or 0 for any"
              .formatted(address.host(), address.port(), e.getMessage()),
          e);
    }
  }

  /** The address of the first page, for browsers that know the token already. */
  public String url() {
    return url;
  }

  /** What to print: the address that a person opens first. */
  public String printed() {
    return url + server.token().printed();
  }

  @Override
  public void close() {
    server.close();
    poller.close();
    store.close();
  }
}
