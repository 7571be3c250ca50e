package clickcounter.tools.audit;

import clickcounter.document.AdTotals;
import clickcounter.document.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Holds an ad's document against what the archive says. */
final class AdComparison {
  private final List<Difference> differences = new ArrayList<>();

  private AdComparison() {}

  /** Field by field; the expectation is of those events that the document should have counted. */
  static List<Difference> compare(AdSum expected, AdTotals actual) {
    AdComparison comparison = new AdComparison();
    comparison.field("state", expected.state(), actual.state().name().toLowerCase(Locale.ROOT));
    comparison.field("budgetMicros", expected.budgetMicros(), actual.budgetMicros());
    comparison.field("costMicros", expected.costMicros(), actual.costMicros());
    comparison.field("spentMicros", expected.spentMicros(), actual.spentMicros());
    comparison.field("clicks", expected.clicks(), actual.clicks());
    comparison.field("impressions", expected.impressions(), actual.impressions());
    comparison.field("firstEventAt", expected.firstMs(), actual.firstEventAtMs());
    comparison.field("lastEventAt", expected.lastMs(), actual.lastEventAtMs());
    comparison.ranking(expected, actual.ranking());
    return comparison.differences;
  }

  private void ranking(AdSum expected, Ranking actual) {
    field("ranking.day", expected.newestDay(), actual.newestDay());
    for (int day = 0; day < Ranking.DAYS; day++) {
      field("ranking.clicks[" + day + "]", expected.clicksOn(day), actual.clicks(day));
      field(
          "ranking.impressions[" + day + "]", expected.impressionsOn(day), actual.impressions(day));
    }
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
