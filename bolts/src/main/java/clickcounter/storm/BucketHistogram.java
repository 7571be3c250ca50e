package clickcounter.storm;

import com.codahale.metrics.ExponentiallyDecayingReservoir;
import com.codahale.metrics.Histogram;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * A histogram of milliseconds that also counts by bucket. Percentiles of several tasks cannot be
 * added, counts of buckets can.
 *
 * <p>Its percentiles are of a sample, because adding a value to that takes long; its buckets count
 * every value. One thread updates it, any thread reads it.
 */
public final class BucketHistogram extends Histogram {
  private static final int VALUES_PER_SAMPLE = 16;

  private final long[] boundsMs;
  private final AtomicLongArray counts;
  private final LongAdder sumMs = new LongAdder();
  private final boolean sampled;
  private long seen;

  private BucketHistogram(boolean sampled, long... boundsMs) {
    super(new ExponentiallyDecayingReservoir());
    this.sampled = sampled;
    this.boundsMs = boundsMs;
    counts = new AtomicLongArray(boundsMs.length + 1);
  }

  /** For what a store takes to answer. */
  static BucketHistogram ofAnswers() {
    return new BucketHistogram(
        true, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000);
  }

  /** For what waits for its put, which is up to a deferral and more. */
  static BucketHistogram ofDeferrals(boolean sampled) {
    return new BucketHistogram(
        sampled, 10, 50, 100, 250, 500, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000,
        20_000, 60_000, 120_000);
  }

  /** How many values are in which bucket. */
  public record Buckets(long[] boundsMs, long[] counts, long sumMs) {}

  /** The last bucket has what is above all bounds. */
  public Buckets buckets() {
    long[] now = new long[counts.length()];
    for (int i = 0; i < now.length; i++) {
      now[i] = counts.get(i);
    }
    return new Buckets(boundsMs.clone(), now, sumMs.sum());
  }

  @Override
  public void update(long ms) {
    int found = Arrays.binarySearch(boundsMs, ms);
    counts.incrementAndGet(found >= 0 ? found : -found - 1);
    sumMs.add(Math.max(0, ms)); // a clock may go back
    if (!sampled || seen++ % VALUES_PER_SAMPLE == 0) {
      super.update(ms);
    }
  }
}
