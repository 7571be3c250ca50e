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
 * @param blocked why the document cannot be read or merged, or null
 * @param fields what it says, by the names of fields; without what is nothing
 * @param unsettled numbers by counter that the document has, whatever the counters' say
 */
record ReadAd(
    String adId,
    boolean exists,
    String blocked,
    Map<String, String> fields,
    Map<String, LongRanges> unsettled) {

  static ReadAd of(AdReading reading) {
    String adId = reading.adId();
    return reading.decide(
        ad -> new ReadAd(adId, true, null, fields(ad.totals(), ad.hours()), ad.unsettled()),
        absent -> new ReadAd(adId, false, null, Map.of(), Map.of()),
        unusable -> new ReadAd(adId, true, unusable.reason(), Map.of(), Map.of()));
  }

  long amount(String field) {
    return Long.parseLong(fields.getOrDefault(field, "0"));
  }

  static Map<String, String> fields(AdTotals totals, RecentHours hours) {
    Map<String, String> fields = new HashMap<>();
    if (totals.state() != AdState.UNFUNDED) {
      fields.put("state", totals.state().label());
    }
    fields.put("budgetMicros", "" + totals.budgetMicros());
    fields.put("costMicros", "" + totals.costMicros());
    fields.put("spentMicros", "" + totals.spentMicros());
    fields.put("clicks", "" + totals.clicks());
    fields.put("impressions", "" + totals.impressions());
    for (EventKind kind : EventKind.FILTERED) {
      fields.put("filtered." + kind.filterClass(), "" + totals.invalid().filtered(kind));
    }
    fields.put("invalidated", "" + totals.invalid().invalidated());
    fields.put("invalidatedMicros", "" + totals.invalid().invalidatedMicros());
    if (totals.firstEventAtMs() <= totals.lastEventAtMs()) {
      fields.put("firstEventAt", "" + totals.firstEventAtMs());
      fields.put("lastEventAt", "" + totals.lastEventAtMs());
    }
    Ranking ranking = totals.ranking();
    fields.put("ranking.day", "" + ranking.newestDay());
    for (int day = 0; day < Ranking.DAYS; day++) {
      fields.put("ranking.clicks[" + day + "]", "" + ranking.clicks(day));
      fields.put("ranking.impressions[" + day + "]", "" + ranking.impressions(day));
    }
    hours
        .counts()
        .forEach(
            (hour, counts) -> {
              if (!counts.equals(HourCounts.NONE)) {
                fields.put("hour " + Instant.ofEpochMilli(Hours.startMs(hour)), text(counts));
              }
            });
    fields.values().removeIf("0"::equals);
    return fields;
  }

  private static String text(HourCounts counts) {
    String invalid = counts.invalid() == 0 ? "" : ", invalid " + counts.invalid();
    return "impressions %s, clicks %s, costMicros %s%s"
        .formatted(counts.impressions(), counts.clicks(), counts.costMicros(), invalid);
  }
}
