package clickcounter.drill;

import clickcounter.jms.BrokerSettings;
import clickcounter.jms.JmsTransport;
import clickcounter.jms.SenderSettings;
import clickcounter.service.EventLogSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.LongAdder;

/**
 * Services that log events through the real sender until they are stopped. Each life of a service
 * is a counter of its own. Some batches are sent twice, some late.
 */
final class ServiceLoad {
  private static final int LINES_PER_MESSAGE = 20;
  private static final long LINGER_MS = 50;
  private static final int BUFFER_LINES = 2_000_000;
  private static final int SEND_ATTEMPTS = 1_000;
  private static final long FIRST_RETRY_MS = 100;

  private final List<LoggingService> services = new ArrayList<>();
  private final LongAdder linesTwice = new LongAdder();
  private final Path archive;

  private ServiceLoad(Path archive) {
    this.archive = archive;
  }

  /**
   * What the services do.
   *
   * @param name the prefix of ads and hosts, so that drills do not share any
   * @param closeWaitMs the time for which a closing service waits for a broker that is down
   */
  record Plan(
      String name,
      int services,
      int ads,
      int eventsPerS,
      String brokerUrl,
      long closeWaitMs,
      long seed) {
    Plan {
      if (services < 1 || ads < 1 || eventsPerS < 1) {
        throw new IllegalArgumentException(
            "expected a service, an ad and an event a second at least, found %d, %d, %d"
                .formatted(services, ads, eventsPerS));
      }
    }
  }

  /** Starts the services. */
  static ServiceLoad start(Plan plan, Path archive) {
    ServiceLoad load = new ServiceLoad(archive);
    for (int i = 0; i < plan.services(); i++) {
      load.services.add(load.service(plan, i));
    }
    load.services.forEach(Thread::start);
    return load;
  }

  private LoggingService service(Plan plan, int index) {
    EventLogSettings settings =
        EventLogSettings.of(archive, plan.name() + '-' + (char) ('a' + index))
            .with(
                changed ->
                    changed
                        .batchLines(LINES_PER_MESSAGE)
                        .lingerMs(LINGER_MS)
                        .bufferLines(BUFFER_LINES)
                        .fullBufferWaitMs(0)
                        .sendAttempts(SEND_ATTEMPTS)
                        .firstRetryWaitMs(FIRST_RETRY_MS)
                        .closeWaitMs(plan.closeWaitMs()));
    Random random = new Random(plan.seed() * 1_000 + index);
    BrokerSettings broker = BrokerSettings.at(plan.brokerUrl());
    return new LoggingService(
        settings,
        () ->
            new UnrulyTransport(
                new JmsTransport(broker, SenderSettings.sync()),
                new Random(random.nextLong()),
                linesTwice),
        new AdTraffic(plan.name(), plan.ads(), random),
        random,
        (double) plan.eventsPerS() / plan.services());
  }

  /** The directory with all files that the services wrote. */
  Path archive() {
    return archive;
  }

  /** Logged events, close events excluded. */
  long logged() {
    return services.stream().mapToLong(LoggingService::logged).sum();
  }

  /** Calls that failed because the event could not be written. */
  long refused() {
    return services.stream().mapToLong(LoggingService::refused).sum();
  }

  /** Lines sent twice on purpose. */
  long linesTwice() {
    return linesTwice.sum();
  }

  /** Counters, one for each life of a service. */
  long counters() {
    return services.stream().mapToLong(LoggingService::counters).sum();
  }

  /**
   * Closes the services, which sends everything that they have written.
   *
   * @throws Stuck if one does not end in time
   * @throws IOException if one failed, or its sender left something out
   */
  void stop(long withinMs) throws IOException, InterruptedException {
    services.forEach(LoggingService::end);
    long deadlineNs = System.nanoTime() + withinMs * 1_000_000;
    for (LoggingService service : services) {
      service.join(Math.max(1, (deadlineNs - System.nanoTime()) / 1_000_000));
      if (service.isAlive()) {
        throw new Stuck(
            service.getName()
                + " has not ended within "
                + withinMs / 1_000
                + " s: is the broker up?",
            null);
      }
    }
    for (LoggingService service : services) {
      service.requireNoFailure();
    }
  }

  /** Interrupts the services and does not wait for them. */
  void abandon() {
    services.forEach(Thread::interrupt);
  }
}
