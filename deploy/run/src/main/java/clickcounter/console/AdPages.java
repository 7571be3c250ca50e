package clickcounter.console;

import clickcounter.cli.Texts;
import clickcounter.document.AdTotals;
import clickcounter.tools.documents.AdReading;
import clickcounter.tools.documents.Documents;
import java.time.Clock;
import java.time.Instant;
import java.util.TreeMap;

/** The page of an ad. */
record AdPages(Documents documents, Clock clock) {
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
        blocked -> new AdBody(Html.unreadable(blocked.reason()), false));
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
            Html.spent(spent),
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
    HtmlTable table = new HtmlTable("unsettled events", "counter", "#events", "first", "last");
    new TreeMap<>(found.unsettled())
        .forEach(
            (counterId, ids) ->
                table.row(
                    Links.counter(counterId),
                    Texts.number(ids.size()),
                    Links.event(counterId, ids.from(0)),
                    Links.event(counterId, ids.last())));
    return """
        <section><h2>Unsettled events</h2>
        <p class="note">They are counted here, and not yet recorded in their counters' documents.</p>
        %s</section>
        """
        .formatted(table.html());
  }
}
