package clickcounter.console;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.riak.RiakSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.status.CounterSurvey;
import clickcounter.status.Reach;
import clickcounter.status.Verdict;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.By;
import clickcounter.tools.series.Counts;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.table.Past;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** The running console. */
public final class Console implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration SEARCH_WITHIN = Duration.ofMinutes(1);

  private final DocumentStore store;
  private final Poller poller;
  private final StatesFeed states;
  private final RecentPast past;
  private final WebServer server;
  private final String url;
  private final Token token;

  private Console(
      DocumentStore store,
      Poller poller,
      StatesFeed states,
      RecentPast past,
      WebServer server,
      String url,
      Token token) {
    this.store = store;
    this.poller = poller;
    this.states = states;
    this.past = past;
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
   * @param table of archives, or null
   * @param adServer the name under which it reads the states of ads; null for a new one, whose
   *     queue is removed when the console is closed
   * @param limits beyond which an operator has to act
   */
  public record Sources(
      Endpoints endpoints,
      Settings settings,
      Reach reach,
      List<Path> archives,
      Path audits,
      Path table,
      String adServer,
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
    StatesFeed states = states(sources, store);
    RecentPast past = new RecentPast(() -> past(sources, store));
    try {
      WebServer server =
          WebServer.start(address, token, viewers, pages(sources, store, poller, states, past));
      poller.start();
      return new Console(store, poller, states, past, server, address.url(server.port()), token);
    } catch (IOException e) {
      states.close();
      past.close();
      store.close();
      throw new IOException(
          "the console cannot listen at %s:%d: %s. Choose another --port, or 0 for any"
              .formatted(address.host(), address.port(), e.getMessage()),
          e);
    }
  }

  private static StatesFeed states(Sources sources, DocumentStore store) {
    return StatesFeed.start(
        sources.broker(),
        sources.statesTopic(),
        sources.adServer(),
        store,
        Clock.systemUTC(),
        new SecureRandom());
  }

  private static Pages pages(
      Sources sources, DocumentStore store, Poller poller, StatesFeed states, RecentPast past) {
    Clock clock = Clock.systemUTC();
    Duration silentAfter = CounterSurvey.SILENT_AFTER;
    Documents documents = new Documents(store);
    CountersPage counters = new CountersPage(poller, silentAfter, clock);
    Audits audits = new Audits(sources.audits(), sources.reach());
    Commands commands =
        new Commands(
            store, sources.broker(), sources.archives(), sources.reach(), clock, SEARCH_WITHIN);
    AdPages ads = new AdPages(documents, clock);
    return new Pages(
        poller,
        ads,
        new AdSeries(
            (adId, range) -> series(adId, range, documents, past), ads::newestEvent, clock),
        counters,
        new CounterPage(documents, silentAfter, clock),
        new DayPage(past, poller, counters, audits, clock),
        new StatesPage(states, poller, sources.reach(), clock),
        commands,
        audits,
        clock);
  }

  /** Null if there is no table. */
  private static Past past(Sources sources, DocumentStore store) throws IOException {
    if (sources.table() == null || Files.notExists(sources.table())) {
      return null;
    }
    return Past.open(
        sources.table(),
        new Documents(store),
        RiakSettingsTable.read(sources.settings()),
        Instant.now());
  }

  /** The hours of a chart are those that the ad's document has. */
  private static Series series(String adId, SeriesRange range, Documents documents, RecentPast past)
      throws IOException {
    return range.by() == By.HOUR
        ? Counts.of(range, documents.ad(adId), null)
        : past.ask(known -> Counts.of(range, documents.ad(adId), known));
  }

  private static String json(Now now) {
    try {
      return JSON.writeValueAsString(now);
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
    states.close();
    past.close();
    store.close();
  }
}
