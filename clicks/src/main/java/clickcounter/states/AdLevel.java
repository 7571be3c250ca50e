package clickcounter.states;

import clickcounter.document.AdState;
import clickcounter.document.AdTotals;

/**
 * How full an ad's budget is: the ad's state, and of an active ad one of seven shares of the
 * budget. Ad servers get a message for each change of the level, and for nothing else. An ad makes
 * at most eight messages until its budget is spent.
 *
 * @param leftPercent an active ad: at most this much of its budget is left, one of 100, 50, 20, 10,
 *     5, 2 and 1; else 0
 */
public record AdLevel(AdState state, int leftPercent) {
  private static final int WHOLE = 100;

  /** One for each share, so that a million ads in memory need none of their own. */
  private static final AdLevel[] ACTIVE = {
    active(1), active(2), active(5), active(10), active(20), active(50), active(WHOLE)
  };

  private static final AdLevel EXHAUSTED = new AdLevel(AdState.EXHAUSTED, 0);
  private static final AdLevel UNFUNDED = new AdLevel(AdState.UNFUNDED, 0);

  private static AdLevel active(int leftPercent) {
    return new AdLevel(AdState.ACTIVE, leftPercent);
  }

  public static AdLevel of(AdTotals totals) {
    return switch (totals.state()) {
      case EXHAUSTED -> EXHAUSTED;
      case UNFUNDED -> UNFUNDED;
      case ACTIVE -> ofLeft(totals.budgetMicros(), totals.leftMicros());
    };
  }

  /** The lowest level whose share is not below what is left. */
  private static AdLevel ofLeft(long budgetMicros, long leftMicros) {
    for (AdLevel level : ACTIVE) {
      // Without overflow: a hundredth of the budget first.
      int percent = level.leftPercent;
      if (leftMicros <= budgetMicros / WHOLE * percent + budgetMicros % WHOLE * percent / WHOLE) {
        return level;
      }
    }
    return ACTIVE[ACTIVE.length - 1];
  }
}
