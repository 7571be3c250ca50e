package clickcounter.tools.bill;

import clickcounter.cli.Texts;
import java.io.PrintStream;

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
  void print(PrintStream out) {
    out.println(
        Texts.count(impressions, "impression") + " of " + Texts.count(ads, "ad") + ", " + state);
    printClicks(grossClicks, filteredClicks, invalidations, reinstatements, out);
    out.printf(
        "cost    %s net, %s beyond budgets: %s owed%n",
        Texts.money(costMicros), Texts.money(costMicros - owedMicros), Texts.money(owedMicros));
    printLate(lateEvents, lateCostMicros, out);
  }

  static void printClicks(
      long gross, long filtered, long invalidated, long reinstated, PrintStream out) {
    out.printf(
        "clicks  %s gross, %s filtered, %s invalidated, %s reinstated: %s net%n",
        Texts.number(gross),
        Texts.number(filtered),
        Texts.number(invalidated),
        Texts.number(reinstated),
        Texts.number(gross - filtered - invalidated + reinstated));
  }

  static void printLate(long events, long costMicros, PrintStream out) {
    if (events > 0) {
      out.printf(
          "late    %s of earlier months in it, counted since these were closed: cost %s%n",
          Texts.count(events, "event"), Texts.money(costMicros));
    }
  }
}
