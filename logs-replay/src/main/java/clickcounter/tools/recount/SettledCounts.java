package clickcounter.tools.recount;

import clickcounter.document.AdHours;
import clickcounter.document.AdTotals;

/** What the settled events of an ad add up to. */
record SettledCounts(AdTotals totals, AdHours hours) {
  static SettledCounts none() {
    return new SettledCounts(new AdTotals(), new AdHours());
  }

  SettledCounts plus(SettledCounts other) {
    AdHours sum = hours.copy();
    other.hours.forEach((quarter, counts) -> sum.add(quarter, counts));
    return new SettledCounts(totals.plus(other.totals), sum);
  }
}
