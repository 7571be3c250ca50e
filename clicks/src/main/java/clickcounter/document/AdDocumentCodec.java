package clickcounter.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

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

  private AdDocumentCodec() {}

  /** Writes one document. Who writes many keeps an {@link AdDocumentWriter}. */
  public static byte[] write(AdDocument document) {
    return new AdDocumentWriter().write(document);
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
