package clickcounter.tools.statement;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A statement for programs. Times are of ISO 8601, with their offset; costs are in micros.
 *
 * @param from inclusive
 * @param to exclusive
 * @param isFinal whether no click of the time can still come
 */
record StatementJson(
    String adId,
    String zone,
    String from,
    String to,
    List<DayJson> days,
    List<CorrectionJson> corrections,
    SumsJson sum,
    @JsonProperty("final") boolean isFinal) {
  record DayJson(
      String day, String from, String to, SumsJson sum, @JsonProperty("final") boolean isFinal) {}

  /**
   * Sums.
   *
   * @param filtered by class
   * @param clicks that are charged
   * @param grossCostMicros of the clicks as they happened
   * @param costMicros of those that are charged
   */
  record SumsJson(
      long impressions,
      long grossClicks,
      SortedMap<String, Long> filtered,
      long invalidated,
      long reinstated,
      long clicks,
      long grossCostMicros,
      long invalidatedMicros,
      long reinstatedMicros,
      long costMicros) {
    static SumsJson of(EventSums sums) {
      SortedMap<String, Long> filtered = new TreeMap<>();
      EventKind.FILTERED.forEach(kind -> filtered.put(kind.filterClass(), sums.of(kind)));
      HourCounts net = sums.counts();
      return new SumsJson(
          net.impressions(),
          net.grossClicks(),
          filtered,
          sums.of(EventKind.INVALIDATION),
          sums.of(EventKind.REINSTATEMENT),
          net.clicks(),
          sums.microsOf(EventKind.CLICK),
          sums.microsOf(EventKind.INVALIDATION),
          sums.microsOf(EventKind.REINSTATEMENT),
          net.costMicros());
    }
  }

  /**
   * A correction.
   *
   * @param eventId the verdict's own
   * @param clickAt when the click happened
   * @param costMicros what it adds to the costs
   */
  record CorrectionJson(
      String eventId,
      String type,
      String clickId,
      String clickAt,
      long costMicros,
      String reason) {}

  static StatementJson of(Statement statement) {
    return new StatementJson(
        statement.adId(),
        statement.range().from().getZone().getId(),
        StatementText.time(statement.range().from()),
        StatementText.time(statement.range().to()),
        statement.days().stream()
            .map(
                day ->
                    new DayJson(
                        day.period().label(),
                        StatementText.time(day.period().from()),
                        StatementText.time(day.period().to()),
                        SumsJson.of(day.sums()),
                        day.isFinal()))
            .toList(),
        statement.corrections().stream()
            .map(
                each ->
                    new CorrectionJson(
                        each.eventId(),
                        each.kind().type(),
                        each.clickId(),
                        StatementText.time(each, statement.range()),
                        each.costMicros(),
                        each.reason()))
            .toList(),
        SumsJson.of(statement.sums()),
        statement.verdict().isFinal());
  }
}
