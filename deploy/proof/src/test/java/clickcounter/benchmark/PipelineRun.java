package clickcounter.benchmark;

import clickcounter.cli.Trees;
import clickcounter.devnode.DevNode;
import clickcounter.devnode.DevNodeConfig;
import clickcounter.local.LocalMetrics;
import clickcounter.local.LocalStack;
import clickcounter.metrics.Metric;
import clickcounter.metrics.Metric.Component;
import clickcounter.scrape.MetricSeries;
import clickcounter.scrape.Scrape;
import clickcounter.settings.Settings;
import clickcounter.storm.StoreFactory;
import clickcounter.topology.TopologySettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Plays a day through the whole pipeline: sender, broker with its disk synced, Storm and store. The
 * day of other ads comes first, again and again by other counters, until the JIT compiler has
 * little left to do.
 */
final class PipelineRun implements Part {
  private static final long POLL_MS = 20;
  private static final int BARE_PUTS = 100_000;
  private static final double LITTLE_COMPILING = 0.02;
  private static final double MEDIAN = 0.5;
  private static final double P99 = 0.99;

  private final Path directory;
  private final Plan plan;
  private final CeilingPart ceiling;

  /**
   * What is played.
   *
   * @param store a store in memory; null for Riak or the development node
   * @param mostWarmUps the day of others is played so often at most
   * @param comparesWithBarePuts whether the store's bare put rate is measured as well
   */
  record Plan(
      String name,
      Settings settings,
      StoreFactory store,
      DayMessages warmUp,
      DayMessages messages,
      int mostWarmUps,
      boolean comparesWithBarePuts) {
    /** Addresses of a Riak that was given, or none. */
    List<String> riak() {
      return settings.isGiven("riak.nodes")
          ? List.of(settings.value("riak.nodes").split(","))
          : List.of();
    }
  }

  /** A run in the given directory, whose content is deleted. */
  PipelineRun(Path directory, Plan plan, CeilingPart ceiling) {
    this.directory = directory;
    this.plan = plan;
    this.ceiling = ceiling;
  }

  /** Figures of the ads tasks. */
  private record Puts(long count, long bytes, double medianS, double p99S) {
    static Puts of(Scrape grown) {
      return new Puts(
          (long) grown.sum(Metric.PUTS, Puts::isOfAds),
          (long) grown.sum(Metric.PUT_BYTES, Puts::isOfAds),
          grown.quantile(Metric.DURABLE_AFTER_SECONDS, MEDIAN, Puts::isOfAds),
          grown.quantile(Metric.DURABLE_AFTER_SECONDS, P99, Puts::isOfAds));
    }

    private static boolean isOfAds(MetricSeries series) {
      return series.isOf(Component.ADS);
    }
  }

  @Override
  public void run(Figures figures) throws IOException, InterruptedException {
    Trees.delete(directory); // It is ours.
    Files.createDirectories(directory);
    if (plan.store() != null) {
      run(figures, List.of());
    } else if (!plan.riak().isEmpty()) {
      run(figures, plan.riak());
    } else {
      try (DevNode node = DevNode.start(DevNodeConfig.in(directory.resolve("node")))) {
        run(figures, List.of("127.0.0.1:" + node.port()));
      }
    }
  }

  private void run(Figures figures, List<String> nodes) throws IOException, InterruptedException {
    LocalStack.Options options =
        // An address keeps the stack from starting a node. Nothing connects to this one.
        new LocalStack.Options(
            directory,
            nodes.isEmpty() ? List.of("127.0.0.1:1") : nodes,
            null,
            0,
            0,
            plan.settings());
    TopologySettings settings =
        TopologySettings.of(
            nodes.isEmpty()
                ? plan.settings()
                : plan.settings().with("riak.nodes", String.join(",", nodes)));
    try (LocalStack stack =
        LocalStack.start(
            options,
            each ->
                each.withStore(
                    plan.store() != null
                        ? plan.store()
                        : new WatchedStore.Factory(settings.store())))) {
      stack.awaitReady();
      WatchedStore store = plan.store() != null ? null : WatchedStore.openedLast();
      warmUp(stack, settings, store);
      Scrape before = LocalMetrics.now();
      RunWatch.Seen seen = play(stack, settings, store, plan.messages());
      Scrape grown = LocalMetrics.now().since(before);
      Puts puts = Puts.of(grown);
      report(figures, seen, puts);
      figures.say("  %,.0f tuples failed", grown.sum(Metric.FAILED_TUPLES, series -> true));
      if (plan.comparesWithBarePuts()) {
        bare(figures, nodes.get(0), seen, puts);
      }
    }
  }

