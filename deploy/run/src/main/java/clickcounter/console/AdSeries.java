package clickcounter.console;

import clickcounter.cli.NoVerdict;
import clickcounter.console.WebServer.HttpAnswer;
import clickcounter.tools.series.By;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.function.Function;

/**
 * The chart of an ad: its place on the ad's page, and its JSON.
 *
 * @param newestEvents when an ad's newest event was; now if that is not known
 */
record AdSeries(Source source, Function<String, Instant> newestEvents, Clock clock) {
  private static final JsonMapper JSON = new JsonMapper();

  /** What an ad counted. */
  @FunctionalInterface
  interface Source {
    Series of(String adId, SeriesRange range) throws IOException;
  }

  /**
   * The columns of the chart.
   *
   * @param query {@code id} of the ad, {@code by} hour (the default) or day, {@code zone}, by
   *     default UTC
   */
  HttpAnswer json(Map<String, String> query) throws IOException {
    try {
      return HttpAnswer.json(200, JSON.writeValueAsBytes(chart(query)));
    } catch (IllegalArgumentException e) {
      return error(400, e);
    } catch (NoVerdict e) {
      return error(503, e);
    }
  }

  private SeriesChart chart(Map<String, String> query) throws IOException {
    String id = query.getOrDefault("id", "").strip();
    if (id.isEmpty()) {
      throw new IllegalArgumentException("id: expected the id of an ad");
    }
    return SeriesChart.of(
        range -> source.of(id, range),
        By.of(query.getOrDefault("by", By.HOUR.toString())),
        SeriesRange.zone(query.getOrDefault("zone", "UTC")),
        clock.instant(),
        newestEvents.apply(id));
  }

  private static HttpAnswer error(int status, RuntimeException e) throws IOException {
    return HttpAnswer.json(status, JSON.writeValueAsBytes(Map.of("error", e.getMessage())));
  }

  /** Where {@code series.js} draws. The table says the same to who cannot see the chart. */
  static String section(String id) {
    return """
        <section class="series" id="series" data-id="%s" aria-labelledby="series-title">
          <h2 id="series-title">Clicks and impressions</h2>
          <p class="choice" role="group" aria-label="Time that is shown">\
        <button type="button" data-by="hour" aria-pressed="true">36 hours</button> \
        <button type="button" data-by="day" aria-pressed="false">30 days</button></p>
          <p class="note" id="series-note" role="status"></p>
          <div class="parts">
            <div id="bars" aria-hidden="true"></div>
            <div class="scroll" tabindex="0" role="region" aria-label="Table of clicks and impressions">
            <table><thead><tr><th scope="col" id="series-by">hour</th><th scope="col" class="n">impressions</th>
              <th scope="col" class="n">clicks</th><th scope="col" class="n">cost</th>
              <th scope="col" class="n" title="filtered or taken back">not charged</th></tr></thead>
            <tbody id="series-rows"></tbody></table></div>
          </div>
        </section>
        """
        .formatted(Html.escaped(id));
  }
}
