package clickcounter.console;

import clickcounter.console.WebServer.HttpAnswer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One page, which its script draws from the JSON below {@code /api}, at the path of each kind. */
record Pages(String system, Poller poller, Commands commands) {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String OURS = "/clickcounter/console/";
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final Set<String> PATHS =
      Set.of("/", "/counters", "/counter", "/ad", "/event", "/day", "/rejects");
  private static final Map<String, HttpFile> FILES =
      Map.of(
          "/static/style.css", new HttpFile(OURS + "style.css", "text/css"),
          "/static/console.js", new HttpFile(OURS + "console.js", "text/javascript"),
          "/static/icon.svg", new HttpFile(OURS + "icon.svg", "image/svg+xml"),
          "/static/uplot.js", new HttpFile(UPLOT + "uPlot.esm.js", "text/javascript"),
          "/static/uplot.css", new HttpFile(UPLOT + "uPlot.min.css", "text/css"));

  private record HttpFile(String resource, String type) {}

  /** The answer to a request; null if there is no such page. */
  HttpAnswer answer(String path, Map<String, String> query) throws IOException {
    if (PATHS.contains(path)) {
      return page();
    }
    HttpFile file = FILES.get(path);
    return file == null
        ? api(path, query.getOrDefault("id", "").strip(), query)
        : new HttpAnswer(200, file.type() + "; charset=utf-8", resource(file.resource()));
  }

  private HttpAnswer api(String path, String id, Map<String, String> query) throws IOException {
    return switch (path) {
      case "/api/" -> json(200, poller.now());
      case "/api/history" -> json(200, poller.history().columns());
      case "/api/counters" -> json(200, poller.counters(id, most(query)));
      // What http_sd_configs of Prometheus asks for.
      case "/api/targets" -> json(200, List.of(Map.of("targets", poller.targets())));
      case "/api/ad" -> said(commands.show("ads", id));
      case "/api/counter" -> said(commands.show("counters", id));
      case "/api/event" -> said(commands.explain(id));
      case "/api/series" -> said(commands.series(id, query));
      case "/api/rejects" -> said(commands.rejects());
      case "/api/day" -> said(commands.day(id));
      default -> null;
    };
  }

  /** All rows, unless it says how many. */
  private static long most(Map<String, String> query) {
    String most = query.getOrDefault("most", "");
    return most.matches("\\d{1,9}") ? Long.parseLong(most) : Long.MAX_VALUE;
  }

  private static HttpAnswer said(Commands.Said said) throws IOException {
    return json(said.httpStatus(), said);
  }

  private static HttpAnswer json(int status, Object value) throws IOException {
    return new HttpAnswer(status, "application/json", JSON.writeValueAsBytes(value));
  }

  /** The page; the topology's name needs no escaping. */
  private HttpAnswer page() throws IOException {
    String html = new String(resource(OURS + "index.html"), StandardCharsets.UTF_8);
    return new HttpAnswer(
        200,
        "text/html; charset=utf-8",
        html.replace("${system}", system).getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }
}
