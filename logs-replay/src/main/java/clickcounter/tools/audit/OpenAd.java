package clickcounter.tools.audit;

import clickcounter.document.AdTotals;
import clickcounter.document.Ranking;
import clickcounter.event.EventKind;
import clickcounter.hours.HourCounts;
import clickcounter.hours.Hours;
import clickcounter.hours.RecentHours;
import clickcounter.ids.LongRanges;
import clickcounter.tools.audit.AuditReport.AdFinding;
import clickcounter.tools.audit.AuditReport.Difference;
import clickcounter.tools.audit.OpenEvents.OpenEvent;
import clickcounter.tools.documents.AdReading;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * An ad that cannot be judged by its settled events alone, because it has open events or because
 * its document differed.
 *
 * <p>The counters were read before the document and after it. An event that they had before is in
 * the document. An event that they lack afterwards is in the document only if the document lists it
 * as unsettled. An event that was settled in between may be in it or not: the document is right if
 * it is right with all of those or with none of them; otherwise it has to be read once more.
 */
final class OpenAd {
  private enum Judgement {
    RIGHT,
    WRONG,
    UNDECIDED
  }

  private final String adId;
  private int round;
  private int fingerprint;
  private boolean changed;

  /* The document; totals are null if there is none, or if it cannot be read. */
  private AdTotals totals;
  private RecentHours hours = new RecentHours();
  private Map<String, LongRanges> unsettled = Map.of();
  private String blocked;

  private AdSum expected;
  private AdSum missing;
  private AdSum either;
  private long missingEvents;
  private boolean cannotTell;
  private Judgement judgement = Judgement.RIGHT;
  private List<Difference> differences = List.of();

  OpenAd(String adId) {
    this.adId = adId;
  }

  /**
   * Starts a round with a new reading of the document.
   *
   * @param settled the sum of the events that were settled when the archive was read
   */
  void read(int newRound, AdReading reading, AdSum settled) {
    int newFingerprint = reading.hashCode();
    changed = round > 0 && newFingerprint != fingerprint;
    fingerprint = newFingerprint;
    round = newRound;
    totals = null;
    hours = new RecentHours();
    unsettled = Map.of();
    blocked = null;
    reading.handle(
        found -> {
          totals = found.totals();
          hours = found.hours();
          unsettled = found.unsettled();
        },
        absent -> {},
        unusable -> blocked = unusable.reason());
    expected = settled.copy();
    missing = null;
    either = null;
    missingEvents = 0;
    cannotTell = false;
  }

  /** The round in which the document was last read. */
  int round() {
    return round;
  }

  /** Whether the last two readings differ. */
  boolean hasChanged() {
    return changed;
  }

  boolean listsAsUnsettled(String counterId, long sequence) {
    LongRanges ids = unsettled.get(counterId);
    return ids != null && ids.contains(sequence);
  }

  void addCounted(OpenEvent event) {
    expected.add(event);
  }

  void addMissing(OpenEvent event) {
    missing = missing == null ? new AdSum() : missing;
    missing.add(event);
    missingEvents++;
  }

  /** Adds an event that was settled while the documents were read. */
  void addEither(OpenEvent event) {
    either = either == null ? new AdSum() : either;
    either.add(event);
  }

  /** The ad has an event of a counter whose document cannot be read. */
  void cannotTell() {
    cannotTell = true;
  }

  void judge() {
    differences = compare();
    if (cannotTell && blocked == null) {
      differences = List.of();
      judgement = Judgement.UNDECIDED;
    } else if (!differences.isEmpty() && either != null) {
      expected.add(either);
      either = null;
      differences = compare();
      judgement = differences.isEmpty() ? Judgement.RIGHT : Judgement.UNDECIDED;
    } else {
      judgement = differences.isEmpty() && blocked == null ? Judgement.RIGHT : Judgement.WRONG;
    }
  }

  private List<Difference> compare() {
    if (blocked != null) {
      return List.of();
    }
    if (totals == null && expected.isEmpty()) {
      return List.of();
    }
    return AdComparison.compare(expected, totals == null ? new AdTotals() : totals, hours);
  }

  /** Whether another reading could lead to a different result. */
  boolean isDoubtful() {
    return judgement != Judgement.RIGHT || missingEvents > 0;
  }

