package clickcounter.console;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettings;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.AdHourSource;
import clickcounter.tools.series.HourSource;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;

/** The running console. */
public final class Console implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration SEARCH_WITHIN = Duration.ofMinutes(1);

  private final DocumentStore store;
  private final Poller poller;
  private final WebServer server;
  private final String url;
  private final Token token;

  private Console(DocumentStore store, Poller poller, WebServer server, String url, Token token) {
    this.store = store;
    this.poller = poller;
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
   * @param settings where broker and documents are
   * @param reach the commands that a page shows
   * @param archives in which events are looked for; may be empty
   * @param audits directory of reports, or null
   * @param days clicks by the hour of finished days
   * @param limits beyond which an operator has to act
   */
  public record Sources(
      Endpoints endpoints,
      Settings settings,
      Reach reach,
      List<Path> archives,
      Path audits,
      HourSource days,
      Verdict.Limits limits) {
    private BrokerSettings broker() {
      return BrokerSettingsTable.read(settings);
    }

    RiakSettings riak() {
      return RiakSettingsTable.read(settings);
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
    Viewers viewers = new Viewers();
    Poller poller =
        new Poller(
            sources.endpoints(),
            sources.broker(),
            new Documents(store),
            sources.limits(),
            sources.reach(),
            Clock.systemUTC(),
            viewers::any,
            now -> viewers.send(json(now)));
    try {
      WebServer server = WebServer.start(address, token, viewers, pages(sources, store, poller));
      poller.start();
      return new Console(store, poller, server, address.url(server.port()), token);
    } catch (IOException e) {
      store.close();
      throw new IOException(
          "the console cannot listen at "
              + address.host()
              + ":"
              + address.port()
              + ": "
              + e.getMessage()
              + ". Choose another --port, or 0 for any",
          e);
    }
  }

  private static Pages pages(Sources sources, DocumentStore store, Poller poller) {
    Clock clock = Clock.systemUTC();
    Commands commands =
        new Commands(
            store, sources.broker(), sources.archives(), sources.reach(), clock, SEARCH_WITHIN);
    AdPages ads = new AdPages(poller, new Documents(store), clock);
    return new Pages(
        poller,
        ads,
        new AdSeries(
            new AdHourSource(new Documents(store), sources.days()), ads::newestEvent, clock),
        new CountersPage(poller, sources.limits().silentAfter(), clock),
        commands,
        new Audits(sources.audits(), sources.reach()),
        clock);
  }

  private static byte[] json(Now now) {
    try {
      return JSON.writeValueAsBytes(now);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
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
    store.close();
  }
}
