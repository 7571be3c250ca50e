package clickcounter.ledger;

import clickcounter.document.HourLength;
import java.util.Objects;

/**
 * What an ad's copy is limited to, and how it counts.
 *
 * @param maxUnsettledIds above it no new event is counted until some ids are settled
 * @param hours how long the hours are in which clicks are counted
 * @param rollHoursBytes closed hours stay in the document while they take less in it
 */
public record LedgerSettings(int maxUnsettledIds, HourLength hours, int rollHoursBytes) {
  public LedgerSettings {
    Objects.requireNonNull(hours, "hours");
    if (maxUnsettledIds < 1) {
      throw new IllegalArgumentException(
          "maxUnsettledIds: expected at least 1, found " + maxUnsettledIds);
    }
    if (rollHoursBytes < 1) {
      throw new IllegalArgumentException(
          "rollHoursBytes: expected at least 1, found " + rollHoursBytes);
    }
  }

  /** With whole hours that stay in the document. */
  public static LedgerSettings of(int maxUnsettledIds) {
    return new LedgerSettings(maxUnsettledIds, HourLength.HOUR, Integer.MAX_VALUE);
  }
}
