package clickcounter.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ad documents as JSON, content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"adId":"m123456","state":"active","budgetMicros":50000000,"costMicros":1200000,"spentMicros":1200000,"clicks":10,
 *  "impressions":4123,"ranking":{"score":0.002396,"day":16008,"clicks":[10],"impressions":[4123]},
 *  "firstEventAt":1383120000000,"lastEventAt":1383146743633,
 *  "unsettled":{"hostA-20131030_152543":"15+5,3i,2c120000"},
 *  "write":{"id":"3k9f0x2m.1q7","number":4711,"base":"3k9f0x2m.1q6"}}
 * </pre>
 *
 * <p>{@code write.base} is the newest write that the writer knew to be stored by a quorum; {@code
 * baseNumber} is left out when it is the number before, {@code basedOn} (writes since the base that
 * this one contains) when there are none.
 *
 * <p>Times are ms since the epoch. {@code state}, {@code spentMicros} and {@code score} are
 * derived: they are for readers, and not read back, except that {@code unfunded} says that no
 * budget event was counted. For {@code unsettled}, which also tells what the last write added, see
 * {@link UnsettledIds}; for {@code ranking}, {@link Ranking}.
 */
public final class AdDocumentCodec {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.ad.v1+json";

  /** More than any setting allows: what a damaged text can name must not fill the memory. */
  public static final int MAX_UNSETTLED_IDS = 1_000_000;

  private AdDocumentCodec() {}

  public static byte[] write(AdDocument document) {
    return DocumentJson.write(json -> writeDocument(document, json));
  }

  private static void writeDocument(AdDocument document, JsonGenerator json) throws IOException {
    AdTotals totals = document.totals();
    json.writeStringField("adId", document.adId());
    json.writeStringField("state", totals.state().label());
    json.writeNumberField("budgetMicros", totals.budgetMicros());
    json.writeNumberField("costMicros", totals.costMicros());
    json.writeNumberField("spentMicros", totals.spentMicros());
    json.writeNumberField("clicks", totals.clicks());
    json.writeNumberField("impressions", totals.impressions());
    writeRanking(totals.ranking(), json);
    json.writeNumberField("firstEventAt", totals.firstEventAtMs());
    json.writeNumberField("lastEventAt", totals.lastEventAtMs());
    json.writeObjectFieldStart("unsettled");
    long newestDay = totals.ranking().newestDay();
    for (Map.Entry<String, UnsettledIds> e : new TreeMap<>(document.unsettled()).entrySet()) {
      json.writeStringField(e.getKey(), UnsettledText.write(e.getValue(), newestDay));
    }
    json.writeEndObject();
    DocumentJson.writeStamp(document.write(), json);
    json.writeEndObject();
  }

  private static void writeRanking(Ranking ranking, JsonGenerator json) throws IOException {
    json.writeObjectFieldStart("ranking");
    json.writeNumberField("score", rounded(ranking.score()));
    json.writeNumberField("day", ranking.newestDay());
    int clickDays = Ranking.DAYS;
    while (clickDays > 0 && ranking.clicks(clickDays - 1) == 0) {
      clickDays--;
    }
    int impressionDays = Ranking.DAYS;
    while (impressionDays > 0 && ranking.impressions(impressionDays - 1) == 0) {
      impressionDays--;
    }
    json.writeArrayFieldStart("clicks");
    for (int i = 0; i < clickDays; i++) {
      json.writeNumber(ranking.clicks(i));
    }
    json.writeEndArray();
    json.writeArrayFieldStart("impressions");
    for (int i = 0; i < impressionDays; i++) {
      json.writeNumber(ranking.impressions(i));
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Six digits after the point are enough to rank by, and short. */
  private static double rounded(double score) {
    return Math.round(score * 1e6) / 1e6;
  }

  /**
   * Reads a document of any version ever written.
   *
   * @throws UnreadableDocument when it is of none of them, or damaged
   */
  public static AdDocument read(String contentType, byte[] bytes) throws UnreadableDocument {
    return DocumentJson.read(
        "ad document", CONTENT_TYPE, contentType, bytes, json -> new Reader().read(json));
  }

  private static final class Reader {
    private String adId;
    private AdState state;
    private Long budgetMicros;
    private Long costMicros;
    private Long clicks;
    private Long impressions;
    private Long firstEventAtMs;
    private Long lastEventAtMs;
    private Ranking ranking;
    private Map<String, String> unsettled;
    private WriteStamp write;

    AdDocument read(JsonParser json) throws IOException {
      DocumentJson.readObject(json, this::readField);
      DocumentJson.require(adId, "adId");
      DocumentJson.require(state, "state");
      DocumentJson.require(ranking, "ranking");
      DocumentJson.require(unsettled, "unsettled");
      DocumentJson.require(write, "write");
      AdTotals totals =
          AdTotals.read(
              state != AdState.UNFUNDED,
              DocumentJson.require(budgetMicros, "budgetMicros"),
              DocumentJson.require(costMicros, "costMicros"),
              DocumentJson.require(clicks, "clicks"),
              DocumentJson.require(impressions, "impressions"),
              DocumentJson.require(firstEventAtMs, "firstEventAt"),
              DocumentJson.require(lastEventAtMs, "lastEventAt"),
              ranking);
      return new AdDocument(adId, totals, unsettledIds(), write);
    }

    private Map<String, UnsettledIds> unsettledIds() {
      Map<String, UnsettledIds> ids = new HashMap<>();
      long left = MAX_UNSETTLED_IDS;
      for (Map.Entry<String, String> e : unsettled.entrySet()) {
        UnsettledIds read = UnsettledText.read(e.getValue(), ranking.newestDay(), left);
        left -= read.older().size() + read.added().size();
        ids.put(e.getKey(), read);
      }
      return ids;
    }

    private void readField(String name, JsonParser json) throws IOException {
      switch (name) {
        case "adId" -> adId = DocumentJson.text(json);
        case "state" -> state = AdState.ofLabel(DocumentJson.text(json));
        case "budgetMicros" -> budgetMicros = DocumentJson.integer(json);
        case "costMicros" -> costMicros = DocumentJson.integer(json);
        case "clicks" -> clicks = DocumentJson.integer(json);
        case "impressions" -> impressions = DocumentJson.integer(json);
        case "firstEventAt" -> firstEventAtMs = DocumentJson.integer(json);
        case "lastEventAt" -> lastEventAtMs = DocumentJson.integer(json);
        case "ranking" -> ranking = readRanking(json);
        case "unsettled" -> {
          unsettled = new HashMap<>();
          DocumentJson.readObject(json, (id, value) -> unsettled.put(id, DocumentJson.text(value)));
        }
        case "write" -> write = DocumentJson.readStamp(json);
        default -> json.skipChildren();
      }
    }

    private static Ranking readRanking(JsonParser json) throws IOException {
      Long[] day = {null};
      long[][] counts = {null, null};
      DocumentJson.readObject(
          json,
          (name, value) -> {
            switch (name) {
              case "day" -> day[0] = DocumentJson.integer(value);
              case "clicks" -> counts[0] = DocumentJson.integers(value, Ranking.DAYS);
              case "impressions" -> counts[1] = DocumentJson.integers(value, Ranking.DAYS);
              default -> value.skipChildren();
            }
          });
      return new Ranking(
          DocumentJson.require(day[0], "ranking.day"),
          DocumentJson.require(counts[0], "ranking.clicks"),
          DocumentJson.require(counts[1], "ranking.impressions"));
    }
  }
}
