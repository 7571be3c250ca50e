package clickcounter.console;

import clickcounter.console.WebServer.Answer;
import clickcounter.ids.Gap;
import clickcounter.tools.Texts;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.CounterLife;
import clickcounter.tools.documents.CounterReading;
import clickcounter.tools.documents.Documents;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The pages of the console, each with its JSON at the same path under {@code /api}. */
final class Pages implements WebServer.Site {
  private static final JsonMapper JSON = new JsonMapper();
  private static final Duration SILENT_AFTER = Duration.ofMinutes(10);
  private static final int MOST_ROWS = 2_000;
  private static final String UPLOT = "/META-INF/resources/webjars/uplot/1.6.30/dist/";
  private static final Map<String, String> STATIC =
      Map.of(
          "style.css", "text/css",
          "now.js", "text/javascript",
          "refresh.js", "text/javascript",
          "icon.svg", "image/svg+xml");

  private final Poller poller;
  private final Documents documents;
  private final Commands commands;
  private final Audits audits;
  private final Clock clock;

  Pages(Poller poller, Documents documents, Commands commands, Audits audits, Clock clock) {
    this.poller = poller;
    this.documents = documents;
    this.commands = commands;
    this.audits = audits;
    this.clock = clock;
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
      case "/counters" -> Answer.html(Html.page(path, "Counters", countersBody(), "refresh.js"));
      case "/api/counters" -> json(counterRows());
      case "/hot" -> Answer.html(Html.page(path, "Hot ads", hotBody(), "refresh.js"));
      // What http_sd_configs of Prometheus asks for.
      case "/api/targets" -> json(List.of(Map.of("targets", poller.targets())));
      case "/api/hot" -> json(poller.hotAds());
      case "/ad" -> ad(id);
      case "/counter" -> counter(id);
      case "/event" -> event(id);
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
      return new Answer(200, type + "; charset=utf-8", in.readAllBytes(), null, false);
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
          <table class="equation">
            <thead><tr><td></td><th scope="col">received</th><th scope="col">= counted</th>
              <th scope="col">+ duplicates</th><th scope="col">+ rejected</th><th scope="col">+ unfinished</th></tr></thead>
            <tbody>
              <tr><th scope="row">last minute</th><td id="m-received">–</td><td id="m-counted">–</td>
                <td id="m-duplicates">–</td><td id="m-rejected">–</td><td id="m-unfinished">–</td></tr>
              <tr><th scope="row">since the workers’ start</th><td id="s-received">–</td><td id="s-counted">–</td>
                <td id="s-duplicates">–</td><td id="s-rejected">–</td><td id="s-unfinished">–</td></tr>
            </tbody></table></section>
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

  /** A row of the table of counters, as the JSON has it, too. */
  record CounterRow(
      String counterId, String life, long next, long missing, Long oldestGapMs, int siblings) {
    static CounterRow of(CounterReading reading, long nowMs) {
      List<Gap> gaps = reading.openGaps();
      Long oldestMs =
          gaps.stream().map(gap -> nowMs - gap.sinceMs()).max(Long::compare).orElse(null);
      return new CounterRow(
          reading.counterId(),
          reading.blocked() != null
              ? "unreadable"
              : CounterLife.of(reading, nowMs, SILENT_AFTER).name().toLowerCase(Locale.ROOT),
          reading.next(),
          gaps.stream().mapToLong(Gap::size).sum(),
          oldestMs,
          reading.siblings());
    }
  }

  private List<CounterRow> counterRows() {
    long nowMs = clock.millis();
    return poller.counters().stream().map(reading -> CounterRow.of(reading, nowMs)).toList();
  }

  private String countersBody() {
    List<CounterRow> rows = counterRows();
    StringBuilder table = new StringBuilder();
    rows.stream().limit(MOST_ROWS).forEach(row -> append(row, table));
    return """
        <h1>Counters</h1>
        <p class="note">One counter is one life of a service. Its bar is what it has numbered; what is missing is red.</p>
        <form class="filter" role="search" action="/counter"><label>Filter, or a whole id and Enter
          <input id="filter" name="id" type="search" autocomplete="off" spellcheck="false"></label>
          <label class="check"><input id="gaps-only" type="checkbox"> only those with missing events</label></form>
        <div id="refreshed">
        <p class="note" role="status">%s</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of counters">
        <table class="counters"><thead><tr><th scope="col">counter</th><th scope="col">state</th>
          <th scope="col" class="n">events</th><th scope="col" class="n">missing</th><th scope="col">oldest gap</th>
          <th scope="col">numbers</th></tr></thead><tbody>
        %s
        </tbody></table></div></div>
        """
        .formatted(
            rows.isEmpty()
                ? "No counter yet. A counter appears when its first event is counted."
                : Texts.count(rows.size(), "counter")
                    + (rows.size() > MOST_ROWS
                        ? ", of which the first " + Texts.number(MOST_ROWS) + " are shown"
                        : ""),
            table);
  }

  private static void append(CounterRow row, StringBuilder table) {
    double share = row.next() == 0 ? 0 : (double) row.missing() / row.next();
    // A single missing event of a million has to be seen, too.
    double seen = row.missing() == 0 ? 0 : Math.max(0.01, share);
    table.append(
        """
        <tr data-id="%1$s" data-missing="%2$d"><th scope="row"><a href="/counter?id=%3$s"><code>%1$s</code></a></th>\
        <td><span class="life %4$s">%4$s</span></td><td class="n">%5$s</td><td class="n">%6$s</td><td>%7$s</td><td>%8$s</td></tr>
        """
            .formatted(
                Html.escaped(row.counterId()),
                row.missing(),
                Html.escaped(URLEncoder.encode(row.counterId(), StandardCharsets.UTF_8)),
                row.life(),
                Texts.number(row.next()),
                Texts.number(row.missing()),
                row.oldestGapMs() == null ? "" : Texts.age(row.oldestGapMs()),
                Html.bar(
                    1 - seen,
                    "seen",
                    Texts.number(row.missing()) + " of " + Texts.number(row.next()) + " missing")));
  }

  private String hotBody() {
    List<HotAdRow> ads = poller.hotAds();
    StringBuilder rows = new StringBuilder();
    ads.forEach(ad -> append(ad, rows));
    return """
        <h1>Hot ads</h1>
        <p class="note">The busiest ads of the last seconds. Their documents are put once a deferral, however many events they have.</p>
        <div id="refreshed">
        <p class="note" role="status">%s</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of the busiest ads">
        <table><thead><tr><th scope="col">ad</th><th scope="col" class="n">events a minute</th><th scope="col">state</th>
          <th scope="col">budget spent</th><th scope="col" class="n">document</th><th scope="col" class="n">unsettled</th>
          <th scope="col" class="n">waiting for</th></tr></thead><tbody>
        %s
        </tbody></table></div></div>
        """
        .formatted(
            ads.isEmpty()
                ? "None yet. The workers look for them once somebody asks: it takes ten seconds, and events."
                : "",
            rows);
  }

  private static void append(HotAdRow ad, StringBuilder rows) {
    String spent = Math.round(100 * ad.spent()) + "% of the budget is spent";
    rows.append(
        """
        <tr><th scope="row"><a href="/ad?id=%s"><code>%s</code></a></th><td class="n">%s</td>\
        <td><span class="life %s">%s</span></td><td>%s</td><td class="n">%s B</td><td class="n">%s</td><td class="n">%s</td></tr>
        """
            .formatted(
                Html.escaped(URLEncoder.encode(ad.adId(), StandardCharsets.UTF_8)),
                Html.escaped(ad.adId()),
                Texts.number(Math.round(ad.eventsPerMinute())),
                Html.escaped(ad.state()),
                Html.escaped(ad.state()),
                Html.bar(ad.spent(), "spent", spent),
                Texts.number(ad.documentBytes()),
                Texts.number(ad.unsettled()),
                ad.deferralMs() + " ms"));
  }

  private static String search(String path, String label, String id) {
    return """
        <form class="filter" role="search" action="%s"><label>%s
          <input name="id" value="%s" autocomplete="off" spellcheck="false" required></label><button>Show</button></form>
        """
        .formatted(path, label, Html.escaped(id));
  }

  private Answer ad(String id) {
    String body = "<h1>Ad</h1>" + search("/ad", "Id of the ad", id);
    if (!id.isEmpty()) {
      body += summary(id) + output(commands.run("inspect", "ad", "--", id));
    }
    return Answer.html(Html.page("/ad", id.isEmpty() ? "Ad" : "Ad " + id, body, null));
  }

  private String summary(String id) {
    AdReading reading;
    try {
      reading = documents.ad(id);
    } catch (RuntimeException e) {
      return "<p class=\"trouble\">Riak does not answer: " + Html.escaped(e.getMessage()) + "</p>";
    }
    if (!(reading instanceof AdReading.Found found)) {
      return "";
    }
    long budget = found.totals().budgetMicros();
    double spent = budget <= 0 ? 0 : (double) found.totals().spentMicros() / budget;
    return """
        <section class="cards" aria-label="The ad">
          <div class="card"><h2>State</h2><p class="figure">%s</p><p class="note">%s%% of the budget is spent</p>%s</div>
          <div class="card"><h2>Clicks</h2><p class="figure">%s</p><p class="note">%s impressions</p></div>
          <div class="card"><h2>Document</h2><p class="figure">%s B</p><p class="note">%s, %s</p></div>
        </section>
        """
        .formatted(
            found.totals().state().label(),
            Math.round(100 * spent),
            Html.bar(spent, "spent", Math.round(100 * spent) + "% of the budget is spent"),
            Texts.number(found.totals().clicks()),
            Texts.number(found.totals().impressions()),
            Texts.number(found.bytes()),
            Texts.count(found.unsettledIds(), "unsettled event"),
            Texts.count(found.siblings().size(), "stored value"));
  }

  private Answer counter(String id) {
    String body = "<h1>Counter</h1>" + search("/counter", "Id of the counter", id);
    if (!id.isEmpty()) {
      body += output(commands.run("inspect", "counter", "--", id));
    }
    return Answer.html(Html.page("/counters", "Counter " + id, body, null));
  }

  private Answer event(String id) {
    String body = "<h1>Event</h1>" + search("/event", "Id of the event: COUNTER:NUMBER", id);
    if (!id.isEmpty()) {
      body += output(commands.explain(id));
    }
    return Answer.html(Html.page("/event", id.isEmpty() ? "Event" : "Event " + id, body, null));
  }

  /** What a command has printed, and the command itself, to be copied. */
  private static String output(Commands.Output output) {
    return """
        <p class="command"><span class="note">The same at a shell:</span> <code>%s</code></p>
        <pre tabindex="0">%s</pre>
        """
        .formatted(Html.escaped(output.command()), Html.escaped(output.out() + output.err()));
  }
}
