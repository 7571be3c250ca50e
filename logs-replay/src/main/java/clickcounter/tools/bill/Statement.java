package clickcounter.tools.bill;

import clickcounter.document.AdTotals;
import clickcounter.event.EventKind;
import clickcounter.tools.series.SeriesRange;
import clickcounter.tools.series.SeriesRange.Period;
import java.util.List;

/**
 * What an ad counted in a time, and what of it is owed.
 *
 * @param corrections in the order in which they were made
 * @param before until the time began
 * @param late what happened before its month, which was closed by then; it is in the sums
 * @param isFinal whether no event before the end can still be counted
 * @param state of the table and the documents
 */
record Statement(
    String adId,
    SeriesRange range,
    List<Day> days,
    List<Correction> corrections,
    Account before,
    EventSums late,
    boolean isFinal,
    String state) {
  /** A day of the zone. A verdict is of the day on which it was made. */
  record Day(Period period, EventSums sums, boolean isFinal) {}

  /**
   * A verdict that was counted.
   *
   * @param eventId the verdict's own
   * @param author null if it names none
   * @param atMs when it was made
   * @param clickAtMs when its click happened; null if no such click of the ad is counted
   * @param amountMicros what the click costs
   */
  record Correction(
      String eventId,
      EventKind kind,
      String author,
      long atMs,
      String clickId,
      Long clickAtMs,
      long amountMicros,
      String reason) {
    /** What it adds to the costs; below zero if it takes the click back. */
    long costMicros() {
      return kind.clicks() * amountMicros;
    }
  }

  /** What an ad has cost until a time, and its budget then. */
  record Account(long costMicros, long budgetMicros) {
    static Account of(EventSums sums) {
      return new Account(sums.counts().costMicros(), sums.microsOf(EventKind.BUDGET));
    }

    Account plus(Account other) {
      return new Account(
          Math.addExact(costMicros, other.costMicros),
          Math.addExact(budgetMicros, other.budgetMicros));
    }

    /** What is owed: the costs, limited to the budget. */
    long owedMicros() {
      return AdTotals.spentMicros(budgetMicros, costMicros);
    }

    /** The rest of the costs, which nobody owes. */
    long beyondMicros() {
      return costMicros - owedMicros();
    }
  }

  Statement {
    days = List.copyOf(days);
    corrections = List.copyOf(corrections);
  }

  EventSums sums() {
    EventSums all = new EventSums();
    days.forEach(day -> all.add(day.sums()));
    return all;
  }

  /** Until the end of the time. */
  Account after() {
    return before.plus(Account.of(sums()));
  }

  /** What is owed for the time. */
  long owedMicros() {
    return after().owedMicros() - before.owedMicros();
  }
}
