package clickcounter.console;

import clickcounter.jms.BrokerSettings;
import clickcounter.store.DocumentStore;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Supplier;

/** The running console. */
public final class Console implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();

  private final DocumentStore store;
  private final Poller poller;
  private final WebServer server;
  private final String host;

  private Console(DocumentStore store, Poller poller, WebServer server, String host) {
    this.store = store;
    this.poller = poller;
    this.server = server;
    this.host = host;
  }

  /**
   * Where the console listens, and what it shows.
   *
   * @param port 0 for any that is free
   * @param endpoints of the workers' metrics, asked for each time
   * @param archives in which events are looked for; may be empty
   * @param audits directory of reports, or null
   * @param hosts by which browsers may name the console, besides its address and localhost
   * @param riak what a person gives to commands as --riak; null for the default
   */
  public record Options(
      String host,
      int port,
      Supplier<List<URI>> endpoints,
      BrokerSettings broker,
      List<Path> archives,
      Path audits,
      List<String> hosts,
      String riak) {}

  /**
   * Starts it.
   *
   * @param store is closed with the console
   * @throws IOException when it cannot listen; the store is closed then
   */
  public static Console start(Options options, DocumentStore store) throws IOException {
    Clock clock = Clock.systemUTC();
    Viewers viewers = new Viewers();
    Documents documents = new Documents(store);
    Poller poller =
        new Poller(
            options.endpoints(),
            options.broker(),
            documents,
            clock,
            viewers::any,
            now -> viewers.send(json(now)));
    Pages pages =
        new Pages(
            poller,
            documents,
            new Commands(store, options.broker(), options.archives(), options.riak(), clock),
            new Audits(options.audits()),
            clock);
    try {
      WebServer server =
          WebServer.start(options.host(), options.port(), options.hosts(), viewers, pages);
      poller.start();
      return new Console(store, poller, server, options.host());
    } catch (IOException e) {
      store.close();
      throw new IOException(
          "the console cannot listen at "
              + options.host()
              + ":"
              + options.port()
              + ": "
              + e.getMessage()
              + ". Choose another --port, or 0 for any",
          e);
    }
  }

  private static byte[] json(Now now) {
    try {
      return JSON.writeValueAsBytes(now);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The address of the first page. */
  public String url() {
    return "http://" + host + ":" + server.port() + "/";
  }

  @Override
  public void close() {
    server.close();
    poller.close();
    store.close();
  }
}
