package clickcounter.tools.bill;

import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.tools.bill.Statement.Account;
import clickcounter.tools.common.Json;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.table.Past.MayCome;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A statement for programs. Times are of ISO 8601, with their offset, and {@code to} is exclusive;
 * amounts are in micros. A time is {@code final} if no event before its end can still be counted.
 */
final class StatementJson {
  private StatementJson() {}

  static Json.Fields of(Statement statement, List<MayCome> mayCome) {
    return Json.object()
        .with("adId", statement.adId())
        .with("zone", statement.range().from().getZone().getId())
        .with("from", SeriesRange.iso(statement.range().from()))
        .with("to", SeriesRange.iso(statement.range().to()))
        .with(
            "days",
            Json.list(
                statement.days(),
                day ->
                    Json.object()
                        .with("day", day.period().label())
                        .with("from", SeriesRange.iso(day.period().from()))
                        .with("to", SeriesRange.iso(day.period().to()))
                        .with("sum", sums(day.sums()))
                        .with("final", day.isFinal())))
        .with(
            "corrections",
            Json.list(
                statement.corrections(),
                each ->
                    Json.object()
                        .with("eventId", each.eventId())
                        .with("type", each.kind().type())
                        .with("author", each.author())
                        .with("at", StatementText.time(each.atMs(), statement.range()))
                        .with("clickId", each.clickId())
                        .with("clickAt", StatementText.time(each.clickAtMs(), statement.range()))
                        .with("costMicros", each.costMicros())
                        .with("reason", each.reason())))
        .with("sum", sums(statement.sums()))
        .with("late", sums(statement.late()))
        .with("before", account(statement.before()))
        .with("after", account(statement.after()))
        .with("owedMicros", statement.owedMicros())
        .with("final", statement.isFinal())
        .with("mayCome", mayCome.stream().map(MayCome::text).toList())
        .with("state", statement.state());
  }

  private static Json.Fields account(Account account) {
    return Json.object()
        .with("costMicros", account.costMicros())
        .with("budgetMicros", account.budgetMicros())
        .with("owedMicros", account.owedMicros())
        .with("beyondBudgetMicros", account.beyondMicros());
  }

  /** {@code clicks} and {@code costMicros} are those that are charged. */
  private static Json.Fields sums(EventSums sums) {
    SortedMap<String, Long> filtered = new TreeMap<>();
    EventKind.FILTERED.forEach(kind -> filtered.put(kind.filterClass(), sums.of(kind)));
    HourCounts net = sums.counts();
    return Json.object()
        .with("impressions", net.impressions())
        .with("grossClicks", net.grossClicks())
        .with("filtered", filtered)
        .with("invalidated", sums.of(EventKind.INVALIDATION))
        .with("reinstated", sums.of(EventKind.REINSTATEMENT))
        .with("clicks", net.clicks())
        .with("grossCostMicros", sums.microsOf(EventKind.CLICK))
        .with("invalidatedMicros", sums.microsOf(EventKind.INVALIDATION))
        .with("reinstatedMicros", sums.microsOf(EventKind.REINSTATEMENT))
        .with("costMicros", net.costMicros())
        .with("budgetMicros", sums.microsOf(EventKind.BUDGET));
  }
}
