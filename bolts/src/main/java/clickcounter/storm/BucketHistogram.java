package clickcounter.storm;

import com.codahale.metrics.Gauge;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts times by bucket. Percentiles of several tasks cannot be added, counts of buckets can. Any
 * thread updates it, any thread reads it.
 *
 * <p>To Storm it is a gauge: its own histograms keep a sample, which costs more and has no reader.
 * Reporters other than ours leave a gauge out that is no number.
 */
public final class BucketHistogram implements Gauge<BucketHistogram.Buckets> {
  private static final double MS_PER_SECOND = 1_000;

  private final long[] boundsMs;
  private final AtomicLongArray counts;
  private final LongAdder sumMs = new LongAdder();

  private BucketHistogram(long... boundsMs) {
    this.boundsMs = boundsMs;
    counts = new AtomicLongArray(boundsMs.length + 1);
  }

  /** For what a store takes to answer. */
  static BucketHistogram ofAnswers() {
    return new BucketHistogram(1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000);
  }

  /** For what waits for its put, which is up to a deferral and more. */
  static BucketHistogram ofDeferrals() {
    return new BucketHistogram(
        10, 50, 100, 250, 500, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 20_000,
        60_000, 120_000);
  }

  /**
   * How many values are in which bucket.
   *
   * @param counts one more than bounds: the last has what is above all bounds
   */
  public record Buckets(double[] boundsSeconds, long[] counts, double sumSeconds) {}

  void update(long ms) {
    int found = Arrays.binarySearch(boundsMs, ms);
    counts.incrementAndGet(found >= 0 ? found : -found - 1);
    sumMs.add(Math.max(0, ms)); // a clock may go back
  }

  @Override
  public Buckets getValue() {
    long[] now = new long[counts.length()];
    for (int i = 0; i < now.length; i++) {
      now[i] = counts.get(i);
    }
    return new Buckets(
        Arrays.stream(boundsMs).mapToDouble(bound -> bound / MS_PER_SECOND).toArray(),
        now,
        sumMs.sum() / MS_PER_SECOND);
  }
}
