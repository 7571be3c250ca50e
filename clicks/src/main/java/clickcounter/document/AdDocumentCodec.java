package clickcounter.document;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;

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
 * <p>{@code write.base} is the newest write that the writer knew to be stored by a quorum. {@code
 * baseNumber} is absent when it is {@code number - 1}. {@code basedOn} lists the writes since the
 * base that this one contains; it is absent when there are none.
 *
 * <p>Times are ms since the epoch. {@code state}, {@code spentMicros} and {@code score} are
 * derived. They are for people and other programs and are not read back, with one exception: the
 * state {@code unfunded} means that no budget event was counted. {@link UnsettledIds} describes
 * {@code unsettled}, which also contains what the last write added; {@link Ranking} describes
 * {@code ranking}.
 */
public final class AdDocumentCodec {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.ad.v1+json";

  /**
   * More than any setting allows. Bounds the memory that a damaged text can make a reader allocate.
   */
  public static final int MAX_UNSETTLED_IDS = 1_000_000;

  // Names are encoded once, not at each put.
  private static final SerializableString AD_ID = new SerializedString("adId");
  private static final SerializableString STATE = new SerializedString("state");
  private static final SerializableString BUDGET_MICROS = new SerializedString("budgetMicros");
  private static final SerializableString COST_MICROS = new SerializedString("costMicros");
  private static final SerializableString SPENT_MICROS = new SerializedString("spentMicros");
  private static final SerializableString CLICKS = new SerializedString("clicks");
  private static final SerializableString IMPRESSIONS = new SerializedString("impressions");
  private static final SerializableString RANKING = new SerializedString("ranking");
  private static final SerializableString SCORE = new SerializedString("score");
  private static final SerializableString DAY = new SerializedString("day");
  private static final SerializableString FIRST_EVENT_AT = new SerializedString("firstEventAt");
  private static final SerializableString LAST_EVENT_AT = new SerializedString("lastEventAt");
  private static final SerializableString UNSETTLED = new SerializedString("unsettled");

  private AdDocumentCodec() {}

  public static byte[] write(AdDocument document) {
    return DocumentJson.write(json -> writeDocument(document, json));
  }

  private static void writeDocument(AdDocument document, JsonGenerator json) throws IOException {
    AdTotals totals = document.totals();
    json.writeFieldName(AD_ID);
    json.writeString(document.adId());
    json.writeFieldName(STATE);
    json.writeString(totals.state().label());
    writeNumber(BUDGET_MICROS, totals.budgetMicros(), json);
    writeNumber(COST_MICROS, totals.costMicros(), json);
    writeNumber(SPENT_MICROS, totals.spentMicros(), json);
    writeNumber(CLICKS, totals.clicks(), json);
    writeNumber(IMPRESSIONS, totals.impressions(), json);
    writeRanking(totals.ranking(), json);
    writeNumber(FIRST_EVENT_AT, totals.firstEventAtMs(), json);
    writeNumber(LAST_EVENT_AT, totals.lastEventAtMs(), json);
    json.writeFieldName(UNSETTLED);
    json.writeStartObject();
    long newestDay = totals.ranking().newestDay();
    List<Map.Entry<String, UnsettledIds>> counters =
        new ArrayList<>(document.unsettled().entrySet());
    counters.sort(Map.Entry.comparingByKey());
    for (Map.Entry<String, UnsettledIds> counter : counters) {
      json.writeStringField(counter.getKey(), UnsettledText.write(counter.getValue(), newestDay));
    }
    json.writeEndObject();
    DocumentJson.writeStamp(document.write(), json);
    json.writeEndObject();
  }

  private static void writeNumber(SerializableString name, long value, JsonGenerator json)
      throws IOException {
    json.writeFieldName(name);
    json.writeNumber(value);
  }

  private static void writeRanking(Ranking ranking, JsonGenerator json) throws IOException {
    json.writeFieldName(RANKING);
    json.writeStartObject();
    json.writeFieldName(SCORE);
    json.writeNumber(rounded(ranking.score()));
    writeNumber(DAY, ranking.newestDay(), json);
    writeDays(CLICKS, ranking::clicks, json);
    writeDays(IMPRESSIONS, ranking::impressions, json);
    json.writeEndObject();
  }

  /**
   * Writes the counts of the newest day and the days before it, down to the oldest with a count.
   */
  private static void writeDays(
      SerializableString name, IntToLongFunction ofDay, JsonGenerator json) throws IOException {
    int days = Ranking.DAYS;
    while (days > 0 && ofDay.applyAsLong(days - 1) == 0) {
      days--;
    }
    json.writeFieldName(name);
    json.writeStartArray();
    for (int i = 0; i < days; i++) {
      json.writeNumber(ofDay.applyAsLong(i));
    }
    json.writeEndArray();
  }

  /** Rounds to six decimal places: enough to rank by, and short. */
  private static double rounded(double score) {
    return Math.round(score * 1e6) / 1e6;
  }

  /**
   * Reads a document of any version ever written.
   *
   * @throws UnreadableDocument when the content type is unknown or the document is damaged
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