  boolean isWrong() {
    return judgement == Judgement.WRONG;
  }

  boolean isUndecided() {
    return judgement == Judgement.UNDECIDED;
  }

  boolean isRightButForMissing() {
    return judgement == Judgement.RIGHT && missingEvents > 0;
  }

  String adId() {
    return adId;
  }

  AdFinding finding() {
    return new AdFinding(
        adId, totals != null || blocked != null, blocked, differences, missingEvents);
  }

  /** The spend with all events that are counted, also those that the document did not have yet. */
  long certainMicros() {
    if (either == null) {
      return expected.spentMicros();
    }
    AdSum all = expected.copy();
    all.add(either);
    return all.spentMicros();
  }

  /** The spend according to the document. */
  long spentMicros() {
    return totals == null ? 0 : totals.spentMicros();
  }

  /** By how much the missing events will change the spend. */
  long atRiskMicros() {
    if (missing == null) {
      return 0;
    }
    AdSum complete = expected.copy();
    complete.add(missing);
    return Math.abs(complete.spentMicros() - expected.spentMicros());
  }

  /** Compares an ad's document with the sum of its events in the archive. */
  static final class AdComparison {
    private final List<Difference> differences = new ArrayList<>();

    private AdComparison() {}

    /**
     * Returns the fields that differ. The expected sum is that of the events that the document
     * should have counted.
     */
    static List<Difference> compare(AdSum expected, AdTotals actual, RecentHours hours) {
      AdComparison comparison = new AdComparison();
      comparison.totals(expected, actual);
      comparison.hours(expected.hours().tailMap(hours.oldest()), hours.counts());
      return comparison.differences;
    }

    private void totals(AdSum expected, AdTotals actual) {
      field("state", expected.state(), actual.state().name().toLowerCase(Locale.ROOT));
      field("budgetMicros", expected.budgetMicros(), actual.budgetMicros());
      field("costMicros", expected.costMicros(), actual.costMicros());
      field("spentMicros", expected.spentMicros(), actual.spentMicros());
      field("clicks", expected.clicks(), actual.clicks());
      field("impressions", expected.impressions(), actual.impressions());
      for (EventKind kind : EventKind.FILTERED) {
        String name = kind.filterClass();
        field("filtered." + name, expected.filtered(name), actual.invalid().filtered(kind));
      }
      field("invalidated", expected.invalidated(), actual.invalid().invalidated());
      field(
          "invalidatedMicros", expected.invalidatedMicros(), actual.invalid().invalidatedMicros());
      field("firstEventAt", expected.firstMs(), actual.firstEventAtMs());
      field("lastEventAt", expected.lastMs(), actual.lastEventAtMs());
      ranking(expected, actual.ranking());
    }

    private void ranking(AdSum expected, Ranking actual) {
      field("ranking.day", expected.newestDay(), actual.newestDay());
      for (int day = 0; day < Ranking.DAYS; day++) {
        field("ranking.clicks[" + day + "]", expected.clicksOn(day), actual.clicks(day));
        field(
            "ranking.impressions[" + day + "]",
            expected.impressionsOn(day),
            actual.impressions(day));
      }
    }

    private void hours(SortedMap<Long, HourCounts> expected, SortedMap<Long, HourCounts> actual) {
      TreeSet<Long> all = new TreeSet<>(expected.keySet());
      all.addAll(actual.keySet());
      for (long hour : all) {
        field(
            "hour " + Instant.ofEpochMilli(Hours.startMs(hour)),
            text(expected.getOrDefault(hour, HourCounts.NONE)),
            text(actual.getOrDefault(hour, HourCounts.NONE)));
      }
    }

    static String text(HourCounts counts) {
      String invalid = counts.invalid() == 0 ? "" : ", invalid " + counts.invalid();
      return "impressions %d, clicks %d, costMicros %d%s"
          .formatted(counts.impressions(), counts.clicks(), counts.costMicros(), invalid);
    }

    private void field(String name, long expected, long actual) {
      if (expected != actual) {
        differences.add(new Difference(name, Long.toString(expected), Long.toString(actual)));
      }
    }

    private void field(String name, String expected, String actual) {
      if (!expected.equals(actual)) {
        differences.add(new Difference(name, expected, actual));
      }
    }
  }
}
