package clickcounter.simulation;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Runs lives one after the other. Each seed gives three: one as drawn, the same on noisy replicas,
 * and one in which old copies live on for long. Every fourth seed also gives one in which documents
 * are recounted, one without faults, and one with ad servers.
 */
final class Lives {
  private static final int CALM_EVERY = 4;
  private static final int RECOUNTED_EVERY = 4;
  private static final int PUBLISHED_EVERY = 4;

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

  /** Skips this many lives. */
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
    if (nextSeed % RECOUNTED_EVERY == 0) {
      live(Script::drawRecounted);
    }
    if (nextSeed % CALM_EVERY == 0) {
      live(Script::drawCalm);
    }
    if (nextSeed % PUBLISHED_EVERY == 0) {
      live(Script::drawPublished);
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
