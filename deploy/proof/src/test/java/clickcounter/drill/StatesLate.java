package clickcounter.drill;

import clickcounter.devcluster.Workers;
import clickcounter.drill.ClickingPeople.Late;
import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLog;
import clickcounter.service.EventLogSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Twenty ad servers show ads, and people click as long as one shows them. Each ad's budget is spent
 * after ten clicks; measured is when the last of the servers knows. First nothing is broken, then a
 * worker is killed, then the workers' line to the broker hangs.
 */
final class StatesLate implements Drill {
  static final String NAME = "ad-states";
  private static final int SERVERS = 20;
  private static final int QUIET_ADS = 50;
  private static final int ADS_IN_A_FAULT = 3;
  private static final long COST_MICROS = 100_000;
  private static final int CLICKS_OF_A_BUDGET = 10;
  private static final long LINGER_MS = 5;

  /** With nothing broken, 99 of 100 budgets: on a machine of two busy cores, too. */
  static final long MOST_P99_MS = 5_000;

  /** With nothing broken, each budget. */
  private static final long MOST_QUIET_MS = 60_000;

  /** A worker that starts again takes a minute on a busy machine. */
  private static final long MOST_AFTER_FAULT_MS = 120_000;

  /** Part of the ads' names: a second attempt may meet the first one's documents. */
  private final String run = Long.toString(System.currentTimeMillis(), 36);

  private final List<String> ads = new ArrayList<>();
  private final List<Long> quietMs = new ArrayList<>();
  private final List<Long> faultMs = new ArrayList<>();
  private AdServers servers;
  private long logged;
  private long clicksBeyond;
  private long mostClicksBeyond;

  @Override
  public long strike(TestBed bed) throws IOException, InterruptedException {
    if (servers == null) {
      servers =
          AdServers.start(SERVERS, NAME, bed.cluster.options().brokerUrl(), bed.riakSettings());
    }
    bed.await("ad servers that are connected", servers::areConnected);
    try (EventLog log = open(bed)) {
      if (quietMs.isEmpty()) {
        for (String ad : fund(QUIET_ADS, bed, log)) {
          quietMs.add(click(ad, log, MOST_QUIET_MS));
        }
      }
      long workerMs = strike(true, bed, log);
      return Math.max(workerMs, strike(false, bed, log));
    }
  }

  private long strike(boolean killsWorker, TestBed bed, EventLog log)
      throws IOException, InterruptedException {
    List<String> inFault = fund(ADS_IN_A_FAULT, bed, log);
    long lastingMs = bed.setting.lastingMs();
    long startNs = System.nanoTime();
    CompletableFuture<Void> mended = CompletableFuture.completedFuture(null);
    if (killsWorker) {
      Workers.kill(bed.anyWorker());
    } else {
      bed.brokerLine.hang();
      mended =
          CompletableFuture.runAsync(
              bed.brokerLine::mend,
              CompletableFuture.delayedExecutor(lastingMs, TimeUnit.MILLISECONDS));
    }
    bed.stay("clicking until all ad servers know that budgets are spent", 0);
    for (String ad : inFault) {
      faultMs.add(click(ad, log, lastingMs + MOST_AFTER_FAULT_MS));
    }
    mended.join();
    bed.awaitActive();
    return bed.awaitProgress(startNs);
  }

  private EventLog open(TestBed bed) throws IOException {
    EventLogSettings settings =
        EventLogSettings.of(bed.archives().ofServices(), NAME + "-clicks")
            .with(changed -> changed.lingerMs(LINGER_MS).closeWaitMs(bed.setting.settleMs()));
    JmsTransport queue =
        new JmsTransport(
            BrokerSettings.at(bed.cluster.options().brokerUrl()), SenderSettings.sync());
    return EventLog.open(settings, queue, Clock.systemUTC(), bed.random);
  }

  /** New ads with budgets, which all servers show. */
  private List<String> fund(int count, TestBed bed, EventLog log)
      throws IOException, InterruptedException {
    List<String> funded = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String ad = NAME + '-' + run + '-' + (ads.size() + i);
      funded.add(ad);
      log.budget(ad, CLICKS_OF_A_BUDGET * COST_MICROS);
      logged++;
    }
    ads.addAll(funded);
    servers.need(funded);
    bed.await(
        "all ad servers to show " + count + " ads",
        () -> funded.stream().allMatch(ad -> servers.showing(ad) == SERVERS));
    return funded;
  }

  /** Clicks until all servers know that the ad's budget is spent; the ms that it took. */
  private long click(String ad, EventLog log, long withinMs)
      throws IOException, InterruptedException {
    Late late =
        new ClickingPeople(servers, adId -> logClick(adId, log), withinMs)
            .click(ad, CLICKS_OF_A_BUDGET);
    clicksBeyond += late.clicksBeyond();
    mostClicksBeyond += late.mostClicks();
    return late.allKnowMs();
  }

  private void logClick(String ad, EventLog log) throws IOException {
    log.click(ad, COST_MICROS);
    logged++;
  }

  @Override
  public long logged() {
    return logged;
  }

  @Override
  public String proof(TestBed bed) throws IOException {
    Optional<String> fault = servers.firstFault(ads);
    if (fault.isPresent()) {
      throw new Breach(fault.get());
    }
    long overdelivered = servers.overdeliveredMicros(ads) / COST_MICROS;
    if (overdelivered != clicksBeyond) {
      throw new Breach(
          "%d clicks came after their budget was spent, but the documents say %d"
              .formatted(clicksBeyond, overdelivered));
    }
    requireFast(quietMs);
    return "%d ad servers; from the click that spends a budget until all know, %d budgets with nothing broken: p50 %d ms, p99 %d ms (bound %d s); %d during faults: longest %.1f s; %,d clicks beyond the budgets, bound %,d by a click each %d ms in the times that another thread measured"
        .formatted(
            SERVERS,
            quietMs.size(),
            percentile(quietMs, 50),
            percentile(quietMs, 99),
            MOST_P99_MS / 1_000,
            faultMs.size(),
            faultMs.stream().mapToLong(Long::longValue).max().orElseThrow() / 1_000.0,
            clicksBeyond,
            mostClicksBeyond,
            ClickingPeople.CLICK_EVERY_MS);
  }

  /** Requires the bound of the times with nothing broken. */
  static void requireFast(List<Long> timesMs) throws Breach {
    long p99Ms = percentile(timesMs, 99);
    if (p99Ms > MOST_P99_MS) {
      throw new Breach(
          "with nothing broken it took %d ms (99th percentile) until all ad servers knew that a budget was spent: expected at most %d"
              .formatted(p99Ms, MOST_P99_MS));
    }
  }

  private static long percentile(List<Long> values, int percent) {
    List<Long> sorted = values.stream().sorted().toList();
    return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
  }

  @Override
  public void close() {
    if (servers != null) {
      servers.close();
    }
  }
}
