package clickcounter.document;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * Ad documents as JSON, content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"adId":"m123456","state":"active","budgetMicros":50000000,"costMicros":1200000,"clicks":10,
 *  "impressions":4123,"ranking":{"score":0.002396,"clicks":[10],"impressions":[4123]},
 *  "firstEventAt":1383120000000,"lastEventAt":1383146743633,"hours":"1536828:112i2c240000,520i1c120000;8",
 *  "unsettled":{"hostA-20131030_152543":"15+5,3i,2c120000"},
 *  "write":{"id":"3k9f0x2m.1q7","number":4711,"base":"3k9f0x2m.1q6"}}
 * </pre>
 *
 * <p>{@code write.base} is the newest write that the writer knew to be stored by a quorum. {@code
 * baseNumber} is absent when it is {@code number - 1}. {@code basedOn} lists the writes since the
 * base that this one contains; it is absent when there are none. {@code contains} is the number of
 * the newest write that is known to be stored by a quorum and that this one contains; it is absent
 * when that is the base.
 *
 * <p>Times are ms since the epoch. {@code state}, {@code spentMicros} and {@code score} are
 * derived. They are for people and other programs and are not read back, with one exception: the
 * state {@code unfunded} means that no budget event was counted. {@link UnsettledIds} describes
 * {@code unsettled}, which also contains what the last write added; {@link Ranking} describes
 * {@code ranking}, and {@link AdHours} {@code hours}, which is absent while nothing but budgets was
 * counted.
 *
 * <p>{@code spentMicros} is absent when it is {@code costMicros}, and {@code ranking.day}, in days
 * since the epoch, when it is the day of the newest hour.
 *
 * <p>Version 1 ({@value #CONTENT_TYPE_1}) has no {@code hours}, and {@code unsettled} has days
 * where version 2 has quarters: {@code 3i@1} is an impression of the day before the ranking's
 * newest.
 */
public final class AdDocumentCodec {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.ad.v2+json";

  /** Of documents before clicks were counted by the hour. */
  public static final String CONTENT_TYPE_1 = "application/vnd.click-counter.ad.v1+json";

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
    boolean isVersion1 = CONTENT_TYPE_1.equals(contentType);
    return DocumentJson.read(
        "ad document",
        isVersion1 ? CONTENT_TYPE_1 : CONTENT_TYPE,
        contentType,
        bytes,
        json -> new Reader(isVersion1).read(json));
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
    private final RankingReader ranking = new RankingReader();
    private Map<String, String> unsettled;
    private AdHours hours = new AdHours();
    private WriteStamp write;

    private final boolean isVersion1;

    Reader(boolean isVersion1) {
      this.isVersion1 = isVersion1;
    }

    AdDocument read(JsonParser json) throws IOException {
      DocumentJson.readObject(json, this::readField);
      DocumentJson.require(adId, "adId");
      DocumentJson.require(state, "state");
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
              ranking.ranking(hours.newest()));
      Map<String, UnsettledIds> ids = unsettledIds();
      requireWithin(hours.sum(), totals);
      return new AdDocument(
          adId, totals, isVersion1 ? hoursOfVersion1(totals, ids) : hours, ids, write);
    }

    private Map<String, UnsettledIds> unsettledIds() {
      Map<String, UnsettledIds> ids = new HashMap<>();
      long left = MAX_UNSETTLED_IDS;
      for (Map.Entry<String, String> e : unsettled.entrySet()) {
        UnsettledIds read =
            isVersion1
                ? UnsettledText.readVersion1(e.getValue(), ranking.day, left)
                : UnsettledText.read(e.getValue(), hours.newest(), left);
        left -= read.older().size() + read.added().size();
        ids.put(e.getKey(), read);
      }
      return ids;
    }

    private static void requireWithin(HourCounts open, AdTotals totals) {
      if (open.impressions() > totals.impressions()
          || open.clicks() > totals.clicks()
          || open.costMicros() > totals.costMicros()) {
        throw new IllegalArgumentException(
            "hours: expected at most the totals, " + totals + ", found " + open);
      }
    }

    /** What was added since the base is in the first hour of its day, all else in quarter 0. */
    private static AdHours hoursOfVersion1(AdTotals totals, Map<String, UnsettledIds> ids) {
      AdHours hours = new AdHours();
      for (UnsettledIds each : ids.values()) {
        AddedIds added = each.added();
        for (int i = 0; i < added.size(); i++) {
          hours.add(added.contribution(i));
        }
      }
      HourCounts before = totals.counts().minus(hours.sum());
      if (!before.isNone()) {
        hours.add(0, before);
      }
      return hours;
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
        case "ranking" -> DocumentJson.readObject(json, ranking::readField);
        case "hours" -> hours = HoursText.read(DocumentJson.text(json));
        case "unsettled" -> {
          unsettled = new HashMap<>();
          DocumentJson.readObject(json, (id, value) -> unsettled.put(id, DocumentJson.text(value)));
        }
        case "write" -> write = DocumentJson.readStamp(json);
        default -> json.skipChildren();
      }
    }
  }

  private static final class RankingReader {
    private Long day;
    private long[] clicks;
    private long[] impressions;

    void readField(String name, JsonParser json) throws IOException {
      switch (name) {
        case "day" -> day = DocumentJson.integer(json);
        case "clicks" -> clicks = DocumentJson.integers(json, Ranking.DAYS);
        case "impressions" -> impressions = DocumentJson.integers(json, Ranking.DAYS);
        default -> json.skipChildren();
      }
    }

    /** Its day is that of the newest hour unless it says another. */
    Ranking ranking(long newestQuarter) {
      if (day == null && newestQuarter != AdHours.NONE) {
        day = Quarters.day(newestQuarter);
      }
      return new Ranking(
          DocumentJson.require(day, "ranking.day"),
          DocumentJson.require(clicks, "ranking.clicks"),
          DocumentJson.require(impressions, "ranking.impressions"));
    }
  }
}
