package clickcounter.simulation;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

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
  private Life.Result failed;

  Lives(long firstSeed) {
    nextSeed = firstSeed;
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
    live(Script.draw(nextSeed));
    live(Script.drawNoisy(nextSeed));
    live(Script.drawHostile(nextSeed));
    if (nextSeed % CALM_EVERY == 0) {
      live(Script.drawCalm(nextSeed));
    }
    nextSeed++;
  }

  private void live(Script script) {
    if (failed == null) {
      Life.Result result = Life.run(script);
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
