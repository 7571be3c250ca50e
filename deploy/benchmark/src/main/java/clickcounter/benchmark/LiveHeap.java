package clickcounter.benchmark;

import java.lang.management.ManagementFactory;

/** The heap that is reachable. */
final class LiveHeap {
  /** What only soft or weak references and finished threads hold goes in a later round. */
  private static final int ROUNDS = 2;

  private LiveHeap() {}

  /** Collects garbage, then measures. Takes a second for each GB. */
  static long bytes() {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < ROUNDS; i++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }
}
