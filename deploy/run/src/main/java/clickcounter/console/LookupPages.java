package clickcounter.console;

import clickcounter.console.WebServer.Answer;
import clickcounter.tools.Texts;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;

/** What is known of one ad, counter or event. */
final class LookupPages {
  private final Documents documents;
  private final Commands commands;

  LookupPages(Documents documents, Commands commands) {
    this.documents = documents;
    this.commands = commands;
  }

  private static String search(String path, String label, String id) {
    return """
        <form class="filter" role="search" action="%s"><label>%s
          <input name="id" value="%s" autocomplete="off" spellcheck="false" required></label><button>Show</button></form>
        """
        .formatted(path, label, Html.escaped(id));
  }

  Answer ad(String id) {
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

  Answer counter(String id) {
    String body = "<h1>Counter</h1>" + search("/counter", "Id of the counter", id);
    if (!id.isEmpty()) {
      body += output(commands.run("inspect", "counter", "--", id));
    }
    return Answer.html(Html.page("/counters", "Counter " + id, body, null));
  }

  Answer event(String id) {
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
