package clickcounter.benchmark;

import clickcounter.cli.Trees;
import clickcounter.local.LocalStack;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.MetricSeries;
import clickcounter.scrape.Scrape;
import clickcounter.settings.Settings;
import clickcounter.storm.StoreFactory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Plays a day through the whole pipeline: sender, broker with its disk synced, Storm and store. The
 * beginning of the day with other ads and counters comes first, again and again, until the JIT
 * compiler has little left to do.
 */
final class PipelineRun {
  private static final long POLL_MS = 20;
  private static final int MOST_WARM_UPS = 4;
  private static final int WARM_UP_EVENTS = 1_000_000;
  private static final double LITTLE_COMPILING = 0.02;
  private static final double MEDIAN = 0.5;
  private static final double P99 = 0.99;

  private final Path directory;
  private final Plan plan;
  private final Ceiling ceiling;

  /**
   * What is played.
   *
   * @param store a store in memory; null for Riak or the development node
   */
  record Plan(String name, Settings settings, StoreFactory store, DayMessages messages) {
    Plan {
      if (store != null) {
        // An address keeps the stack from starting a node. Nothing connects to this one.
        settings = settings.with("riak.nodes", "127.0.0.1:1");
      }
    }
  }

  /** A run in the given directory, whose content is deleted. */
  PipelineRun(Path directory, Plan plan, Ceiling ceiling) {
    this.directory = directory;
    this.plan = plan;
    this.ceiling = ceiling;
  }

  void run(Figures figures) throws IOException, InterruptedException {
    Trees.delete(directory); // It is ours.
    Files.createDirectories(directory);
    try (LocalStack stack =
        LocalStack.start(
            directory,
            plan.settings(),
            0,
            0,
            Map.of(),
            each -> plan.store() == null ? each : each.withStore(plan.store()))) {
      stack.awaitReady();
      warmUp(stack);
      report(figures, play(stack, plan.messages()));
    }
  }

  private void warmUp(LocalStack stack) throws IOException, InterruptedException {
    DayMessages messages = plan.messages().first(WARM_UP_EVENTS);
    for (int i = 1; i <= MOST_WARM_UPS; i++) {
      Usage used = play(stack, messages.renamed("warm" + i + "-", "w"));
      if (used.compilerShare() < LITTLE_COMPILING) {
        return;
      }
    }
  }

  /** From the first message sent until the queue is empty. Then everything is settled. */
  private static Usage play(LocalStack stack, DayMessages messages)
      throws IOException, InterruptedException {
    Usage before = Usage.now();
    Senders.sendAll(stack.brokerUrl(), messages);
    awaitSettled(stack);
    return Usage.now().since(before);
  }

  /** Waits until the queue is empty: everything is settled then. */
  static void awaitSettled(LocalStack stack) throws IOException, InterruptedException {
    while (stack.queuedMessages() > 0) {
      Thread.sleep(POLL_MS);
    }
  }

  private void report(Figures figures, Usage used) {
    long events = plan.messages().events();
    double rate = events / used.seconds();
    figures.say(
        "%s: %,.0f events/s (%,d in %.1f s, %s)",
        plan.name(), rate, events, used.seconds(), ceiling.compared(rate));
    Scrape grown = used.metrics();
    double puts = grown.sum(Metric.PUTS, PipelineRun::isOfAds);
    figures.say(
        "  %,.0f puts per 1,000 events, %,.0f puts/s, %,.0f bytes a put",
        1e3 * puts / events,
        puts / used.seconds(),
        grown.sum(Metric.PUT_BYTES, PipelineRun::isOfAds) / puts);
    figures.say(
        "  from arrival to durable: p50 %,.0f ms, p99 %,.0f ms; live heap %,d MB",
        1e3
            * Scrape.quantile(
                grown.buckets(Metric.DURABLE_AFTER_SECONDS, PipelineRun::isOfAds), MEDIAN),
        1e3
            * Scrape.quantile(
                grown.buckets(Metric.DURABLE_AFTER_SECONDS, PipelineRun::isOfAds), P99),
        liveHeapBytes() >> 20);
    figures.say(
        "  %.2f µs of processor time an event, %.2f of %d cores in use; %,d ms in pauses of the"
            + " garbage collector; the JIT compiler took %.1f %%",
        1e6 * used.cpuSeconds() / events,
        used.cpuSeconds() / used.seconds(),
        Runtime.getRuntime().availableProcessors(),
        used.garbagePausesMs(),
        100 * used.compilerShare());
    figures.say("  %,.0f tuples failed", grown.sum(Metric.FAILED_TUPLES));
  }

  private static boolean isOfAds(MetricSeries series) {
    return series.isOf(Component.ADS);
  }

  /** What only cleaners, weak references or ended threads hold goes in a later round. */
  private static long liveHeapBytes() {
    for (int round = 0; round < 3; round++) {
      System.gc();
    }
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
