package clickcounter.tools.bill;

import clickcounter.document.AdTotals;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/**
 * What an ad counted in a time, and what of it is owed. Programs depend on the names. Times are of
 * ISO 8601, with their offset, and {@code to} is exclusive; amounts are in micros.
 *
 * @param corrections in the order in which they were made
 * @param late what happened before its month, which was closed by then; it is in the sum
 * @param before until the time began
 * @param after until the end of the time
 * @param owedMicros for the time
 * @param isFinal whether no event before the end can still be counted
 * @param state of the table and the documents
 * @param none of no event
 */
record Statement(
    String adId,
    String zone,
    String from,
    String to,
    List<Day> days,
    List<Correction> corrections,
    Sums sum,
    Sums late,
    Account before,
    Account after,
    long owedMicros,
    @JsonProperty("final") boolean isFinal,
    List<String> mayCome,
    String state,
    @JsonIgnore Sums none) {
  /**
   * A day of the zone. A verdict is of the day on which it was made.
   *
   * @param own without verdicts
   */
  record Day(
      String day,
      String from,
      String to,
      Sums sum,
      @JsonProperty("final") boolean isFinal,
      @JsonIgnore Sums own) {}

  /**
   * A verdict that was counted.
   *
   * @param eventId the verdict's own
   * @param author null if it names none
   * @param at when it was made
   * @param clickAt when its click happened; null if no such click of the ad is counted
   * @param costMicros what it adds to the costs; below zero if it takes the click back
   * @param day in which it is booked
   */
  record Correction(
      String eventId,
      String type,
      String author,
      String at,
      String clickId,
      String clickAt,
      long costMicros,
      String reason,
      @JsonIgnore String day,
      @JsonIgnore Sums sum) {}

  /**
   * What an ad has cost until a time, and its budget then.
   *
   * @param owedMicros the costs, limited to the budget
   */
  record Account(long costMicros, long budgetMicros, long owedMicros) {
    static final Account NONE = new Account(0, 0, 0);

    /** With what was counted since then. */
    Account plus(Sums sums) {
      long cost = Math.addExact(costMicros, sums.costMicros());
      long budget = Math.addExact(budgetMicros, sums.budgetMicros());
      return new Account(cost, budget, AdTotals.spentMicros(budget, cost));
    }

    /** The rest of the costs, which nobody owes. */
    @JsonProperty
    long beyondBudgetMicros() {
      return costMicros - owedMicros;
    }
  }
}
