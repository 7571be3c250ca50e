package clickcounter.tools.judge;

import java.util.List;

/** All that a judge has to know of a day. */
public record JudgedDay(DayClicks clicks, PastVerdicts past) {
  /**
   * Judges by rules.
   *
   * @return for each click the reason why it is invalid, that of the first rule that finds it; null
   *     if none does
   */
  public String[] reasons(List<Rule> rules) {
    String[] reasons = new String[clicks.size()];
    for (Rule rule : rules) {
      rule.find(clicks, i -> reasons[i] = reasons[i] == null ? rule.reason() : reasons[i]);
    }
    return reasons;
  }
}
