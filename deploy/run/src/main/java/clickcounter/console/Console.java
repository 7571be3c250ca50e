package clickcounter.console;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.BrokerSettingsTable;
import clickcounter.settings.Settings;
import clickcounter.status.Reach;
import clickcounter.status.Verdict;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import clickcounter.tools.series.AdHourSource;
import clickcounter.tools.series.HourSource;
import clickcounter.tools.series.files.SeriesFiles;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

/** The running console. */
public final class Console implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
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
   * @param settings where broker and documents are
   * @param reach the commands that a page shows
   * @param archives in which events are looked for; may be empty
   * @param audits directory of reports, or null
   * @param days the files of finished days that are there now
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
      Supplier<SeriesFiles> days,
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
    try {
      WebServer server =
          WebServer.start(address, token, viewers, pages(sources, store, poller, states));
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
        sources.broker(),
        sources.statesTopic(),
        sources.adServer(),
        store,
        Clock.systemUTC(),
        new SecureRandom());
  }

  private static Pages pages(
      Sources sources, DocumentStore store, Poller poller, StatesFeed states) {
    Clock clock = Clock.systemUTC();
    Duration silentAfter = sources.limits().silentAfter();
    Documents documents = new Documents(store);
    CountersPage counters = new CountersPage(poller, silentAfter, clock);
    Audits audits = new Audits(sources.audits(), sources.reach());
    Commands commands =
        new Commands(
            store, sources.broker(), sources.archives(), sources.reach(), clock, SEARCH_WITHIN);
    AdPages ads = new AdPages(poller, documents, clock);
    return new Pages(
        poller,
        ads,
        new AdSeries(new AdHourSource(documents, hours(sources.days())), ads::newestEvent, clock),
        counters,
        new CounterPage(documents, silentAfter, clock),
        new DayPage(sources.days(), poller, counters, audits, clock),
        new StatesPage(states, poller, sources.reach(), clock),
        commands,
        audits,
        clock);
  }

  private static HourSource hours(Supplier<SeriesFiles> days) {
    return (adId, fromSlot, toSlot) -> days.get().hours(adId, fromSlot, toSlot);
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
    store.close();
  }
}
