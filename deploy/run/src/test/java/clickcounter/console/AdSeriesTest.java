package clickcounter.console;

import static org.assertj.core.api.Assertions.assertThat;

import clickcounter.cli.NoVerdict;
import clickcounter.console.WebServer.HttpAnswer;
import clickcounter.hours.HourCounts;
import clickcounter.tools.series.Series;
import clickcounter.tools.series.SeriesRange.Period;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The JSON of an ad's chart, as the page asks for it. */
class AdSeriesTest {
  private static final Instant NOW = Instant.parse("2026-06-10T12:07:00Z");
  private static final Instant KNOWN_FROM = Instant.parse("2026-06-08T00:00:00Z");
  private static final AdSeries.Source ONE_CLICK =
      (adId, range) ->
          new Series(
              range,
              range.periods().stream().map(period -> row(period, adId)).toList(),
              "not imported: hostA 7");

  private static Series.Row row(Period period, String adId) {
    if (period.from().toInstant().isBefore(KNOWN_FROM)) {
      return new Series.Row(period, null, true);
    }
    boolean isNow = period.fromMs() <= NOW.toEpochMilli() && NOW.toEpochMilli() < period.toMs();
    return new Series.Row(
        period, isNow ? new HourCounts(adId.length(), 1, 250_000, 4) : HourCounts.NONE, true);
  }

  private static HttpAnswer ask(AdSeries.Source source, Map<String, String> query)
      throws IOException {
    return new AdSeries(source, adId -> NOW, Clock.fixed(NOW, ZoneOffset.UTC)).json(query);
  }

  private static JsonNode body(HttpAnswer answer) throws IOException {
    return new JsonMapper().readTree(answer.body());
  }

  @Test
  void theColumnsAreThoseOfTheZoneThatTheBrowserNames() throws IOException {
    HttpAnswer answer =
        ask(ONE_CLICK, Map.of("id", " m12 ", "by", "day", "zone", "Pacific/Kiritimati"));
    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.type()).isEqualTo("application/json");
    JsonNode chart = body(answer);
    assertThat(chart.get("by").asText()).isEqualTo("day");
    assertThat(chart.get("zone").asText()).isEqualTo("Pacific/Kiritimati");
    assertThat(chart.get("labels").get(29).asText()).isEqualTo("2026-06-11");
    assertThat(chart.get("impressions").get(29).asLong()).isEqualTo(3);
    assertThat(chart.get("clicks").get(29).asLong()).isEqualTo(1);
    assertThat(chart.get("costMicros").get(29).asLong()).isEqualTo(250_000);
    assertThat(chart.get("invalid").get(29).asLong()).isEqualTo(4);
    assertThat(chart.get("clicks").get(28).asLong(-1)).isZero();
    assertThat(chart.get("clicks").get(27).isNull()).isFalse();
    assertThat(chart.get("note").asText()).isEqualTo("not imported: hostA 7");
    assertThat(chart.get("clicks").get(0).isNull()).isTrue();
  }

  @Test
  void withoutMoreItIsTheLastHoursInUtc() throws IOException {
    JsonNode chart = body(ask(ONE_CLICK, Map.of("id", "m1")));
    assertThat(chart.get("labels")).hasSize(36);
    assertThat(chart.get("labels").get(35).asText()).isEqualTo("2026-06-10 12:00 +00:00");
  }

  @ParameterizedTest
  @CsvSource({
    "'', hour, UTC, id: expected the id of an ad",
    "m1, year, UTC, 'expected hour, day, week, month, got ''year'''",
    "m1, week, UTC, 'by: expected hour or day, got ''week'''",
    "m1, hour, Mars/Base, expected a time zone such as Europe/Zurich"
  })
  void aQueryThatIsWrongIsNamed(String id, String by, String zone, String message)
      throws IOException {
    HttpAnswer answer = ask(ONE_CLICK, Map.of("id", id, "by", by, "zone", zone));
    assertThat(answer.status()).isEqualTo(400);
    assertThat(body(answer).get("error").asText()).contains(message);
  }

  @Test
  void aStoreThatDoesNotAnswerIsNamed() throws IOException {
    AdSeries.Source away =
        (adId, range) -> {
          throw new NoVerdict("cannot read ads/m1");
        };
    HttpAnswer answer = ask(away, Map.of("id", "m1"));
    assertThat(answer.status()).isEqualTo(503);
    assertThat(body(answer).get("error").asText()).isEqualTo("cannot read ads/m1");
  }

  @Test
  void anIdOnThePageIsEscaped() {
    assertThat(AdSeries.section("\"><script>")).contains("data-id=\"&quot;&gt;&lt;script&gt;\"");
  }
}
