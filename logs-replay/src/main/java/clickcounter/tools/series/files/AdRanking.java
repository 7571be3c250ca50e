package clickcounter.tools.series.files;

import clickcounter.hours.HourCounts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.ToLongFunction;

/**
 * The ads with the highest counts of some days.
 *
 * @param ads all that have an event in these days
 * @param sum of all ads
 * @param top the highest first; of equal ones the first id first
 */
public record AdRanking(long ads, HourCounts sum, List<RankedAd> top) {
  /** An ad and what it counted. */
  public record RankedAd(String adId, HourCounts counts) {}

  public AdRanking {
    top = List.copyOf(top);
  }

  /**
   * Ranks all ads. Memory grows with the limit only.
   *
   * @param fromDay since the epoch, inclusive
   * @param toDay exclusive
   * @param count by which they are ranked
   * @param limit how many ads are wanted, at least 1
   */
  public static AdRanking of(
      SeriesFiles files, long fromDay, long toDay, ToLongFunction<HourCounts> count, int limit) {
    Comparator<RankedAd> lowestFirst =
        Comparator.comparingLong((RankedAd ad) -> count.applyAsLong(ad.counts()))
            .thenComparing(RankedAd::adId, Comparator.reverseOrder());
    PriorityQueue<RankedAd> best = new PriorityQueue<>(lowestFirst);
    long[] ads = new long[1];
    HourCounts[] sum = {HourCounts.NONE};
    files.forEachAd(
        fromDay,
        toDay,
        (adId, counts) -> {
          ads[0]++;
          sum[0] = sum[0].plus(counts);
          best.add(new RankedAd(adId, counts));
          if (best.size() > limit) {
            best.poll();
          }
        });
    List<RankedAd> top = new ArrayList<>(best);
    top.sort(lowestFirst.reversed());
    return new AdRanking(ads[0], sum[0], top);
  }
}
