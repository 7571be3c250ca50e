package clickcounter.console;

import clickcounter.console.WebServer.HttpAnswer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The pages of the console, each with its JSON at the same path under {@code /api}. */
record Pages(
    Poller poller,
    AdPages ads,
    AdSeries series,
    CountersPage counters,
    CounterPage counter,
    DayPage days,
    StatesPage states,
    Commands commands,
    Clock clock)
    implements WebServer.Site {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String OURS = "/clickcounter/console/";
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final Map<String, String> STATIC =
      Map.of(
          "style.css", "text/css",
          "now.js", "text/javascript",
          "refresh.js", "text/javascript",
          "series.js", "text/javascript",
          "legend.js", "text/javascript",
          "icon.svg", "image/svg+xml");

  @Override
  public HttpAnswer answer(String path, Map<String, String> query) throws IOException {
    if (path.startsWith("/static/")) {
      return file(path.substring("/static/".length()));
    }
    String id = query.getOrDefault("id", "").strip();
    return path.startsWith("/api/") ? api(path, id, query) : page(path, id);
  }

  private HttpAnswer page(String path, String id) throws IOException {
    return switch (path) {
      case "/" -> html(path, "Now", now(), "now.js");
      case "/counters" -> html(path, "Counters", counters.body(), "refresh.js");
      case "/counter" -> counter(id);
      case "/ad" -> ad(id);
      case "/event" -> event(id);
      case "/day" -> day(id);
      case "/states" -> html(path, "Ad states", states.body(id), "refresh.js");
      default -> null;
    };
  }

  private HttpAnswer api(String path, String id, Map<String, String> query) throws IOException {
    return switch (path) {
      case "/api/" -> json(poller.now());
      case "/api/history" -> json(poller.history().columns());
      case "/api/counters" -> json(counters.rows());
      // What http_sd_configs of Prometheus asks for.
      case "/api/targets" -> json(List.of(Map.of("targets", poller.targets())));
      case "/api/ad" -> json(commands.show("ads", id, Commands.JSON));
      case "/api/series" -> series.json(query);
      case "/api/counter" -> json(commands.show("counters", id, Commands.JSON));
      case "/api/event" -> json(commands.explain(id, Commands.JSON));
      case "/api/states" -> json(states.json(id));
      default -> null;
    };
  }

  private static HttpAnswer html(String path, String title, String body, String script) {
    return HttpAnswer.html(Html.page(path, title, body, script));
  }

  private HttpAnswer ad(String id) {
    String form = form("Ad", "/ad", "Id of the ad", id);
    if (id.isEmpty()) {
      return html("/ad", "Ad", form, null);
    }
    Commands.CommandOutput output = commands.show("ads", id);
    AdPages.AdBody ad = output.isFailed() ? AdPages.AdBody.NONE : ads.body(id);
    String script = ad.isDrawn() ? "series.js" : null;
    return document("/ad", "Ad " + id, output, form + ad.html() + output.html(), script);
  }

  private HttpAnswer counter(String id) {
    String form = form("Counter", "/counter", "Id of the counter", id);
    if (id.isEmpty()) {
      return html("/counters", "Counter", form, null);
    }
    Commands.CommandOutput output = commands.show("counters", id);
    String body = form + (output.isFailed() ? "" : counter.body(id)) + output.html();
    return document("/counters", "Counter " + id, output, body, null);
  }

  private HttpAnswer event(String id) {
    String form = form("Event", "/event", "Id of the event: COUNTER:NUMBER", id);
    if (id.isEmpty()) {
      return html("/event", "Event", form, null);
    }
    Commands.CommandOutput output = commands.explain(id);
    String body = form + EventPage.links(id, output.out()) + output.html();
    return document("/event", "Event " + id, output, body, null);
  }

  private HttpAnswer day(String id) {
    try {
      LocalDate day = days.day(id);
      return html("/day", "Day " + day, days.body(day), null);
    } catch (IllegalArgumentException e) {
      return HttpAnswer.html(400, Html.error(400, e.getMessage()));
    }
  }

  /** The head of a page for an id: a field for it, and what does not answer. */
  private String form(String title, String path, String label, String id) {
    String head = "<h1>" + title + "</h1>" + Html.search(path, label, id);
    return head + Html.away(poller.away(), clock.millis());
  }

  /** A page of what a command says, with its status. */
  private static HttpAnswer document(
      String path, String title, Commands.CommandOutput output, String body, String script) {
    return HttpAnswer.html(output.httpStatus(), Html.page(path, title, body, script));
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
    return new HttpAnswer(200, type + "; charset=utf-8", resource(name));
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private String now() throws IOException {
    return new String(resource(OURS + "now.html"), StandardCharsets.UTF_8)
        .replace("${away}", Html.away(poller.away(), clock.millis()))
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
