package clickcounter.document;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Ad documents as JSON, content type {@value #CONTENT_TYPE}:
 *
 * <pre>
 * {"adId":"m123456","state":"active","budgetMicros":50000000,"costMicros":1200000,"clicks":10,
 *  "impressions":4123,"ranking":{"score":0.002396,"clicks":[10],"impressions":[4123]},
 *  "firstEventAt":1383120000000,"lastEventAt":1383146743633,"hours":"88gf*2klc:34.2,eg.1.255s,7@2",
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
 * {@code ranking}, and {@link RecentHours} {@code hours}, which is absent while nothing but budgets
 * was counted.
 *
 * <p>{@code clicks} and {@code costMicros} are what is charged. What is not is listed behind {@code
 * impressions}, if there is any:
 *
 * <pre>
 *  "filtered":{"bots":31,"rate":2},"invalidated":5,"invalidatedMicros":600000
 * </pre>
 *
 * <p>All clicks are {@code clicks}, those filtered and those invalidated. {@code invalidated} and
 * {@code invalidatedMicros} stand in every document that counted a verdict, even if they are 0. A
 * verdict that is counted before its click makes clicks and costs too low, even below zero, until
 * the click comes.
 *
 * <p>{@code spentMicros} is absent when it is {@code costMicros}, and {@code ranking.day}, in days
 * since the epoch, when it is the day of the newest hour.
 *
 * <p>What a newer build adds to a document stands behind {@code write}, see {@link OtherFields}.
 */
public final class AdDocumentCodec {
  public static final String CONTENT_TYPE = "application/vnd.click-counter.ad.v1+json";

  /**
   * Ten times what the setting {@code maxUnsettledIds} allows, because a document outgrows it when
   * writes in doubt are merged. Bounds the memory that a damaged text can make a reader allocate.
   */
  public static final int MAX_UNSETTLED_IDS = 1_000_000;

  private AdDocumentCodec() {}

  /** Writes one document. To write many, keep an {@link AdDocumentWriter}. */
  public static byte[] write(AdDocument document) {
    return new AdDocumentWriter().write(document);
  }

  /**
   * Reads a document of any version ever released.
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
    private final InvalidReader invalid = new InvalidReader();
    private Long firstEventAtMs;
    private Long lastEventAtMs;
    private final RankingReader ranking = new RankingReader();
    private Map<String, String> unsettled;
    private RecentHours hours = new RecentHours();
    private WriteStamp write;
    private OtherFields other = OtherFields.NONE;

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
              invalid.clicks(),
              DocumentJson.require(firstEventAtMs, "firstEventAt"),
              DocumentJson.require(lastEventAtMs, "lastEventAt"),
              ranking.ranking(hours.newest()));
      Map<String, UnsettledIds> ids = unsettledIds();
      Collection<HourCounts> ofHours = hours.counts().values();
      requireWithin(HourCounts.sum(ofHours), totals);
      if (!totals.invalid().judged()) {
        requireNoneNegative(ofHours, totals.ranking());
      }
      return new AdDocument(adId, totals, hours, ids, write, other);
    }

    private Map<String, UnsettledIds> unsettledIds() {
      Map<String, UnsettledIds> ids = new HashMap<>();
      long left = MAX_UNSETTLED_IDS;
      for (Map.Entry<String, String> e : unsettled.entrySet()) {
        UnsettledIds read = UnsettledText.read(e.getValue(), hours.newest(), left);
        left -= read.older().size() + read.added().size();
        ids.put(e.getKey(), read);
      }
      return ids;
    }

    private static void requireWithin(HourCounts recent, AdTotals totals) {
      if (recent.impressions() > totals.impressions()
          || recent.grossClicks() > totals.grossClicks()
          || !totals.invalid().judged() && recent.costMicros() > totals.costMicros()) {
        throw new IllegalArgumentException(
            "hours: expected at most the totals, " + totals + ", found " + recent);
      }
    }

    /** Only verdicts make the clicks of an hour or a day less than none. */
    private static void requireNoneNegative(Collection<HourCounts> hours, Ranking days) {
      boolean negative =
          IntStream.range(0, Ranking.DAYS).anyMatch(age -> days.clicks(age) < 0)
              || hours.stream().anyMatch(of -> of.clicks() < 0 || of.costMicros() < 0);
      if (negative) {
        throw new IllegalArgumentException(
            "expected clicks and costs >= 0 where nothing is invalidated, found "
                + days
                + " and hours "
                + hours);
      }
    }

    private void readField(String name, JsonParser json) throws IOException {
      switch (name) {
        case "adId" -> adId = DocumentJson.text(json);
        case "state" -> state = AdState.ofLabel(DocumentJson.text(json));
        case "budgetMicros" -> budgetMicros = DocumentJson.integer(json);
        case "costMicros" -> costMicros = DocumentJson.integer(json);
        case "clicks" -> clicks = DocumentJson.integer(json);
        case "impressions" -> impressions = DocumentJson.integer(json);
        case "filtered" -> DocumentJson.readObject(json, invalid::readClass);
        case "invalidated" -> invalid.invalidated = DocumentJson.integer(json);
        case "invalidatedMicros" -> invalid.invalidatedMicros = DocumentJson.integer(json);
        case "firstEventAt" -> firstEventAtMs = DocumentJson.integer(json);
        case "lastEventAt" -> lastEventAtMs = DocumentJson.integer(json);
        case "ranking" -> DocumentJson.readObject(json, ranking::readField);
        case "hours" -> hours = RecentHours.read(DocumentJson.text(json));
        case "unsettled" -> {
          unsettled = new HashMap<>();
          DocumentJson.readObject(json, (id, value) -> unsettled.put(id, DocumentJson.text(value)));
        }
        case "write" -> write = DocumentJson.readStamp(json);
        case "spentMicros" -> json.skipChildren();
        default -> other = other.with(name, json);
      }
    }
  }

  private static final class InvalidReader {
    private final Long[] filtered = InvalidClicks.NONE.filtered().toArray(Long[]::new);
    private boolean hasFiltered;
    private Long invalidated;
    private Long invalidatedMicros;

    void readClass(String name, JsonParser json) throws IOException {
      for (int at = 0; at < filtered.length; at++) {
        if (EventKind.FILTERED.get(at).filterClass().equals(name)) {
          filtered[at] = DocumentJson.integer(json);
          hasFiltered = true;
          return;
        }
      }
      throw new IllegalArgumentException("filtered: no such class: '" + name + "'");
    }

    InvalidClicks clicks() {
      if (invalidated == null && invalidatedMicros == null && !hasFiltered) {
        return InvalidClicks.NONE;
      }
      boolean judged = invalidated != null || invalidatedMicros != null;
      return new InvalidClicks(
          List.of(filtered),
          judged,
          judged ? DocumentJson.require(invalidated, "invalidated") : 0,
          judged ? DocumentJson.require(invalidatedMicros, "invalidatedMicros") : 0);
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
        case "score" -> json.skipChildren();
        default -> throw DocumentJson.unknown("ranking." + name);
      }
    }

    /** Its day is that of the newest hour unless it says another. */
    Ranking ranking(long newestHour) {
      if (day == null && newestHour != RecentHours.NONE) {
        day = Hours.day(newestHour);
      }
      return new Ranking(
          DocumentJson.require(day, "ranking.day"),
          DocumentJson.require(clicks, "ranking.clicks"),
          DocumentJson.require(impressions, "ranking.impressions"));
    }
  }
}
