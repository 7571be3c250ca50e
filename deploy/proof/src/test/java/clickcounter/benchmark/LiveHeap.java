package clickcounter.benchmark;

import java.lang.management.ManagementFactory;

/** The heap that is reachable. */
final class LiveHeap {
  /** What only cleaners, weak references or ended threads hold goes in a later round. */
  private static final int LEAST_ROUNDS = 2;

  private static final int MOST_ROUNDS = 8;
  private static final long STABLE_BYTES = 32 << 10;

  private LiveHeap() {}

  /** Collects garbage until nothing more goes, then measures. Takes a second for each GB. */
  static long bytes() {
    long before = collected();
    for (int round = 1; round < MOST_ROUNDS; round++) {
      long now = collected();
      if (round >= LEAST_ROUNDS - 1 && before - now < STABLE_BYTES) {
        return now;
      }
      before = now;
    }
    return before;
  }

  private static long collected() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
