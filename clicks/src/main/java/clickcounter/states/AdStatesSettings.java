package clickcounter.states;

import static clickcounter.event.EventLimits.requireRange;

import io.soabase.recordbuilder.core.RecordBuilder;

/**
 * How an ad server knows the states of ads. Start with {@link #defaults} and change single values
 * by the {@code with} methods.
 *
 * @param maxAds how many ads are remembered, at some 300 bytes each. The least recently used leave,
 *     and are read again when they are needed
 * @param lateLimitMs how late messages may be before some may have expired: half of their expiry,
 *     so that clocks may differ by the other half
 * @param retryMs after a read has failed, its ad is not read again for so long
 * @param maxReads how many reads may be under way. An ad that would need one more is read when it
 *     is needed again
 * @param showUnknown what {@link AdStates#mayShow} answers while nothing is known of an ad
 */
@RecordBuilder
public record AdStatesSettings(
    int maxAds, long lateLimitMs, long retryMs, int maxReads, boolean showUnknown)
    implements AdStatesSettingsBuilder.With {
  private static final long DAY_MS = 86_400_000;

  public AdStatesSettings {
    requireRange("maxAds", maxAds, 1, 100_000_000);
    requireRange("lateLimitMs", lateLimitMs, 1, 365 * DAY_MS);
    requireRange("retryMs", retryMs, 0, DAY_MS);
    requireRange("maxReads", maxReads, 1, 1_000_000);
  }

  /**
   * A million ads, half an hour (messages expire after one), a second between failed reads of an
   * ad, 256 reads at a time; ads of which nothing is known are not shown.
   */
  public static AdStatesSettings defaults() {
    return new AdStatesSettings(1_000_000, 1_800_000, 1_000, 256, false);
  }
}
