package clickcounter.tools.series;

/** Where clicks by the hour come from. */
@FunctionalInterface
public interface HourSource {
  /**
   * What is known of an ad's counts.
   *
   * @param fromSlot inclusive, the beginning of an hour
   * @param toSlot exclusive, the end of an hour
   */
  KnownCounts hours(String adId, long fromSlot, long toSlot);
}