  private void warmUp(LocalStack stack, TopologySettings settings, WatchedStore store)
      throws IOException, InterruptedException {
    for (int i = 1; i <= plan.mostWarmUps(); i++) {
      RunWatch.Seen seen =
          play(stack, settings, store, plan.warmUp().renamed("warm" + i + "-", "w"));
      if (seen.compilerShare() < LITTLE_COMPILING) {
        return;
      }
    }
  }

  /** From the first message sent until the queue is empty. Then everything is settled. */
  private static RunWatch.Seen play(
      LocalStack stack, TopologySettings settings, WatchedStore store, DayMessages messages)
      throws IOException, InterruptedException {
    try (RunWatch watch = RunWatch.start(settings, store)) {
      onSendersThread(
          () -> {
            Senders.sendAll(stack.brokerUrl(), messages);
            return null;
          });
      awaitSettled(stack);
      return watch.end();
    }
  }

  /** Waits until the queue is empty: everything is settled then. */
  static void awaitSettled(LocalStack stack) throws IOException, InterruptedException {
    while (stack.queuedMessages() > 0) {
      Thread.sleep(POLL_MS);
    }
  }

  /** Runs it on a thread with a name, so that its processor time is known. */
  private static void onSendersThread(Callable<Void> work)
      throws IOException, InterruptedException {
    ExecutorService sender =
        Executors.newSingleThreadExecutor(run -> new Thread(run, "bench-sender"));
    try {
      sender.submit(work).get();
    } catch (ExecutionException e) {
      throw new IOException("the messages could not be sent: " + e.getCause(), e.getCause());
    } finally {
      sender.shutdownNow();
    }
  }

  private void report(Figures figures, RunWatch.Seen seen, Puts puts) {
    long events = plan.messages().events();
    double rate = events / seen.seconds();
    figures.say(
        "%s: %,.0f events/s (%,d in %.1f s, %s)",
        plan.name(), rate, events, seen.seconds(), ceiling.compared(rate));
    figures.say(
        "  %,.0f puts per 1,000 events, %,.0f puts/s, %,.0f bytes a put",
        1e3 * puts.count() / events,
        puts.count() / seen.seconds(),
        (double) puts.bytes() / puts.count());
    figures.say(
        "  from arrival to durable: p50 %,.0f ms, p99 %,.0f ms; live heap %,d MB",
        1e3 * puts.medianS(), 1e3 * puts.p99S(), LiveHeap.bytes() >> 20);
    figures.say(
        "  %.2f µs of processor time an event; %,d ms in pauses of the garbage collector; the JIT compiler took %.1f %%",
        1e6 * seen.cpuSeconds() / events, seen.garbagePausesMs(), 100 * seen.compilerShare());
    figures.say("  of them: %s", byKind(seen.byKind(), events));
    figures.say("  %s", Bound.text(seen.bound()));
  }

  private static String byKind(Map<ThreadKind, Double> seconds, long events) {
    StringBuilder text = new StringBuilder();
    seconds.forEach(
        (kind, s) ->
            text.append(text.length() == 0 ? "" : ", ")
                .append("%s %.2f".formatted(kind.title(), 1e6 * s / events)));
    return text.toString();
  }

  /** The same client, the same node, documents of the same size, right after the run. */
  private static void bare(Figures figures, String node, RunWatch.Seen seen, Puts puts)
      throws InterruptedException {
    int bytes = (int) (puts.bytes() / Math.max(1, puts.count()));
    double bare = BarePuts.measure(node, bytes, BARE_PUTS).putsPerSecond();
    double rate = seen.puts() / seen.seconds();
    figures.say(
        "  %,.0f puts/s of ads and counters, %.2f of the bare rate on the same node (goal 0.95): %,.0f puts/s of %d bytes, 64 in flight",
        rate, rate / bare, bare, bytes);
  }
}
