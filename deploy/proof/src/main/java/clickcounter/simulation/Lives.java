package clickcounter.simulation;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Many lives one after the other: each seed's as it was drawn, once more on noisy replicas, one in
 * which old copies live on for long, and now and then one without faults.
 */
final class Lives {
  private static final int CALM_EVERY = 4;

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final Statistics statistics = new Statistics();
  private long tookNanos;
  private long tookProcessorNanos;
  private long nextSeed;
  private long toSkip;
  private Life.Result failed;

  Lives(long firstSeed) {
    nextSeed = firstSeed;
  }

  /** The next lives, so many, are not lived. */
  void skip(long lives) {
    toSkip = lives;
  }

  /** Lives on for this long, at least one seed, or until a life fails. */
  void liveFor(long nanos) {
    long start = System.nanoTime();
    long processorStart = PROCESS.getProcessCpuTime();
    do {
      liveNext();
    } while (failed == null && System.nanoTime() - start < nanos);
    tookNanos += System.nanoTime() - start;
    tookProcessorNanos += PROCESS.getProcessCpuTime() - processorStart;
  }

  /** Lives this many lives, or until one fails. */
  void liveAtMost(long lives) {
    while (failed == null && statistics.lives < lives) {
      liveNext();
    }
  }

  private void liveNext() {
    live(Script::draw);
    live(Script::drawNoisy);
    live(Script::drawHostile);
    if (nextSeed % CALM_EVERY == 0) {
      live(Script::drawCalm);
    }
    nextSeed++;
  }

  private void live(LongFunction<Script> script) {
    if (toSkip > 0) {
      toSkip--;
    } else if (failed == null) {
      Life.Result result = Life.run(script.apply(nextSeed));
      statistics.add(result.statistics());
      if (result.failed()) {
        failed = result;
      }
    }
  }

  Statistics statistics() {
    return statistics;
  }

  /** What happened a minute, one line for each number. */
  List<String> perMinute() {
    return statistics.perMinute(tookNanos, tookProcessorNanos);
  }

  /** The life that failed, or null. */
  Life.Result failed() {
    return failed;
  }
}
