package clickcounter.document;

import clickcounter.hours.RecentHours;
import java.util.Map;
import java.util.Objects;

/**
 * One version of an ad's document, as it is stored. The totals include every unsettled id.
 *
 * @param hours the newest hours; older ones are in the totals alone
 * @param unsettled by counter id; counters without unsettled ids are absent
 */
public record AdDocument(
    String adId,
    AdTotals totals,
    RecentHours hours,
    Map<String, UnsettledIds> unsettled,
    WriteStamp write,
    OtherFields other)
    implements OtherFields.Version {
  public AdDocument {
    Objects.requireNonNull(adId, "adId");
    Objects.requireNonNull(totals, "totals");
    Objects.requireNonNull(hours, "hours");
    Objects.requireNonNull(unsettled, "unsettled");
    Objects.requireNonNull(write, "write");
    Objects.requireNonNull(other, "other");
  }

  public AdDocument(
      String adId,
      AdTotals totals,
      RecentHours hours,
      Map<String, UnsettledIds> unsettled,
      WriteStamp write) {
    this(adId, totals, hours, unsettled, write, OtherFields.NONE);
  }

  public boolean isUnsettled(String counterId, long sequence) {
    UnsettledIds ids = unsettled.get(counterId);
    return ids != null && ids.contains(sequence);
  }
}
