package clickcounter.local;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLog;
import clickcounter.service.EventLogSettings;
import clickcounter.service.Transport;
import clickcounter.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;

/** Services that log events of the ads {@code live-0}, {@code live-1}, … until they are stopped. */
final class LiveServices implements AutoCloseable {
  private final ExecutorService threads;
  private final List<Future<?>> running = new ArrayList<>();
  private volatile boolean enough;

  /**
   * How much they log.
   *
   * @param services that run, on the hosts {@code live0}, {@code live1}, …
   * @param ads that all of them log events of
   * @param pauseNs between two events of a service
   * @param lossOneIn one of so many messages is lost; 0 for none
   * @param firstSeed of the first service; the next one's is one higher
   */
  record Traffic(int services, int ads, long pauseNs, int lossOneIn, long firstSeed) {}

  private LiveServices(int services) {
    threads = Executors.newFixedThreadPool(services);
  }

  static LiveServices start(String brokerUrl, Path archive, Traffic traffic) {
    LiveServices services = new LiveServices(traffic.services());
    for (int i = 0; i < traffic.services(); i++) {
      String host = "live" + i;
      SplittableRandom random = new SplittableRandom(traffic.firstSeed() + i);
      services.running.add(
          services.threads.submit(
              () -> {
                services.serve(brokerUrl, archive, host, traffic, random);
                return null;
              }));
    }
    return services;
  }

  /** Loses every so many-th message, as a service does whose broker is away for too long. */
  private record Lossy(Transport to, int oneIn, SplittableRandom random) implements Transport {
    @Override
    public void send(List<String> lines) throws IOException {
      if (random.nextInt(oneIn) > 0) {
        to.send(lines);
      }
    }

    @Override
    public void close() throws IOException {
      to.close();
    }
  }

  private void serve(
      String brokerUrl, Path archive, String host, Traffic traffic, SplittableRandom random)
      throws Exception {
    Transport broker =
        new JmsTransport(
            BrokerSettings.at(brokerUrl),
            SenderSettings.async(20).withGiveUpAfterMs(Patience.LIMIT_MS));
    Transport transport =
        traffic.lossOneIn() == 0 ? broker : new Lossy(broker, traffic.lossOneIn(), random);
    EventLogSettings settings =
        EventLogSettings.of(archive, host).withBatchLines(50).withLingerMs(20);
    try (EventLog log = EventLog.open(settings, transport, Clock.systemUTC(), random)) {
      while (!enough) {
        String ad = "live-" + random.nextInt(traffic.ads());
        switch (random.nextInt(20)) {
          case 0 -> log.click(ad, 1_000 + random.nextInt(100_000));
          case 1 -> log.budget(ad, random.nextInt(1_000_000));
          default -> log.impression(ad);
        }
        LockSupport.parkNanos(traffic.pauseNs());
      }
    }
  }

  /** Lets them end properly, and fails if one has failed. */
  void stop() throws Exception {
    enough = true;
    for (Future<?> service : running) {
      service.get();
    }
  }

  @Override
  public void close() {
    enough = true;
    threads.shutdownNow();
  }
}
