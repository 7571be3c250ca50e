package clickcounter.console;

import clickcounter.tools.Texts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The table of the busiest ads. */
final class HotAdsPage {
  private final Poller poller;

  HotAdsPage(Poller poller) {
    this.poller = poller;
  }

  String body() {
    List<HotAdRow> ads = poller.hotAds();
    StringBuilder rows = new StringBuilder();
    ads.forEach(ad -> append(ad, rows));
    return """
        <h1>Hot ads</h1>
        <p class="note">The busiest ads of the last seconds. Their documents are put once a deferral, however many events they have.</p>
        <div id="refreshed">
        %s<p class="note" role="status">%s</p>
        <div class="scroll" tabindex="0" role="region" aria-label="Table of the busiest ads">
        <table><thead><tr><th scope="col">ad</th><th scope="col" class="n">events a minute</th><th scope="col">state</th>
          <th scope="col">budget spent</th><th scope="col" class="n">document</th><th scope="col" class="n">unsettled</th>
          <th scope="col" class="n">waiting for</th></tr></thead><tbody>
        %s
        </tbody></table></div></div>
        """
        .formatted(
            Html.away(poller.away()),
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
}
