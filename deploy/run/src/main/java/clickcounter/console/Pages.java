package clickcounter.console;

import clickcounter.cli.ExitCode;
import clickcounter.console.WebServer.HttpAnswer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The pages of the console, each with its JSON at the same path under {@code /api}. */
final class Pages implements WebServer.Site {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String OURS = "/clickcounter/console/";
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final Map<String, String> STATIC =
      Map.of(
          "style.css", "text/css",
          "now.js", "text/javascript",
          "refresh.js", "text/javascript",
          "series.js", "text/javascript",
          "icon.svg", "image/svg+xml");

  private final Poller poller;
  private final AdPages ads;
  private final AdSeries series;
  private final CountersPage counters;
  private final Commands commands;
  private final Audits audits;
  private final Clock clock;

  Pages(
      Poller poller,
      AdPages ads,
      AdSeries series,
      CountersPage counters,
      Commands commands,
      Audits audits,
      Clock clock) {
    this.poller = poller;
    this.ads = ads;
    this.series = series;
    this.counters = counters;
    this.commands = commands;
    this.audits = audits;
    this.clock = clock;
  }

  @Override
  public HttpAnswer answer(String path, Map<String, String> query) throws IOException {
    if (path.startsWith("/static/")) {
      return file(path.substring("/static/".length()));
    }
    if (path.startsWith("/audits/")) {
      return audits.report(path.substring("/audits/".length()));
    }
    String id = query.getOrDefault("id", "").strip();
    return path.startsWith("/api/") ? api(path, id, query) : page(path, id);
  }

  private HttpAnswer page(String path, String id) throws IOException {
    return switch (path) {
      case "/" -> html(path, "Now", now(), "now.js");
      case "/hot" -> html(path, "Hot ads", ads.hot(), "refresh.js");
      case "/counters" -> html(path, "Counters", counters.body(), "refresh.js");
      case "/counter" -> document("/counters", "Counter", "Id of the counter", id);
      case "/ad" -> document(path, "Ad", "Id of the ad", id);
      case "/event" -> document(path, "Event", "Id of the event: COUNTER:NUMBER", id);
      case "/audits" -> html(path, "Audits", audits.body(), null);
      default -> null;
    };
  }

  private HttpAnswer api(String path, String id, Map<String, String> query) throws IOException {
    return switch (path) {
      case "/api/" -> json(poller.now());
      case "/api/history" -> json(poller.history().columns());
      case "/api/hot" -> json(poller.hotAds());
      case "/api/counters" -> json(counters.rows());
      // What http_sd_configs of Prometheus asks for.
      case "/api/targets" -> json(List.of(Map.of("targets", poller.targets())));
      case "/api/ad" -> json(commands.showJson("ads", id));
      case "/api/series" -> series.json(query);
      case "/api/counter" -> json(commands.showJson("counters", id));
      case "/api/event" -> json(commands.explainJson(id));
      case "/api/audits" -> json(audits.list());
      default -> null;
    };
  }

  private static HttpAnswer html(String path, String title, String body, String script) {
    return HttpAnswer.html(Html.page(path, title, body, script));
  }

  /** A page with a field for an id, and what a command says about the id that was given. */
  private HttpAnswer document(String path, String what, String label, String id) {
    String form =
        "<h1>" + what + "</h1>" + Html.search("/" + what.toLowerCase(Locale.ROOT), label, id);
    if (id.isEmpty()) {
      return html(path, what, form, null);
    }
    Commands.CommandOutput output =
        switch (what) {
          case "Ad" -> commands.show("ads", id);
          case "Counter" -> commands.show("counters", id);
          default -> commands.explain(id);
        };
    String summary = what.equals("Ad") ? ads.summary(id) : "";
    boolean drawn = what.equals("Ad") && output.status() == ExitCode.OK;
    String chart = drawn ? AdSeries.section(id) : "";
    return HttpAnswer.html(
        output.httpStatus(),
        Html.page(
            path,
            what + " " + id,
            form + summary + chart + output.html(),
            drawn ? "series.js" : null));
  }

  private static HttpAnswer json(Object value) throws IOException {
    return HttpAnswer.json(200, JSON.writeValueAsBytes(value));
  }

  /** What a command has printed; its error if it printed nothing. */
  private static HttpAnswer json(Commands.CommandOutput output) throws IOException {
    if (!output.out().isBlank()) {
      return HttpAnswer.json(200, output.out().getBytes(StandardCharsets.UTF_8));
    }
    byte[] error = JSON.writeValueAsBytes(Map.of("error", output.err().strip()));
    return HttpAnswer.json(output.httpStatus(), error);
  }

  private static HttpAnswer file(String name) throws IOException {
    if (name.equals("uplot.js")) {
      return file(UPLOT + "uPlot.esm.js", "text/javascript");
    }
    if (name.equals("uplot.css")) {
      return file(UPLOT + "uPlot.min.css", "text/css");
    }
    String type = STATIC.get(name);
    return type == null ? null : file(OURS + name, type);
  }

  private static HttpAnswer file(String name, String type) throws IOException {
    return new HttpAnswer(200, type + "; charset=utf-8", resource(name), null);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private String now() throws IOException {
    return new String(resource(OURS + "now.html"), StandardCharsets.UTF_8)
        .replace("${away}", Html.away(poller.away(), clock.millis()))
        .replace("${audit}", audits.newest())
        .replace("${first}", first());
  }

  /** What the page shows before anything else is asked for; it never ends its element. */
  private String first() throws IOException {
    Map<String, Object> first = new HashMap<>();
    first.put("now", poller.now());
    first.put("history", poller.history().columns());
    return JSON.writeValueAsString(first).replace("<", "\\u003c");
  }
}
