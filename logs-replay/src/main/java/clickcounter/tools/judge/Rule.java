package clickcounter.tools.judge;

import clickcounter.event.Judgement;

/**
 * Finds invalid clicks of a day by a query of the tables of a {@link JudgedDay}.
 *
 * @param name by which errors call it
 * @param reason its word and version, as the verdicts have it
 * @param sql one SELECT, whose columns {@code counter} and {@code sequence} are clicks' ids
 */
public record Rule(String name, String reason, String sql) {
  public Rule {
    Judgement.ofFilter(reason);
  }
}
