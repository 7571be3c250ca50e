package clickcounter.tools.recount;

import clickcounter.document.AdTotals;
import clickcounter.hours.RecentHours;

/** What the settled events of an ad add up to. */
record SettledCounts(AdTotals totals, RecentHours hours) {
  static SettledCounts none() {
    return new SettledCounts(new AdTotals(), new RecentHours());
  }

  SettledCounts plus(SettledCounts other) {
    RecentHours sum = hours.copy();
    other.hours.counts().forEach(sum::add);
    return new SettledCounts(totals.plus(other.totals), sum);
  }
}
