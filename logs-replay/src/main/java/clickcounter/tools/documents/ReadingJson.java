package clickcounter.tools.documents;

import clickcounter.cli.Json;
import clickcounter.document.AdTotals;
import clickcounter.document.InvalidClicks;
import clickcounter.document.Ranking;
import clickcounter.event.EventKind;
import clickcounter.ids.Ending;
import clickcounter.ids.Gap;
import clickcounter.ids.WriteOff;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Documents as JSON. Programs depend on the names. */
public final class ReadingJson {
  private ReadingJson() {}

  /** An ad's document. */
  public static Json.Fields ad(AdReading.Found ad) {
    AdTotals totals = ad.totals();
    return Json.object()
        .with("found", true)
        .with("adId", ad.adId())
        .with("state", totals.state().label())
        .with("budgetMicros", totals.budgetMicros())
        .with("costMicros", totals.costMicros())
        .with("spentMicros", totals.spentMicros())
        .with("clicks", totals.clicks())
        .with("impressions", totals.impressions())
        .withAny("invalid", totals.invalid().isNone() ? null : invalid(totals))
        .with("ranking", ranking(totals.ranking()))
        .with("firstEventAt", totals.firstEventAtMs())
        .with("lastEventAt", totals.lastEventAtMs())
        .with("unsettled", new TreeMap<>(ad.unsettled()))
        .with("siblings", ad.siblings().size())
        .with("bytes", ad.bytes())
        .with("writeNumber", ad.siblings().get(0).write().number());
  }

  /** Clicks that are not charged; {@code clicks} of the ad are the others. */
  private static Json.Fields invalid(AdTotals totals) {
    InvalidClicks invalid = totals.invalid();
    SortedMap<String, Long> filtered = new TreeMap<>();
    for (EventKind kind : EventKind.FILTERED) {
      filtered.put(kind.filterClass(), invalid.filtered(kind));
    }
    return Json.object()
        .with("grossClicks", totals.grossClicks())
        .with("filtered", filtered)
        .with("invalidated", invalid.invalidated())
        .with("invalidatedMicros", invalid.invalidatedMicros());
  }

  private static Json.Fields ranking(Ranking ranking) {
    return Json.object()
        .with("score", ranking.score())
        .with("day", ranking.newestDay())
        .with("clicks", IntStream.range(0, Ranking.DAYS).mapToLong(ranking::clicks).toArray())
        .with(
            "impressions",
            IntStream.range(0, Ranking.DAYS).mapToLong(ranking::impressions).toArray());
  }

  /** A counter's document. */
  public static Json.Fields counter(CounterReading counter) {
    Ending ending = counter.gaps().ending();
    return Json.object()
        .with("found", true)
        .with("counterId", counter.counterId())
        .with("next", counter.next())
        .with("closed", counter.closed())
        .with("lastEventAt", counter.lastEventAtMs())
        .with("missing", counter.gaps().missing())
        .with("writtenOff", counter.gaps().writtenOff())
        .with("gaps", Json.list(counter.gaps().gaps(), ReadingJson::gap))
        .with("unconfirmed", counter.unconfirmed().size())
        .with("siblings", counter.siblings())
        .with("bytes", counter.bytes())
        .with("blocked", counter.blocked())
        .withAny(
            "operatorsClose", ending == null ? null : ending(ending, counter.gaps().isEnded()));
  }

  /**
   * An operator's close, or that it was revoked.
   *
   * @param holds whether the counter is closed by it: it is not revoked, and no higher number came
   */
  private static Json.Fields ending(Ending ending, boolean holds) {
    WriteOff decision = ending.decision();
    return Json.object()
        .with("last", ending.from() - 1)
        .with("holds", holds)
        .with("reopened", decision.reopened())
        .with(decision);
  }

  /** A gap; it is written off, or was reopened, or neither. */
  public static Json.Fields gap(Gap gap) {
    Json.Fields json =
        Json.object().with("from", gap.from()).with("to", gap.to()).with("since", gap.sinceMs());
    WriteOff decision = gap.writeOff();
    return decision == null
        ? json
        : json.with(gap.isWrittenOff() ? "writeOff" : "reopened", Json.object().with(decision));
  }
}
