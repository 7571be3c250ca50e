package clickcounter.console;

import clickcounter.console.WebServer.Answer;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;

/** The pages of the console, each with its JSON at the same path under {@code /api}. */
final class Pages implements WebServer.Site {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final Map<String, String> STATIC =
      Map.of(
          "style.css", "text/css",
          "now.js", "text/javascript",
          "refresh.js", "text/javascript",
          "icon.svg", "image/svg+xml");

  private final Poller poller;
  private final CountersPage counters;
  private final HotAdsPage hotAds;
  private final LookupPages lookups;
  private final Commands commands;
  private final Audits audits;

  Pages(Poller poller, Documents documents, Commands commands, Audits audits, Clock clock) {
    this.poller = poller;
    this.counters = new CountersPage(poller, clock);
    this.hotAds = new HotAdsPage(poller);
    this.lookups = new LookupPages(documents, commands);
    this.commands = commands;
    this.audits = audits;
  }

  @Override
  public Answer answer(String path, Map<String, String> query) throws IOException {
    if (path.startsWith("/static/")) {
      return file(path.substring("/static/".length()));
    }
    if (path.startsWith("/audits/")) {
      return audits.report(path.substring("/audits/".length()));
    }
    String id = query.getOrDefault("id", "").strip();
    return switch (path) {
      case "/" -> Answer.html(Html.page(path, "Now", nowBody(), "now.js"));
      case "/api/" -> json(poller.now());
      case "/api/history" -> json(poller.history().columns());
      case "/counters" -> Answer.html(Html.page(path, "Counters", counters.body(), "refresh.js"));
      case "/api/counters" -> json(counters.rows());
      case "/hot" -> Answer.html(Html.page(path, "Hot ads", hotAds.body(), "refresh.js"));
      // What http_sd_configs of Prometheus asks for.
      case "/api/targets" -> json(List.of(Map.of("targets", poller.targets())));
      case "/api/hot" -> json(poller.hotAds());
      case "/ad" -> lookups.ad(id);
      case "/counter" -> lookups.counter(id);
      case "/event" -> lookups.event(id);
      case "/api/event" -> Answer.json(bytes(commands.explain(id, "--json").out()));
      case "/api/ad" -> Answer.json(bytes(commands.run("inspect", "--json", "ad", "--", id).out()));
      case "/api/counter" ->
          Answer.json(bytes(commands.run("inspect", "--json", "counter", "--", id).out()));
      case "/audits" -> Answer.html(Html.page(path, "Audits", audits.body(), null));
      case "/api/audits" -> json(audits.list());
      default -> null;
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Answer json(Object value) throws IOException {
    return Answer.json(JSON.writeValueAsBytes(value));
  }

  private static Answer file(String name) throws IOException {
    if (name.equals("uplot.js")) {
      return resource(UPLOT + "uPlot.esm.js", "text/javascript");
    }
    if (name.equals("uplot.css")) {
      return resource(UPLOT + "uPlot.min.css", "text/css");
    }
    String type = STATIC.get(name);
    return type == null ? null : resource("/clickcounter/console/" + name, type);
  }

  private static Answer resource(String name, String type) throws IOException {
    try (InputStream in = Pages.class.getResourceAsStream(name)) {
      return new Answer(200, type + "; charset=utf-8", in.readAllBytes(), null);
    }
  }

  private String nowBody() {
    return """
        <h1>Now</h1>
        <div id="away" role="status" aria-live="polite"></div>
        <section class="hero" aria-label="Events counted a second">
          <div class="number" id="rate">–</div><div class="unit">events counted a second</div>
          <div id="chart" role="img" aria-label="Events and puts a second in the last hour"></div>
        </section>
        <section aria-labelledby="attention-title"><h2 id="attention-title">Needs a person</h2>
          <ul id="attention" class="attention"><li class="quiet">Not known yet.</li></ul></section>
        <section aria-labelledby="equation-title"><h2 id="equation-title">What became of the events</h2>
          <div class="scroll" tabindex="0" role="region" aria-label="Equation of the events">
          <table class="equation">
            <thead><tr><td></td><th scope="col">received</th><th scope="col">= counted</th>
              <th scope="col">+ duplicates</th><th scope="col">+ rejected</th><th scope="col">+ unfinished</th></tr></thead>
            <tbody>
              <tr><th scope="row">last minute</th><td id="m-received">–</td><td id="m-counted">–</td>
                <td id="m-duplicates">–</td><td id="m-rejected">–</td><td id="m-unfinished">–</td></tr>
              <tr><th scope="row">since the workers’ start</th><td id="s-received">–</td><td id="s-counted">–</td>
                <td id="s-duplicates">–</td><td id="s-rejected">–</td><td id="s-unfinished">–</td></tr>
            </tbody></table></div></section>
        <section class="cards" aria-label="Figures">
          <div class="card"><h2>Queue</h2><p class="figure" id="queue">–</p><p class="note" id="queue-note">messages</p></div>
          <div class="card"><h2>Oldest pending</h2><p class="figure" id="oldest">–</p><p class="note" id="pending">events pending</p></div>
          <div class="card"><h2>Puts</h2><p class="figure" id="puts">–</p><p class="note" id="puts-note">a second</p></div>
          <div class="card"><h2>Deferral</h2><p class="figure" id="deferral">–</p><p class="note">99 of 100 puts waited less</p></div>
          <div class="card"><h2>Durable after</h2><p class="figure" id="durable">–</p><p class="note">99 of 100 deliveries</p></div>
          <div class="card"><h2>Store answers in</h2><p class="figure" id="answer">–</p><p class="note" id="doubts">99 of 100 puts</p></div>
          <div class="card"><h2>Missing events</h2><p class="figure" id="missing">–</p><p class="note" id="missing-note">of all counters</p></div>
          <div class="card"><h2>Counters</h2><p class="figure" id="counters">–</p><p class="note" id="counters-note">alive</p></div>
        </section>
        <section class="lately">%s</section>
        """
        .formatted(audits.newest());
  }
}
