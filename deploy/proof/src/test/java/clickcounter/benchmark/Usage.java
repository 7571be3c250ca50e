package clickcounter.benchmark;

import clickcounter.local.LocalMetrics;
import clickcounter.scrape.Scrape;
import com.sun.management.OperatingSystemMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this process has used.
 *
 * @param cpuSeconds of all its threads
 * @param compilerSeconds of the JIT compiler
 * @param metrics of the topology
 */
record Usage(
    double seconds,
    double cpuSeconds,
    double compilerSeconds,
    long garbagePausesMs,
    Scrape metrics) {
  /** Since the process started, whose clock has any beginning. */
  static Usage now() {
    return new Usage(
        System.nanoTime() / 1e9,
        ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime()
            / 1e9,
        ManagementFactory.getCompilationMXBean().getTotalCompilationTime() / 1e3,
        ManagementFactory.getGarbageCollectorMXBeans().stream()
            .mapToLong(GarbageCollectorMXBean::getCollectionTime)
            .sum(),
        LocalMetrics.now());
  }

  Usage since(Usage before) {
    return new Usage(
        seconds - before.seconds,
        cpuSeconds - before.cpuSeconds,
        compilerSeconds - before.compilerSeconds,
        garbagePausesMs - before.garbagePausesMs,
        metrics.since(before.metrics));
  }

  double compilerShare() {
    return compilerSeconds / cpuSeconds;
  }
}
