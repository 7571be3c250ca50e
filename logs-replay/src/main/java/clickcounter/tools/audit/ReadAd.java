package clickcounter.tools.audit;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;
import clickcounter.document.Ranking;
import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.tools.documents.AdReading;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * What an audit needs of an ad's document.
 *
 * @param totals of an ad without a document: nothing
 * @param unsettled numbers by counter that the document has, whatever the counters' say
 * @param blocked why the document cannot be read or merged, or null
 * @param fingerprint differs from that of another document, mostly
 */
record ReadAd(
    String adId,
    boolean exists,
    AdTotals totals,
    RecentHours hours,
    Map<String, LongRanges> unsettled,
    String blocked,
    int fingerprint) {

  static ReadAd of(AdReading reading) {
    String adId = reading.adId();
    return reading.decide(
        found ->
            new ReadAd(
                adId,
                true,
                found.totals(),
                found.hours(),
                found.unsettled(),
                null,
                found.hashCode()),
        absent -> withoutDocument(adId, null),
        unusable -> withoutDocument(adId, unusable.reason()));
  }

  private static ReadAd withoutDocument(String adId, String blocked) {
    return new ReadAd(
        adId,
        blocked != null,
        new AdTotals(),
        new RecentHours(),
        Map.of(),
        blocked,
        blocked == null ? 0 : blocked.hashCode());
  }

  /** What the document says, by the names of fields; without what is nothing. */
  Map<String, String> fields() {
    Map<String, String> fields = new HashMap<>();
    if (!exists || blocked != null) {
      return fields;
    }
    if (totals.state() != AdState.UNFUNDED) {
      fields.put("state", totals.state().label());
    }
    put(fields, "budgetMicros", totals.budgetMicros());
    put(fields, "costMicros", totals.costMicros());
    put(fields, "spentMicros", totals.spentMicros());
    put(fields, "clicks", totals.clicks());
    put(fields, "impressions", totals.impressions());
    for (EventKind kind : EventKind.FILTERED) {
      put(fields, "filtered." + kind.filterClass(), totals.invalid().filtered(kind));
    }
    put(fields, "invalidated", totals.invalid().invalidated());
    put(fields, "invalidatedMicros", totals.invalid().invalidatedMicros());
    if (totals.firstEventAtMs() <= totals.lastEventAtMs()) {
      put(fields, "firstEventAt", totals.firstEventAtMs());
      put(fields, "lastEventAt", totals.lastEventAtMs());
    }
    Ranking ranking = totals.ranking();
    put(fields, "ranking.day", ranking.newestDay());
    for (int day = 0; day < Ranking.DAYS; day++) {
      put(fields, "ranking.clicks[" + day + "]", ranking.clicks(day));
      put(fields, "ranking.impressions[" + day + "]", ranking.impressions(day));
    }
    hours
        .counts()
        .forEach(
            (hour, counts) -> {
              if (!counts.equals(HourCounts.NONE)) {
                fields.put("hour " + Instant.ofEpochMilli(Hours.startMs(hour)), text(counts));
              }
            });
    return fields;
  }

  private static void put(Map<String, String> fields, String name, long value) {
    if (value != 0) {
      fields.put(name, Long.toString(value));
    }
  }

  private static String text(HourCounts counts) {
    String invalid = counts.invalid() == 0 ? "" : ", invalid " + counts.invalid();
    return "impressions %s, clicks %s, costMicros %s%s"
        .formatted(counts.impressions(), counts.clicks(), counts.costMicros(), invalid);
  }
}
