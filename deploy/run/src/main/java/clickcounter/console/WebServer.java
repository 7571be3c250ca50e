package clickcounter.console;

import clickcounter.cli.IoErrors;
import clickcounter.endpoint.HttpEndpoint;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves pages by HTTP to browsers on this machine. {@link Guard} says who is refused. A request
 * has the {@link Token} in its address or, later, in a cookie. Pages may load nothing from
 * elsewhere.
 */
record WebServer(HttpEndpoint server, Guard guard, Token token, Site site)
    implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
  private static final String POLICY =
      "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self';"
          + " frame-ancestors 'none'";
  private static final int THREADS = 6;
  private static final String TOKEN = "token";

  interface Site {
    /** The answer to a request, or null if there is no such page. */
    HttpAnswer answer(String path, Map<String, String> query) throws IOException;
  }

  record HttpAnswer(int status, String type, byte[] body) {}

  static WebServer start(Console.Address address, Token token, Site site) throws IOException {
    HttpEndpoint server =
        HttpEndpoint.bind(address.host(), address.port(), "console-http", THREADS);
    Guard guard = new Guard(address.host(), address.names(), token);
    WebServer web = new WebServer(server, guard, token, site);
    server.start(web::serve);
    return web;
  }

  int port() {
    return server.port();
  }

  private void serve(HttpExchange exchange) {
    try {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", POLICY);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      String path = exchange.getRequestURI().getPath();
      Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
      String inAddress = query.remove(TOKEN);
      String given =
          inAddress == null ? cookie(exchange.getRequestHeaders().get("Cookie")) : inAddress;
      Guard.Refusal refusal =
          guard.refusal(exchange.getRequestMethod(), path, exchange.getRequestHeaders(), given);
      if (refusal == null && inAddress != null && token.is(inAddress)) {
        headers.set("Set-Cookie", token.cookie(cookieName()));
      }
      if (refusal != null) {
        refuse(exchange, refusal.status(), refusal.why());
      } else {
        answer(exchange, path, query);
      }
    } catch (IOException | RuntimeException e) {
      LOG.debug("a request was not answered", e);
      exchange.close();
    }
  }

  /** Cookies of one host are sent to all its ports, and there may be another console. */
  private String cookieName() {
    return "clicks-console-" + port();
  }

  /** The value of our cookie; null if it did not come. */
  private String cookie(List<String> headers) {
    String begin = cookieName() + "=";
    return headers == null
        ? null
        : headers.stream()
            .flatMap(header -> Stream.of(header.split(";")))
            .map(String::strip)
            .filter(each -> each.startsWith(begin))
            .map(each -> each.substring(begin.length()))
            .findFirst()
            .orElse(null);
  }

  private void answer(HttpExchange exchange, String path, Map<String, String> query)
      throws IOException {
    HttpAnswer answer;
    try {
      answer = site.answer(path, query);
    } catch (IOException | RuntimeException e) {
      LOG.warn("the page {} could not be made", path, e);
      refuse(exchange, 503, "The page could not be made: " + IoErrors.message(e));
      return;
    }
    if (answer == null) {
      refuse(exchange, 404, "There is no such page.");
    } else {
      send(exchange, answer);
    }
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
    byte[] line = (why + "\n").getBytes(StandardCharsets.UTF_8);
    send(exchange, new HttpAnswer(status, "text/plain; charset=utf-8", line));
  }

  private static void send(HttpExchange exchange, HttpAnswer answer) throws IOException {
    Headers headers = exchange.getResponseHeaders();
    headers.set("Content-Type", answer.type());
    headers.set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(
        answer.status(), answer.body().length == 0 ? -1 : answer.body().length);
    try (OutputStream body = exchange.getResponseBody()) {
      body.write(answer.body());
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
