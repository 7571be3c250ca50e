package clickcounter.tools.bill;

import clickcounter.tools.common.Texts;
import java.io.PrintStream;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * What all ads together counted in a closed month. Programs depend on the names.
 *
 * @param grossClicks all clicks, filtered ones too
 * @param costMicros of the clicks that are charged
 * @param budgetMicros what was added to budgets
 * @param owedMicros of these costs; the others are beyond the ads' budgets
 * @param lateEvents of earlier months, counted since these were closed; they are in all sums
 * @param state of the table and the documents
 */
record MonthSums(
    String month,
    long ads,
    long impressions,
    long grossClicks,
    long filteredClicks,
    long invalidations,
    long reinstatements,
    long costMicros,
    long budgetMicros,
    long owedMicros,
    long lateEvents,
    long lateCostMicros,
    String state) {
  /** Reads an answer of the question month-sums. */
  static MonthSums of(ResultSet row, String month, String state) throws SQLException {
    return new MonthSums(
        month,
        row.getLong("ads"),
        row.getLong("impressions"),
        row.getLong("gross_clicks"),
        row.getLong("filtered_clicks"),
        row.getLong("invalidations"),
        row.getLong("reinstatements"),
        row.getLong("cost_micros"),
        row.getLong("budget_micros"),
        row.getLong("owed_micros"),
        row.getLong("late_events"),
        row.getLong("late_cost_micros"),
        state);
  }

  /** The clicks that are charged. */
  long clicks() {
    return grossClicks - filteredClicks - invalidations + reinstatements;
  }

  /** For a person. */
  void print(PrintStream out) {
    out.printf(
        Locale.ROOT,
        "%s of %s, %s%n",
        Texts.count(impressions, "impression"),
        Texts.count(ads, "ad"),
        state);
    out.printf(
        Locale.ROOT,
        "clicks  %s gross, %s filtered, %s invalidated, %s reinstated: %s net%n",
        Texts.number(grossClicks),
        Texts.number(filteredClicks),
        Texts.number(invalidations),
        Texts.number(reinstatements),
        Texts.number(clicks()));
    out.printf(
        Locale.ROOT,
        "cost    %s net, %s beyond budgets: %s owed%n",
        Texts.money(costMicros),
        Texts.money(costMicros - owedMicros),
        Texts.money(owedMicros));
    if (lateEvents > 0) {
      out.printf(
          Locale.ROOT,
          "late    %s of earlier months in it, counted since these were closed: cost %s%n",
          Texts.count(lateEvents, "event"),
          Texts.money(lateCostMicros));
    }
  }
}
