package clickcounter.console;

import clickcounter.document.AdTotals;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.util.List;

/** The pages of ads: the busiest, and one by its id. */
final class AdPages {
  private final Poller poller;
  private final Documents documents;
  private final Clock clock;

  AdPages(Poller poller, Documents documents, Clock clock) {
    this.poller = poller;
    this.documents = documents;
    this.clock = clock;
  }

  String hot() {
    List<HotAdRow> ads = poller.hotAds();
    StringBuilder rows = new StringBuilder();
    ads.forEach(ad -> append(ad, rows));
    return """
        <h1>Hot ads</h1>
        <div id="spoken" class="spoken" role="status"></div>
        <p class="note">The busiest ads of the last seconds. Their documents are put once a deferral, however many events they have.</p>
        %s
        <div id="refreshed">
        <p class="note">%s</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of the busiest ads">
        <table><thead><tr><th scope="col">ad</th><th scope="col" class="n">events a minute</th><th scope="col">state</th>
          <th scope="col">budget spent</th><th scope="col" class="n">document</th><th scope="col" class="n">unsettled</th>
          <th scope="col" class="n">waiting for</th></tr></thead><tbody>
        %s
        </tbody></table></div></div>
        """
        .formatted(
            Html.away(poller.away(), clock.millis()),
            ads.isEmpty() ? "None: no events have come in the last seconds." : "",
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

  /** The figures of one ad, or why there are none; empty if it has no document. */
  String summary(String id) {
    AdReading reading;
    try {
      reading = documents.ad(id);
    } catch (RuntimeException e) {
      return "<p class=\"trouble\">Riak does not answer: " + Html.escaped(e.getMessage()) + "</p>";
    }
    return reading.decide(
        AdPages::figures,
        absent -> "",
        blocked ->
            "<p class=\"trouble\">The document cannot be read: "
                + Html.escaped(blocked.reason())
                + "</p>");
  }

  /** When the ad's newest event was; now if that is not known, or it has none. */
  Instant newestEvent(String id) {
    return documents
        .ad(id)
        .decide(
            found -> newestEvent(found.totals()),
            absent -> clock.instant(),
            blocked -> clock.instant());
  }

  private Instant newestEvent(AdTotals totals) {
    long atMs = totals.lastEventAtMs();
    return atMs == 0 ? clock.instant() : Instant.ofEpochMilli(atMs);
  }

  private static String figures(AdReading.Found found) {
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
}
