package clickcounter.console;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves pages by HTTP to browsers on this machine. Nothing can be changed through it: it answers
 * {@code GET} alone. It refuses requests that name another host than its own, as those of a foreign
 * page would that has taken over a name (DNS rebinding), and lets pages load nothing from
 * elsewhere.
 */
final class WebServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
  private static final String POLICY =
      "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";
  private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";
  private static final int THREADS = 6;
  private static final int WAITING = 64;

  private final HttpServer server;
  private final ThreadPoolExecutor pool;
  private final Set<String> hosts;
  private final Viewers viewers;
  private final Site site;

  /** What is served. */
  interface Site {
    /** The answer to a request, or null if there is no such page. */
    Answer answer(String path, Map<String, String> query) throws IOException;
  }

  /**
   * @param policy of the browser for this page; null for the strict one of all pages
   */
  record Answer(int status, String type, byte[] body, String policy) {
    private static final String HTML = "text/html; charset=utf-8";

    static Answer html(String body) {
      return new Answer(200, HTML, body.getBytes(StandardCharsets.UTF_8), null);
    }

    static Answer json(byte[] body) {
      return new Answer(200, "application/json", body, null);
    }

    /** A page for a browser, a line of text for others. */
    private static Answer refusal(int status, String why, boolean isBrowser) {
      return isBrowser
          ? new Answer(status, HTML, Html.refusal(why).getBytes(StandardCharsets.UTF_8), null)
          : new Answer(
              status,
              "text/plain; charset=utf-8",
              (why + "\n").getBytes(StandardCharsets.UTF_8),
              null);
    }
  }

  private WebServer(
      HttpServer server, ThreadPoolExecutor pool, Set<String> hosts, Viewers viewers, Site site) {
    this.server = server;
    this.pool = pool;
    this.hosts = hosts;
    this.viewers = viewers;
    this.site = site;
  }

  /**
   * @param port 0 for any that is free
   * @param hosts by which browsers may name this server, besides the address and {@code localhost}
   */
  static WebServer start(
      String address, int port, Collection<String> hosts, Viewers viewers, Site site)
      throws IOException {
    // The JDK's server would delay small answers by 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Half a request must not keep a thread. In seconds, for the whole JVM.
    if (System.getProperty(REQUEST_TIME) == null) {
      System.setProperty(REQUEST_TIME, "10");
    }
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "console-http");
              thread.setDaemon(true);
              return thread;
            });
    HttpServer server = HttpServer.create(new InetSocketAddress(address, port), 0);
    Set<String> allowed = new TreeSet<>(hosts);
    allowed.addAll(List.of(address, "localhost", "127.0.0.1", "[::1]"));
    WebServer web = new WebServer(server, pool, allowed, viewers, site);
    server.setExecutor(pool);
    server.createContext("/", web::serve);
    server.start();
    return web;
  }

  int port() {
    return server.getAddress().getPort();
  }

  private void serve(HttpExchange exchange) {
    try {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      URI uri = exchange.getRequestURI();
      if (!isOurs(exchange.getRequestHeaders().getFirst("Host"))) {
        refuse(
            exchange,
            421,
            "This page is served for " + hosts + " only. To add a name: --allow-host NAME");
      } else if (isFromElsewhere(exchange)) {
        refuse(exchange, 403, "Another site has asked for this page.");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        refuse(exchange, 405, "Nothing can be changed here.");
      } else if (uri.getPath().equals("/events")) {
        if (!viewers.add(exchange)) {
          refuse(exchange, 503, "Too many pages are open: close another one.");
        }
      } else {
        viewers.asked();
        Answer answer = site.answer(uri.getPath(), query(uri.getRawQuery()));
        if (answer == null) {
          refuse(exchange, 404, "There is no such page.");
        } else {
          send(exchange, answer);
        }
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("a request was not answered", e);
      exchange.close();
    }
  }

  /** A port is not compared: it may be forwarded from another. */
  private boolean isOurs(String named) {
    if (named == null) {
      return false;
    }
    return hosts.contains(named.replaceAll(":\\d+$", "").toLowerCase(Locale.ROOT));
  }

  /**
   * Whether a foreign page asks. Its links may lead here, but it must not make this one search
   * archives: browsers say where a request comes from.
   */
  private static boolean isFromElsewhere(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String site = headers.getFirst("Sec-Fetch-Site");
    if (site == null || site.equals("same-origin") || site.equals("none")) {
      return false;
    }
    String path = exchange.getRequestURI().getPath();
    boolean isLink = "document".equals(headers.getFirst("Sec-Fetch-Dest"));
    return !isLink || path.equals("/event") || path.startsWith("/api/");
  }

  private static Map<String, String> query(String raw) {
    Map<String, String> query = new HashMap<>();
    if (raw != null) {
      for (String part : raw.split("&")) {
        int equals = part.indexOf('=');
        String name = equals < 0 ? part : part.substring(0, equals);
        String value = equals < 0 ? "" : part.substring(equals + 1);
        query.put(decoded(name), decoded(value));
      }
    }
    return query;
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  private static void refuse(HttpExchange exchange, int status, String why) throws IOException {
    String accepted = exchange.getRequestHeaders().getFirst("Accept");
    boolean isBrowser = accepted != null && accepted.contains("text/html");
    send(exchange, Answer.refusal(status, why, isBrowser));
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    headers.set("Cache-Control", "no-store");
    if (answer.policy() != null) {
      headers.set("Content-Security-Policy", answer.policy());
    }
    exchange.sendResponseHeaders(
        answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(answer.body());
    }
  }

  @Override
  public void close() {
    viewers.close();
    server.stop(0);
    pool.shutdownNow();
  }
}
