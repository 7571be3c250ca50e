package clickcounter.console;

import clickcounter.document.AdTotals;
import clickcounter.scrape.HotAd;
import clickcounter.tools.common.Texts;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

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
    List<HotAd> ads = poller.hotAds();
    return """
        <h1>Hot ads</h1>
        <div id="spoken" class="spoken" role="status"></div>
        <p class="note">The busiest ads that are served now: of the last seconds. The document of a busy ad waits a moment, and one write takes all events of that time.</p>
        %s
        <div id="refreshed">
        <p class="note">%s</p>
        %s
        </div>
        """
        .formatted(
            Html.away(poller.away(), clock.millis()),
            hotNote(ads),
            ads.isEmpty() ? "" : table(ads));
  }

  private String hotNote(List<HotAd> ads) {
    if (!ads.isEmpty()) {
      return "";
    }
    return poller.workersAnswer()
        ? "None: no events have come in the last seconds."
        : "Not known: no worker answers.";
  }

  private static String table(List<HotAd> ads) {
    StringBuilder rows = new StringBuilder();
    ads.forEach(ad -> append(ad, rows));
    return """
        <div class="scroll" tabindex="0" role="region" aria-label="Table of the busiest ads">
        <table><thead><tr><th scope="col">ad</th><th scope="col" class="n">events a minute</th><th scope="col">state</th>
          <th scope="col">budget spent</th><th scope="col" class="n">document</th><th scope="col" class="n">unsettled</th>
          <th scope="col" class="n">waits</th></tr></thead><tbody>
        %s
        </tbody></table></div>
        """
        .formatted(rows);
  }

  private static void append(HotAd ad, StringBuilder rows) {
    String spent = Math.round(100 * ad.spent()) + "% of the budget is spent";
    rows.append(
        """
        <tr><th scope="row">%s</th><td class="n">%s</td><td>%s</td><td>%s</td><td class="n">%s B</td><td class="n">%s</td><td class="n">%s</td></tr>
        """
            .formatted(
                Links.ad(ad.adId()),
                Texts.number(Math.round(ad.eventsPerMinute())),
                Html.badge(ad.state()),
                Html.bar(ad.spent(), "spent", spent),
                Texts.number(ad.documentBytes()),
                Texts.number(ad.unsettled()),
                Texts.number(ad.deferralMs()) + " ms"));
  }

  /**
   * What the page of an ad shows.
   *
   * @param isDrawn whether there is a chart
   */
  record AdBody(String html, boolean isDrawn) {
    static final AdBody NONE = new AdBody("", false);
  }

  /** The figures of one ad, or why there are none; empty if it has no document. */
  AdBody body(String id) {
    AdReading reading;
    try {
      reading = documents.ad(id);
    } catch (RuntimeException e) {
      return new AdBody(Html.silentRiak(e), false);
    }
    return reading.decide(
        found -> new AdBody(figures(found), true),
        absent -> AdBody.NONE,
        blocked ->
            new AdBody(
                "<p class=\"trouble\">The document cannot be read: "
                    + Html.escaped(blocked.reason())
                    + "</p>",
                false));
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
    return cards(found, spent) + times(found) + AdSeries.section(found.adId()) + unsettled(found);
  }

  private static String cards(AdReading.Found found, double spent) {
    return """
        <section class="cards" aria-label="The ad">
          <div class="card"><h2>State</h2><p class="figure">%s</p><p class="note">%s%% of the budget is spent</p>%s</div>
          <div class="card"><h2>Clicks</h2><p class="figure">%s</p><p class="note">%s impressions</p>%s</div>
          <div class="card"><h2>Document</h2><p class="figure">%s B</p><p class="note">%s, %s</p></div>
        </section>
        """
        .formatted(
            found.totals().state().label(),
            Math.round(100 * spent),
            Html.bar(spent, "spent", Math.round(100 * spent) + "% of the budget is spent"),
            Texts.number(found.totals().clicks()),
            Texts.number(found.totals().impressions()),
            notCharged(found.totals()),
            Texts.number(found.bytes()),
            Texts.count(found.unsettledIds(), "unsettled event"),
            Texts.count(found.siblings().size(), "stored value"));
  }

  private static String notCharged(AdTotals totals) {
    return totals.invalid().isNone()
        ? ""
        : "<p class=\"note\">not charged: " + Html.escaped(Texts.notCharged(totals)) + "</p>";
  }

  private static String times(AdReading.Found found) {
    AdTotals totals = found.totals();
    String times =
        totals.lastEventAtMs() == 0
            ? "No events yet"
            : "Events from %s to %s"
                .formatted(Links.time(totals.firstEventAtMs()), Links.time(totals.lastEventAtMs()));
    return "<p>" + times + " · " + Links.states(found.adId(), "what an ad server sees") + "</p>";
  }

  /** The only events that an ad's document names. */
  private static String unsettled(AdReading.Found found) {
    if (found.unsettled().isEmpty()) {
      return "";
    }
    StringBuilder rows = new StringBuilder();
    new TreeMap<>(found.unsettled())
        .forEach(
            (counterId, ids) ->
                rows.append(
                    "<tr><th scope=\"row\">%s</th><td class=\"n\">%s</td><td>%s</td><td>%s</td></tr>"
                        .formatted(
                            Links.counter(counterId),
                            Texts.number(ids.size()),
                            Links.event(counterId, ids.from(0)),
                            Links.event(counterId, ids.last()))));
    return """
        <section><h2>Unsettled events</h2>
        <p class="note">They are counted here, and not yet recorded in their counters' documents.</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of unsettled events">
        <table><thead><tr><th scope="col">counter</th><th scope="col" class="n">events</th><th scope="col">first</th>\
        <th scope="col">last</th></tr></thead><tbody>
        %s
        </tbody></table></div></section>
        """
        .formatted(rows);
  }
}
